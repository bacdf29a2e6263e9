import { Command, Option } from '@commander-js/extra-typings';
import { startContractSandbox } from '../jobs/check/contract/contract-sandbox.ts';
import { type RunContract, runContract } from '../jobs/check/contract/run-contract.ts';
import { InputError } from '../errors.ts';
import { type ContractReport, countCases } from '../model/check/contract-report.ts';
import { contractJson } from '../report/check/contract-json.ts';
import { contractJunit } from '../report/check/contract-junit.ts';
import { contractText } from '../report/check/contract-text.ts';
import { DIALECTS, dialectNamed } from '../rest/dialect-named.ts';
import { RealClock } from '../runtime/real-clock.ts';
import { type CommandContext, examples } from './command.ts';
import { EXIT, type ExitCode } from './failure/exit-codes.ts';
import { readInputFile } from './files/input-file.ts';
import { writeWholeFile } from './files/output-file.ts';
import { parseNodeList } from './nodes/node-list.ts';
import { acceptUnknownOption, deadlineOption, jsonOption, noProgressOption } from './options/options.ts';
import { listenForInterruption } from './terminal/interruption.ts';
import { createProgress } from './terminal/progress.ts';

/** `millrace check`: does a node do what the protocol says. */
export function checkCommand(context: CommandContext) {
  return new Command('check')
    .description('ask a node what its contract holds, and tell every answer that is not as it should be')
    .option('--contract', "the request/answer cases of the node's dialect, one after the other", false)
    .option('--nodes <file>', 'node list: the first node is checked, the others are its neighbours')
    .option('--sandbox', 'start simulated nodes behind HTTP, check those, stop them', false)
    .addOption(
      new Option('--dialect <name>', "whose contract it is (default: the node list's, else raiden)").choices([
        ...DIALECTS.keys(),
      ]),
    )
    .option('--only <names>', 'only these cases or operations, by name, with commas between them')
    .option(
      '--allow-changes',
      'also the cases that open, close and top up channels; without it each case pays one unit at most',
      false,
    )
    .option('--junit <file>', 'write the cases as JUnit XML')
    .addOption(deadlineOption())
    .addOption(acceptUnknownOption())
    .addOption(jsonOption())
    .addOption(noProgressOption())
    .addHelpText(
      'after',
      examples({
        'millrace check --contract --sandbox': 'every case, against simulated nodes',
        'millrace check --contract --nodes nodes.yaml': 'the first node of a list, whatever it may be asked',
        'millrace check --contract --nodes nodes.yaml --only pay,getChannel': 'two of its operations',
        'millrace check --contract --nodes nodes.yaml --allow-changes --junit contract.xml':
          'for a CI system',
      }),
    )
    .action(async (options) => {
      const { contract, nodes, sandbox, junit, json, acceptUnknown } = options;
      if (!contract)
        throw new InputError({
          message: 'say what to check',
          hint: 'Give --contract: the cases of a dialect.',
        });
      if ((nodes === undefined) === !sandbox)
        throw new InputError({
          message: 'a contract needs a node to ask: give either --nodes FILE or --sandbox',
          hint: 'With --sandbox Millrace serves simulated nodes itself and asks those.',
        });
      const report = await checkContract(context, options);
      if (junit !== undefined) writeWholeFile(junit, contractJunit(report));
      const { terminal } = context;
      if (json) terminal.out(`${contractJson(report)}\n`);
      else terminal.out(contractText(report, { color: terminal.outColor, width: terminal.width }));
      context.conclude(exitCodeOf(report, acceptUnknown));
    });
}

interface ContractOptions {
  readonly nodes?: string | undefined;
  readonly dialect?: string | undefined;
  readonly only?: string | undefined;
  readonly allowChanges: boolean;
  readonly deadline?: number | undefined;
  readonly progress: boolean;
}

async function checkContract(
  { terminal, env }: CommandContext,
  { nodes, dialect, only, allowChanges, deadline, progress: enabled }: ContractOptions,
): Promise<ContractReport> {
  const listed =
    nodes === undefined
      ? undefined
      : parseNodeList({ file: nodes, text: readInputFile(nodes, 'a node list in YAML'), env });
  const served = listed ? undefined : await startContractSandbox(dialectNamed(dialect).name);
  const mayChange: RunContract['mayChange'] = served ? ['channel', 'node'] : allowChanges ? ['channel'] : [];
  const progress = createProgress({ terminal, clock: new RealClock(), enabled }, 'asking');
  const interruption = listenForInterruption(terminal, () => 'Stopping after the request that is under way.');
  let differ = 0;
  try {
    return await runContract({
      targets: (listed ?? served)?.targets ?? {},
      dialect,
      mayChange,
      only: only?.split(',').map((name) => name.trim()),
      deadlineMs: deadline === undefined ? undefined : deadline * 1000,
      signal: interruption.signal,
      onCase(verdict, counts) {
        if (verdict.kind === 'differs') differ += 1;
        progress.update({ ...counts, failed: differ });
      },
    });
  } finally {
    progress.clear();
    interruption.release();
    await served?.stop();
  }
}

function exitCodeOf({ cases, partial }: ContractReport, acceptUnknown: boolean): ExitCode {
  const { differs, unknown } = countCases(cases);
  if (partial) return EXIT.interrupted;
  return differs > 0 || (unknown > 0 && !acceptUnknown) ? EXIT.notAsExpected : EXIT.asExpected;
}

import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { InputError } from '../errors.ts';
import { DIALECTS } from '../rest/dialect-named.ts';
import { type CommandContext, examples } from './command.ts';
import { checkContract } from './check/check-contract.ts';
import { checkSequences, DEFAULT_CASES } from './check/check-sequences.ts';
import { replayCases } from './check/replay-cases.ts';
import { durationMs } from './options/duration.ts';
import { countUpTo } from './options/numbers.ts';
import {
  acceptUnknownOption,
  deadlineOption,
  jsonOption,
  noProgressOption,
  outOption,
  speedOption,
} from './options/options.ts';
import { isSeed, SEED_RULE } from '../model/scenario/seed.ts';

const MOST_RUNS = 10_000_000;
const DEFAULT_MS = 60_000;

/** `millrace check`: does a node do what the protocol says. */
export function checkCommand(context: CommandContext) {
  return new Command('check')
    .description(
      'make up calls, ask nodes for them, and shrink what is not as the model says to a small case',
    )
    .argument('[scenario]', 'check in the network of this file instead of in networks that are made up')
    .option('--nodes <file>', 'node list of the nodes to check; of a contract the first one is asked')
    .option('--sandbox', 'start simulated nodes behind HTTP, check those, stop them', false)
    .option(
      '--simulated',
      'ask simulated nodes on virtual clocks, without HTTP: what the simulator itself gets wrong',
      false,
    )
    .option('--time <duration>', 'start no sequence after so long, such as 60s or 5m', durationMs, DEFAULT_MS)
    .option('--runs <number>', 'at most so many sequences', countUpTo(MOST_RUNS))
    .option('--cases <number>', 'stop after so many different faults', countUpTo(1000), DEFAULT_CASES)
    .addOption(new Option('--seed <seed>', 'what sequences are drawn from').argParser(seed).default('1'))
    .option('--only <names>', 'only these checks; of a contract only these cases or operations')
    .option(
      '--accepted <file>',
      'known violations, each with its reason: they are counted and not held against the nodes',
    )
    .option('--replay [path]', 'try the cases of a file or folder again (default: cases)')
    .option('--emit <kind>', 'also write each case as a test of this kind', emitted)
    .option(
      '--contract',
      "the request/answer cases of the nodes' dialect instead, one after the other",
      false,
    )
    .addOption(
      new Option('--dialect <name>', "which kind of node (default: the node list's, else raiden)").choices([
        ...DIALECTS.keys(),
      ]),
    )
    .option('--node <name>', 'the node of the list whose contract is asked; absent: the first one')
    .option(
      '--allow-changes',
      'also open and close channels of listed nodes; without it they are paid, filled and emptied only',
      false,
    )
    .option('--case-folder <dir>', 'where cases are written', 'cases')
    .option('--junit <file>', 'write what was found as JUnit XML')
    .addOption(speedOption())
    .addOption(deadlineOption())
    .addOption(outOption())
    .addOption(acceptUnknownOption())
    .addOption(jsonOption())
    .addOption(noProgressOption())
    .addHelpText(
      'after',
      examples({
        'millrace check --nodes nodes.yaml': 'a minute of calls to nodes that run, in the channels they have',
        'millrace check --sandbox --time 20s': 'the same against simulated nodes: it should find nothing',
        'millrace check scenarios/hub-drain.yaml --sandbox': 'in the network of a scenario',
        'millrace check --replay --nodes nodes.yaml': 'all cases in cases/ once more: FIXED, FAILED or ERROR',
        'millrace check --contract --sandbox': 'every case of the contract, against simulated nodes',
        'millrace check --contract --nodes nodes.yaml --only pay,getChannel': 'two operations of it',
        'millrace check --contract --nodes nodes.yaml --node bob': 'asked of another node than the first',
      }),
    )
    .action(async (scenario, options) => {
      const { nodes, sandbox, simulated, contract, replay } = options;
      if ([nodes !== undefined, sandbox, simulated].filter(Boolean).length !== 1)
        throw new InputError({
          message: 'a check needs nodes to ask: give one of --nodes FILE, --sandbox and --simulated',
          hint: 'With --sandbox Millrace serves simulated nodes itself and asks those.',
        });
      if (contract && simulated)
        throw new InputError({
          message: '--contract does not go with --simulated',
          hint: 'A contract is of requests and answers: ask --sandbox for them.',
        });
      if (contract && (replay !== undefined || scenario !== undefined))
        throw new InputError({
          message: `--contract goes with neither ${replay === undefined ? 'a scenario' : '--replay'}`,
          hint: 'A contract is asked of one node, in the channels it has.',
        });
      if (options.node !== undefined && (!contract || nodes === undefined))
        throw new InputError({
          message: '--node goes with --contract and --nodes only',
          hint: 'Sequences are asked of all nodes of the list.',
        });
      if (contract) context.conclude(await checkContract(context, options));
      else if (replay !== undefined)
        context.conclude(
          await replayCases(context, { ...options, path: replay === true ? undefined : replay }),
        );
      else context.conclude(await checkSequences(context, { ...options, scenario }));
    });
}

function seed(text: string): string {
  if (isSeed(text)) return text;
  throw new InvalidArgumentError(`A seed is ${SEED_RULE}.`);
}

function emitted(text: string): 'vitest' {
  if (text === 'vitest') return text;
  throw new InvalidArgumentError('Expected vitest.');
}

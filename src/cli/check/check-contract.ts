import { startContractSandbox } from '../../jobs/check/contract/contract-sandbox.ts';
import { type RunContract, runContract } from '../../jobs/check/contract/run-contract.ts';
import { type ContractReport, countCases } from '../../model/check/contract-report.ts';
import { contractJson } from '../../report/check/contract-json.ts';
import { contractJunit } from '../../report/check/contract-junit.ts';
import { contractText } from '../../report/check/contract-text.ts';
import { dialectNamed } from '../../rest/dialect-named.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import type { CommandContext } from '../command.ts';
import { EXIT, type ExitCode } from '../failure/exit-codes.ts';
import { readInputFile } from '../files/input-file.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { parseNodeList } from '../nodes/node-list.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { createProgress } from '../terminal/progress.ts';

/** Asks the cases of a dialect's contract, and tells what came of them. */
export async function checkContract(context: CommandContext, options: ContractOptions): Promise<ExitCode> {
  const { junit, json, acceptUnknown } = options;
  const report = await askContract(context, options);
  if (junit !== undefined) writeWholeFile(junit, contractJunit(report));
  const { terminal } = context;
  if (json) terminal.out(`${contractJson(report)}\n`);
  else terminal.out(contractText(report, { color: terminal.outColor, width: terminal.width }));
  return exitCodeOf(report, acceptUnknown);
}

/** What the command line says of it. */
export interface ContractOptions {
  readonly junit?: string | undefined;
  readonly json: boolean;
  readonly acceptUnknown: boolean;
  readonly nodes?: string | undefined;
  /** Of the list; absent: the first one. */
  readonly node?: string | undefined;
  readonly dialect?: string | undefined;
  readonly only?: string | undefined;
  readonly allowChanges: boolean;
  readonly deadline?: number | undefined;
  readonly progress: boolean;
}

async function askContract(
  { terminal, env }: CommandContext,
  { nodes, node, dialect, only, allowChanges, deadline, progress: enabled }: ContractOptions,
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
      node,
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

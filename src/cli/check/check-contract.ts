import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startContractSandbox } from '../../jobs/check/contract/contract-sandbox.ts';
import { type RunContract, runContract } from '../../jobs/check/contract/run-contract.ts';
import { type ContractReport, countCases } from '../../model/check/contract-report.ts';
import { contractDocument, contractJson, contractText } from '../../report/check/contract-document.ts';
import { contractJunit, contractSuites } from '../../report/check/check-junit.ts';
import { contractMarkdown } from '../../report/ci/check-markdown.ts';
import type { Contract } from '../../rest/contract/contract-case.ts';
import { parseContract } from '../../rest/contract/contract-file.ts';
import { dialectNamed } from '../../rest/dialect-named.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { tellCi } from '../ci/tell-ci.ts';
import { type CommandContext, EXIT, type ExitCode } from '../command.ts';
import type { CheckOptions } from './check-options.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { startLive, watching } from '../live/live.ts';
import { watchedCases } from '../live/watched-cases.ts';
import { heardNodes, readNodeList } from '../nodes/node-list.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { createProgress } from '../terminal/progress.ts';

/** Asks the cases of a dialect's contract, and tells what came of them. */
export async function checkContract(context: CommandContext, options: CheckOptions): Promise<ExitCode> {
  const { junit, json, acceptUnknown } = options;
  const report = await askContract(context, options);
  if (junit !== undefined) writeWholeFile(junit, contractJunit(report));
  const { terminal } = context;
  if (json) terminal.out(`${contractJson(report)}\n`);
  else terminal.out(contractText(report, { color: terminal.outColor, width: terminal.width }));
  tellCi({ markdown: contractMarkdown(report), suites: contractSuites(report) }, context);
  return exitCodeOf(report, acceptUnknown);
}

async function askContract(context: CommandContext, options: CheckOptions): Promise<ContractReport> {
  const { terminal, env } = context;
  const { nodes, node, dialect, only, allowChanges, deadline, progress: enabled } = options;
  const listed = nodes === undefined ? undefined : await heardNodes(readNodeList(nodes, env), { terminal });
  const served = listed ? undefined : await startContractSandbox(dialectNamed(dialect).name);
  const mayChange: RunContract['mayChange'] = served
    ? ['channel', 'account', 'node']
    : allowChanges
      ? ['channel', 'account']
      : [];
  const clock = new RealClock();
  const progress = createProgress({ terminal, clock, enabled }, 'asking');
  const interruption = listenForInterruption(
    terminal,
    () => 'Stopping; what was answered until now is reported.',
  );
  const state = watchedCases(
    { title: 'Does the node answer as its contract says?', what: 'A contract, case by case' },
    clock,
  );
  const watched = watching(options, context);
  const stop = (): void => interruption.stop();
  const live = watched && (await startLive(watched, { terminal, clock, read: state.read, stop }));
  let differ = 0;
  try {
    const report = await runContract({
      targets: (listed ?? served)?.targets ?? {},
      contractOf: readContract,
      node,
      dialect,
      mayChange,
      only: only?.split(',').map((name) => name.trim()),
      deadlineMs: deadline === undefined ? undefined : deadline * 1000,
      signal: interruption.signal,
      onCase(verdict, counts) {
        if (verdict.kind === 'differs') differ += 1;
        progress.update({ ...counts, failed: differ });
        state.asked(
          counts,
          verdict.kind === 'differs'
            ? `Expected ${verdict.expected}; it answered ${verdict.observed}`
            : undefined,
        );
      },
    });
    await live?.end(contractDocument(report));
    return report;
  } finally {
    progress.close();
    await live?.end(undefined);
    interruption.release();
    await served?.stop();
  }
}

function exitCodeOf({ cases, partial }: ContractReport, acceptUnknown: boolean): ExitCode {
  const { differs, unknown } = countCases(cases);
  if (partial) return EXIT.interrupted;
  return differs > 0 || (unknown > 0 && !acceptUnknown) ? EXIT.notAsExpected : EXIT.asExpected;
}

const FOLDER = fileURLToPath(new URL('../../../src/cli/check/contracts/', import.meta.url));

/** The contract of a dialect, from the file of its name in the package. */
export function readContract(dialect: string): Contract {
  const file = `${FOLDER}${dialect}.yaml`;
  return parseContract({ file, text: readFileSync(file, 'utf8'), contractOf: readContract });
}

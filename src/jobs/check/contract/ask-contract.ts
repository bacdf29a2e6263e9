import { type ContractReport, MORE_TIME } from '../../../model/check/contract-report.ts';
import type { Contract } from '../../../rest/contract/contract-case.ts';
import type { TestBench } from '../test-bench.ts';
import { type TimeLimit, withinTime } from '../within-time.ts';
import { type RunContract, runContract } from './run-contract.ts';

/** The nodes whose contract is asked within a check, and the time for it. */
export interface AskContract extends Pick<RunContract, 'dead'>, TimeLimit {
  readonly bench: Pick<TestBench, 'askContract'>;
  /** Absent: nothing is asked. */
  readonly contractOf?: RunContract['contractOf'] | undefined;
  readonly onCase: () => void;
}

// The rest of the time is for sequences.
const SHARE = 1 / 2;

/** Asks the nodes of a bench their dialect's contract; what there was no time for is in the report as not asked. */
export async function askContract({
  bench,
  contractOf,
  dead,
  onCase,
  clock,
  untilMs,
  signal,
}: AskContract): Promise<ContractReport | undefined> {
  if (bench.askContract === undefined || contractOf === undefined) return undefined;
  const { release, ...nodes } = await bench.askContract();
  try {
    const nowMs = clock.nowMs();
    const limit = { clock, untilMs: nowMs + (untilMs - nowMs) * SHARE, signal };
    const report = await withinTime(limit, (over) =>
      runContract({ ...nodes, contractOf, dead, signal: over, onCase }),
    );
    return signal?.aborted ? report : withUnasked(report, contractOf(report.dialect));
  } finally {
    await release();
  }
}

function withUnasked(report: ContractReport, { cases }: Contract): ContractReport {
  const unasked = cases.slice(report.cases.length).map(({ name, operation, outcome, source }) => {
    return { name, operation, outcome, source, verdict: { kind: 'not-run', needs: MORE_TIME } as const };
  });
  return { ...report, cases: [...report.cases, ...unasked] };
}

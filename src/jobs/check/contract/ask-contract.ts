import type { ContractReport } from '../../../model/check/contract-report.ts';
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

// A case opens a channel at most, which takes a node 26 s (python-node.md 2).
const DEADLINE_MS = 60_000;
// Honest nodes answer all of it in less, also where there is less time for sequences.
const LEAST_MS = 60_000;

/** Asks the nodes of a bench their dialect's contract; what there was no time for is in the report as not judged. */
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
    const limit = { clock, untilMs: Math.max(untilMs, LEAST_MS), signal };
    const report = await withinTime(limit, (over) =>
      runContract({ ...nodes, contractOf, dead, deadlineMs: DEADLINE_MS, signal: over, onCase }),
    );
    return signal?.aborted ? report : withUnasked(report, contractOf(report.dialect));
  } finally {
    await release();
  }
}

function withUnasked(report: ContractReport, { cases }: Contract): ContractReport {
  const why = 'it was not asked: the time was over (--time)';
  const unasked = cases.slice(report.cases.length).map(({ name, operation, outcome, source }) => {
    return { name, operation, outcome, source, verdict: { kind: 'unknown', why } as const };
  });
  return { ...report, cases: [...report.cases, ...unasked] };
}

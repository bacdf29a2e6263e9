import type { Comparison, Finding, JudgedOperation, Verdict } from '../model/run/finding.ts';
import type { OperationRecord } from '../model/run/outcome.ts';
import type { Run } from '../model/run/run.ts';
import { atRest } from './money/at-rest.ts';
import { balances } from './readings/balances.ts';
import type { Check, Clue } from './check.ts';
import { connections } from './outcomes/connections.ts';
import { traceConsequences } from './blame/consequences.ts';
import { conservation } from './money/conservation.ts';
import { consistency } from './money/consistency.ts';
import { describeOutcome } from './outcomes/describe-outcome.ts';
import { endState } from './money/end-state.ts';
import { history } from './history/history.ts';
import { withOwnHistories } from './history/own-histories.ts';
import { outcomes } from './outcomes/outcomes.ts';
import { shapedByConcurrency } from './outcomes/overlap.ts';
import { receipts } from './outcomes/receipts.ts';
import { samePlan } from './outcomes/same-plan.ts';
import { staleReads } from './readings/stale-reads.ts';
import { sums } from './money/sums.ts';

/** Every judgement, in the order their findings are told. */
export const CHECKS: readonly Check[] = [
  samePlan,
  outcomes,
  receipts,
  history,
  balances,
  connections,
  staleReads,
  atRest,
  sums,
  consistency,
  conservation,
  endState,
];

/** Judges a run by another one of the same plan, operation by operation. */
export function compareRuns({
  observed,
  predicted,
}: {
  readonly observed: Run;
  readonly predicted: Run;
}): Comparison {
  const run = withOwnHistories({ ...observed, prediction: predicted });
  const clues = withoutRepetition(CHECKS.flatMap((check) => check.judge(run)));
  const findings = traceConsequences(clues, run).map(toFinding);
  const expected = new Map(predicted.records.map((record) => [record.operation.id, record]));
  const shaped = shapedByConcurrency(run);
  const operations = observed.records
    .toSorted((one, other) => one.operation.id - other.operation.id)
    .map((record) => {
      const { id } = record.operation;
      return judge({ record, predicted: expected.get(id), findings, isShaped: shaped.has(id) });
    });
  const judged = new Set(operations.map(({ operation }) => operation));
  const counts: Record<Verdict, number> = {
    agrees: 0,
    differs: 0,
    indeterminate: 0,
    'allowed-by-concurrency': 0,
  };
  for (const { verdict } of operations) counts[verdict] += 1;
  return {
    operations,
    general: findings.filter(({ operation }) => operation === null || !judged.has(operation)),
    counts,
    differences: findings.filter(({ severity }) => severity === 'difference').length,
  };
}

function judge({
  record,
  predicted,
  findings,
  isShaped,
}: {
  readonly record: OperationRecord;
  readonly predicted: OperationRecord | undefined;
  readonly findings: readonly Finding[];
  readonly isShaped: boolean;
}): JudgedOperation {
  const own = findings.filter(({ operation }) => operation === record.operation.id);
  return {
    operation: record.operation.id,
    verdict: verdictOf({ outcome: record.outcome, findings: own, isShaped }),
    predicted: predicted === undefined ? 'nothing' : describeOutcome(predicted.outcome),
    observed: describeOutcome(record.outcome),
    findings: own,
  };
}

function verdictOf({
  outcome,
  findings,
  isShaped,
}: {
  readonly outcome: OperationRecord['outcome'];
  readonly findings: readonly Finding[];
  readonly isShaped: boolean;
}): Verdict {
  const isOpen = outcome.kind === 'indeterminate' && (outcome.resolved ?? 'unknown') === 'unknown';
  if (isOpen) return 'indeterminate';
  if (findings.some(({ severity }) => severity === 'difference')) return 'differs';
  if (!findings.some(({ check }) => check === outcomes.name)) return 'agrees';
  // An outcome that follows from an earlier difference is no new lie, and still another outcome.
  return isShaped ? 'allowed-by-concurrency' : 'differs';
}

// Two views of one thing show the same difference: one finding is enough.
function withoutRepetition(clues: readonly Clue[]): readonly Clue[] {
  const told = new Set<string>();
  return clues.filter(({ check, operation, node, subject, title, predicted, observed }) => {
    const about = subject === undefined ? title : JSON.stringify(subject);
    const name = JSON.stringify([check, operation, node, about, predicted, observed]);
    if (told.has(name)) return false;
    told.add(name);
    return true;
  });
}

function toFinding({
  noticed: _noticed,
  since: _since,
  subject: _subject,
  isOld: _isOld,
  ...finding
}: Clue): Finding {
  return finding;
}

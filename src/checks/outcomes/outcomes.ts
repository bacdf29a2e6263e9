import type { OperationRecord, Outcome } from '../../model/run/outcome.ts';
import type { View } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import type { Check, Clue } from '../check.ts';
import { curlOf } from '../blame/curl.ts';
import { decidedBy, what } from '../blame/decided-by.ts';
import { describeOutcome } from './describe-outcome.ts';
import { shapedByConcurrency } from './overlap.ts';

/** Every operation ends as predicted: success or failure, status, class of the reason. */
export const outcomes: Check = {
  name: 'outcomes',
  judge(run) {
    const predicted = new Map(run.prediction?.records.map((record) => [record.operation.id, record]));
    const shaped = shapedByConcurrency(run);
    return run.records.flatMap((record) => {
      const expected = predicted.get(record.operation.id)?.outcome;
      const title = expected === undefined ? undefined : differenceOf(record, expected);
      if (expected === undefined || title === undefined) return [];
      const allowed = shaped.has(record.operation.id) && record.outcome.kind !== 'indeterminate';
      return [clue({ record, expected, title, allowed, run })];
    });
  },
};

function differenceOf({ operation, outcome }: OperationRecord, expected: Outcome): string | undefined {
  const action = what(operation);
  if (outcome.kind === 'indeterminate') {
    // Interrupting the run is the caller's doing, not the target's.
    if (outcome.cause === 'interrupted' || expected.kind === 'indeterminate') return undefined;
    if (isStopped(expected) && outcome.resolved !== 'happened') return undefined;
    return outcome.resolved === 'happened'
      ? `${action}: the node did it but gave no answer (${outcome.cause}: ${outcome.detail})`
      : `${action}: the node gave no answer (${outcome.cause}: ${outcome.detail})`;
  }
  if (expected.kind === 'indeterminate') return undefined;
  // What stands between us and a stopped node may refuse in its own way.
  if (isStopped(expected) && outcome.kind === 'failed' && (isStopped(outcome) || outcome.status >= 502))
    return undefined;
  if (outcome.kind !== expected.kind) {
    return outcome.kind === 'succeeded'
      ? `${action}: answered success where the model refuses`
      : `${action}: refused where the model succeeds`;
  }
  if (outcome.kind === 'failed' && expected.kind === 'failed' && outcome.reason !== expected.reason) {
    return `${action}: refused for another reason`;
  }
  if (outcome.status !== expected.status) {
    return `${action}: answered with status ${outcome.status} instead of ${expected.status}`;
  }
  return differentCount(outcome, expected)
    ? `${action}: answered with another number of channels`
    : undefined;
}

function isStopped(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.reason === 'unreachable';
}

function differentCount(outcome: Outcome, expected: Outcome): boolean {
  if (outcome.kind !== 'succeeded' || expected.kind !== 'succeeded') return false;
  if (outcome.channels === undefined || expected.channels === undefined) return false;
  return outcome.channels.length !== expected.channels.length;
}

function clue({
  record,
  expected,
  title,
  allowed,
  run,
}: {
  readonly record: OperationRecord;
  readonly expected: Outcome;
  readonly title: string;
  readonly allowed: boolean;
  readonly run: Run;
}): Clue {
  const { operation, outcome } = record;
  const node = 'node' in operation ? operation.node : undefined;
  const curl = node === undefined ? undefined : curlOf({ run, node, view: viewAfter(record) });
  return {
    check: outcomes.name,
    severity: allowed ? 'note' : 'difference',
    operation: operation.id,
    ...(node === undefined ? {} : { node }),
    title: allowed ? `${title}; operations overlapped, so both may be right` : title,
    predicted: explained(expected),
    observed: explained(outcome),
    decidedBy: decidedBy(operation.id, run),
    ...(curl === undefined ? {} : { curl }),
    noticed: operation.id,
  };
}

/** Where one looks to see what an operation did. */
function viewAfter({ operation }: OperationRecord): View {
  if (operation.kind === 'pay') return { kind: 'history', token: operation.token, partner: operation.target };
  if ('partner' in operation) return { kind: 'channel', token: operation.token, partner: operation.partner };
  return { kind: 'channels' };
}

function explained(outcome: Outcome): string {
  const words = describeOutcome(outcome);
  return outcome.kind === 'failed' ? `${words}: ${outcome.message}` : words;
}

import { describeOperation, describeOutcome } from '../../model/run/describe-operation.ts';
import type { OperationRecord, Outcome } from '../../model/run/outcome.ts';
import type { View } from '../../model/run/reading.ts';
import type { Check, Clue } from '../check.ts';
import { operationsKept } from '../coverage.ts';
import { shapedByConcurrency } from './overlap.ts';

/** Every operation ends as predicted: success or failure, status, class of the reason. */
export const outcomes: Check = {
  name: 'outcomes',
  role: 'operation',
  appliesTo: ['replay'],
  // What earlier operations left in the channels decides how later ones end.
  followsFrom: ['state'],
  judge(run) {
    const predicted = new Map(run.prediction?.records.map((record) => [record.operation.id, record]));
    const shaped = shapedByConcurrency(run);
    const clues = run.records.flatMap((record) => {
      const expected = predicted.get(record.operation.id)?.outcome;
      const title = expected === undefined ? undefined : differenceOf(record, expected);
      if (expected === undefined || title === undefined) return [];
      const isAllowed = shaped.has(record.operation.id) && record.outcome.kind !== 'indeterminate';
      return [clueOf(record, expected, { title, isAllowed })];
    });
    return { clues, covered: operationsKept(run) };
  },
};

function differenceOf({ operation, outcome }: OperationRecord, expected: Outcome): string | undefined {
  const action = describeOperation(operation);
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

function clueOf(
  record: OperationRecord,
  expected: Outcome,
  { title, isAllowed }: { readonly title: string; readonly isAllowed: boolean },
): Clue {
  const { operation, outcome } = record;
  return {
    operation: operation.id,
    ...('node' in operation ? { node: operation.node } : {}),
    view: viewAfter(record),
    ...(isAllowed ? { severity: 'note' } : {}),
    title: isAllowed ? `${title}; operations overlapped, so both may be right` : title,
    predicted: explained(expected),
    observed: explained(outcome),
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

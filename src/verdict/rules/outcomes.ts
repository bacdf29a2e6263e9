import {
  type AmountWriter,
  describeOperation,
  describeOutcome,
  tokenWriter,
} from '../../model/run/describe-operation.ts';
import { channelCount, type OperationRecord, type Outcome } from '../../model/run/operation.ts';
import type { View } from '../../model/run/reading.ts';
import { aboutOperation, type Check, type Clue, operationsKept } from '../check.ts';
import { type Allowance, allowancesOf } from './allowances.ts';

/** Every operation ends as predicted: success or failure, status, class of the reason. */
export const outcomes: Check = {
  name: 'outcomes',
  role: 'operation',
  appliesTo: ['replay'],
  judge(run, story) {
    const allowanceOf = allowancesOf(run, story);
    const write = tokenWriter(run);
    const clues = run.records.flatMap((record) => {
      const expected = story.predicted.get(record.operation.id)?.outcome;
      const difference = expected === undefined ? undefined : differenceOf(record, expected, write);
      if (expected === undefined || difference === undefined) return [];
      const allowance = difference.isOfOrder ? allowanceOf(record) : NONE;
      const title = `${difference.title}${ADDED[allowance.kind]}`;
      return [clueOf(record, expected, { title, allowance })];
    });
    return { clues, covered: operationsKept(run) };
  },
};

const NONE: Allowance = { kind: 'none' };

const ADDED: Readonly<Record<Allowance['kind'], string>> = {
  none: '',
  possible: '; operations overlapped, and another order of theirs may give this',
  waiting: '; its locks may live for longer than it was waited for',
  impossible: '; no order of the operations that overlapped gives that',
};

function clueOf(
  record: OperationRecord,
  expected: Outcome,
  { title, allowance }: { readonly title: string; readonly allowance: Allowance },
): Clue {
  const { operation, outcome } = record;
  const isImpossible = allowance.kind === 'impossible';
  return {
    ...aboutOperation(operation),
    view: viewAfter(record),
    ...(allowance.kind === 'none' || isImpossible ? {} : { severity: 'note' }),
    title,
    predicted: isImpossible ? allowance.instead : explained(expected),
    observed: explained(outcome),
    ...(isImpossible ? { decidedBy: 'the least and the most that any order leaves on the way' } : {}),
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

/** How an operation ended otherwise than predicted. */
interface OutcomeDifference {
  readonly title: string;
  /** True when the order of operations can decide it: success or failure, why, and how many channels there were to leave. */
  readonly isOfOrder: boolean;
}

/** The difference between an operation's outcome and the predicted one; `undefined`: there is none. */
export function differenceOf(
  { operation, outcome }: Pick<OperationRecord, 'operation' | 'outcome'>,
  expected: Outcome,
  write?: AmountWriter,
): OutcomeDifference | undefined {
  const action = describeOperation(operation, write);
  if (outcome.kind === 'indeterminate') {
    // Interrupting the run is the caller's doing, not the target's.
    if (outcome.cause === 'interrupted' || expected.kind === 'indeterminate') return undefined;
    if (isStopped(expected) && outcome.resolved !== 'happened') return undefined;
    const given = `gave no answer: ${outcome.detail}`;
    return ofOrder(
      outcome.resolved === 'happened'
        ? `${action}: the node did it but ${given}`
        : `${action}: the node ${given}`,
    );
  }
  if (expected.kind === 'indeterminate') return undefined;
  // A gateway in front of a stopped node may refuse in its own way.
  if (isStopped(expected) && outcome.kind === 'failed' && (isStopped(outcome) || outcome.status >= 502))
    return undefined;
  if (outcome.kind !== expected.kind) {
    return outcome.kind === 'succeeded'
      ? ofOrder(`${action}: answered success where the model refuses`)
      : ofOrder(`${action}: refused where the model succeeds`);
  }
  if (outcome.kind === 'failed' && expected.kind === 'failed' && outcome.reason !== expected.reason)
    return ofOrder(`${action}: refused for another reason`);
  if (outcome.status !== expected.status) {
    const title = `${action}: answered with status ${outcome.status} instead of ${expected.status}`;
    // A channel that is there and one that is opened anew are answered each in its way.
    return operation.kind === 'open' && outcome.kind === 'succeeded'
      ? ofOrder(title)
      : { title, isOfOrder: false };
  }
  // Where operations overlapped, the check of channel answers says how many there can have been.
  const [shown, wanted] = [channelCount(outcome), channelCount(expected)];
  if (shown === undefined || wanted === undefined || shown === wanted) return undefined;
  return ofOrder(`${action}: answered with ${shown} channels instead of ${wanted}`);
}

function ofOrder(title: string): OutcomeDifference {
  return { title, isOfOrder: true };
}

function isStopped(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.reason === 'unreachable';
}

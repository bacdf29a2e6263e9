import { describeOperation } from '../../model/run/describe-operation.ts';
import { channelCount, type OperationRecord, type Outcome } from '../../model/run/outcome.ts';

/** How an operation ended otherwise than predicted. */
export interface OutcomeDifference {
  readonly title: string;
  /** True when the order of operations can decide it: success or failure, why, and how many channels there were to leave. */
  readonly isOfOrder: boolean;
}

/** What an operation's outcome has against the predicted one; `undefined`: nothing. */
export function differenceOf(
  { operation, outcome }: Pick<OperationRecord, 'operation' | 'outcome'>,
  expected: Outcome,
): OutcomeDifference | undefined {
  const action = describeOperation(operation);
  if (outcome.kind === 'indeterminate') {
    // Interrupting the run is the caller's doing, not the target's.
    if (outcome.cause === 'interrupted' || expected.kind === 'indeterminate') return undefined;
    if (isStopped(expected) && outcome.resolved !== 'happened') return undefined;
    const given = `gave no answer (${outcome.cause}: ${outcome.detail})`;
    return outside(
      outcome.resolved === 'happened'
        ? `${action}: the node did it but ${given}`
        : `${action}: the node ${given}`,
    );
  }
  if (expected.kind === 'indeterminate') return undefined;
  // What stands between us and a stopped node may refuse in its own way.
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
    return operation.kind === 'open' && outcome.kind === 'succeeded' ? ofOrder(title) : outside(title);
  }
  // Of what overlapped, the check of channel answers says how many there can have been.
  const [shown, wanted] = [channelCount(outcome), channelCount(expected)];
  if (shown === undefined || wanted === undefined || shown === wanted) return undefined;
  return ofOrder(`${action}: answered with ${shown} channels instead of ${wanted}`);
}

function ofOrder(title: string): OutcomeDifference {
  return { title, isOfOrder: true };
}

function outside(title: string): OutcomeDifference {
  return { title, isOfOrder: false };
}

function isStopped(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.reason === 'unreachable';
}

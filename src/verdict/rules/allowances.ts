import {
  isPaymentRecord,
  type OperationRecord,
  paymentKey,
  type PaymentRecord,
} from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { isOfOrder } from '../bounds/payment-outcomes.ts';
import { hasExpired } from '../refusals.ts';
import { hungPayments } from '../failures/hung-payments.ts';
import { shapedByConcurrency } from '../timeline/overlap.ts';
import type { Story } from '../story.ts';

/**
 * Whether overlapping allows an outcome that was not predicted. `none`: nothing overlapped. `possible`: in some order.
 * `impossible`: in none; `instead` says what the answer must be. `waiting`: its locks have to expire first, as predicted
 * or in some order, and it was given up before.
 */
export type Allowance =
  | { readonly kind: 'none' | 'possible' | 'waiting' }
  | { readonly kind: 'impossible'; readonly instead: string };

/** The allowance of each record of a run. */
export function allowancesOf(run: Run, story: Story): (record: OperationRecord) => Allowance {
  const { running, predicted, lockLifeOf, payments } = story;
  const shaped = shapedByConcurrency(run);
  let hung: ReadonlySet<number> | undefined;
  const isWaiting = (record: OperationRecord): boolean => {
    const { operation, outcome, endedAtMs } = record;
    if (!isPaymentRecord(record) || outcome.kind !== 'indeterminate') return false;
    if (outcome.cause !== 'deadline' || endedAtMs >= lockLifeOf(record).untilMs) return false;
    // Locks that expired leave an entry, and those that have not are listed.
    hung ??= new Set(hungPayments(story).map((payment) => payment.operation.id));
    if (hung.has(operation.id)) return false;
    const expected = predicted.get(operation.id)?.outcome;
    // A mediator without money waits for some, and then the payment is made late.
    const isEither = shaped.has(operation.id);
    const mayHaveEndedSo = outcome.resolved !== 'happened' || isEither || expected?.kind === 'succeeded';
    return mayHaveEndedSo && (isEither || (expected !== undefined && hasExpired(expected)));
  };
  // The same identifier may join another payment, or be in conflict with it.
  const paymentInstead = (record: PaymentRecord): string | undefined =>
    payments.get(paymentKey(record.operation))?.length === 1 ? story.paid.answerInstead(record) : undefined;
  return (record) => {
    const { operation, outcome } = record;
    if (isWaiting(record)) return { kind: 'waiting' };
    const expected = predicted.get(operation.id)?.outcome;
    // A lock's timeout is looked at once a way is found, so that there may be none.
    const isFirst = outcome.kind === 'failed' && isOfOrder(outcome.reason);
    const isDecided =
      isPaymentRecord(record) &&
      expected?.kind === 'failed' &&
      !isOfOrder(expected.reason) &&
      !(expected.reason === 'invalid-timeout' && isFirst);
    if (!shaped.has(operation.id) || isDecided) return { kind: 'none' };
    if (outcome.kind === 'indeterminate') {
      const isCut = outcome.cause === 'connection-broken' && 'node' in operation;
      // Stopping a node also breaks requests that a proxy holds for it.
      const isOff = isCut && !running.during(operation.node, record).mustRun;
      return { kind: isOff ? 'possible' : 'none' };
    }
    const instead = isPaymentRecord(record) ? paymentInstead(record) : changeInstead(record, story);
    return instead === undefined ? { kind: 'possible' } : { kind: 'impossible', instead };
  };
}

// In no order a running node refuses a change of a channel for a reason that the API does not name.
function changeInstead(
  { operation, outcome, ...during }: OperationRecord,
  { run, running }: Story,
): string | undefined {
  if (!('partner' in operation) || outcome.kind !== 'failed') return undefined;
  const isUnnamed = outcome.reason === 'other' || outcome.reason === 'server-error';
  const { node } = operation;
  const isJudged = run.header.dialects?.[node] === undefined && running.during(node, during).mustRun;
  return isUnnamed && isJudged ? 'success, or a refusal that the API names' : undefined;
}

import { type AmountWriter, describeOperation, describeOutcome } from '../../model/run/describe-operation.ts';
import { gather } from '../../model/gather.ts';
import { type ReportedPayment, reportedPayments } from '../figures/reported-payment.ts';
import type { Figures } from '../figures/figures.ts';
import type { Sides } from './sides.ts';

/** Whether both runs asked for the same payments. */
export interface PlanOverlap {
  /** `partly`: under one seed at least half of them are; `another`: they are not, so pairs would say nothing. */
  readonly kind: 'same' | 'partly' | 'another';
  readonly shared: number;
  readonly onlyA: number;
  readonly onlyB: number;
}

/** How the payments that both runs asked for ended in each. */
export interface PaymentPairs {
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly neither: number;
  /** Payments that ended otherwise, or failed for another reason. */
  readonly changed: readonly ChangedPayment[];
}

/** One payment that both runs asked for: how it ended in words; `succeeded`, or why it did not. */
export interface ChangedPayment extends Sides<string> {
  /** Its number in each run. */
  readonly operations: Sides<number>;
  readonly payment: string;
}

type Pair = Sides<ReportedPayment>;

/** Compares payment by payment as far as both runs asked for the same; `null` where they did not. */
export function comparePayments(sides: Sides<Figures>): {
  readonly plan: PlanOverlap;
  readonly pairs: PaymentPairs | null;
} {
  const matches = pairsOf(sides);
  const shared = matches.length;
  const [inA, inB] = [sides.a.tally.payments.count, sides.b.tally.payments.count];
  const isHalf = sides.a.run.header.seed === sides.b.run.header.seed && 2 * shared >= Math.max(inA, inB);
  const kind = shared === inA && shared === inB ? 'same' : isHalf ? 'partly' : 'another';
  const plan: PlanOverlap = { kind, shared, onlyA: inA - shared, onlyB: inB - shared };
  return { plan, pairs: kind === 'another' ? null : judgedPairs(matches, sides.a.inTokens) };
}

// Under another seed a payment of the same place, ends and amount is the same one only at the same moment.
function pairsOf({ a, b }: Sides<Figures>): readonly Pair[] {
  const isOneSeed = a.run.header.seed === b.run.header.seed;
  const keyOf = ({ record: { operation }, request }: ReportedPayment): string => {
    const { node, target, token, amount, lockTimeout = '' } = request;
    const moment = isOneSeed ? '' : operation.atMs;
    return [operation.origin, node, target, token, amount, lockTimeout, moment].join('\n');
  };
  const waiting = new Map<string, ReportedPayment[]>();
  for (const payment of reportedPayments(b.run)) gather(waiting, keyOf(payment), payment);
  return [...reportedPayments(a.run)].flatMap((payment) => {
    const other = waiting.get(keyOf(payment))?.shift();
    return other === undefined ? [] : { a: payment, b: other };
  });
}

function judgedPairs(pairs: readonly Pair[], write: AmountWriter): PaymentPairs {
  const count = (inA: boolean, inB: boolean): number =>
    pairs.filter(({ a, b }) => succeeded(a) === inA && succeeded(b) === inB).length;
  return {
    both: count(true, true),
    onlyA: count(true, false),
    onlyB: count(false, true),
    neither: count(false, false),
    changed: pairs
      .filter(({ a, b }) => a.result !== b.result || a.reason !== b.reason)
      .map(({ a, b }) => ({
        operations: { a: a.record.operation.id, b: b.record.operation.id },
        payment: describeOperation(a.record.operation, write),
        a: endText(a),
        b: endText(b),
      })),
  };
}

function succeeded({ result }: ReportedPayment): boolean {
  return result === 'succeeded';
}

function endText(payment: ReportedPayment): string {
  return succeeded(payment) ? 'succeeded' : (payment.reason ?? describeOutcome(payment.record.outcome));
}

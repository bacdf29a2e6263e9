import { paymentKey } from '../../model/run/operation.ts';
import {
  isPaymentRecord,
  type OperationRecord,
  type PaymentRecord,
  secretOf,
} from '../../model/run/outcome.ts';

/** When a request was under way. */
type Span = Pick<PaymentRecord, 'startedAtMs' | 'endedAtMs'>;

/** Of a payment in a history. */
type Entry = Span & {
  readonly isAnswered: boolean;
  /** Undefined: none was shown. */
  readonly secret: string | undefined;
};

/**
 * The payments without an answer that were made. Histories name identifiers, and several payments may have the same
 * one: an entry is that of a payment that was answered, then that of one that the prediction has made, then that of any
 * other. A request that overlaps such a payment may have joined it, which makes no entry of its own.
 */
export function madeUnanswered({
  open,
  records,
  predicted,
  timesNamed,
}: {
  readonly open: readonly PaymentRecord[];
  readonly records: readonly OperationRecord[];
  /** By operation; empty: nothing is predicted. */
  readonly predicted: ReadonlyMap<number, OperationRecord>;
  /** How often histories name the payment's identifier since the run began. */
  readonly timesNamed: (record: PaymentRecord) => number;
}): ReadonlySet<PaymentRecord> {
  const entries = answeredEntries(open, records);
  const isExpected = ({ operation }: PaymentRecord): boolean => isPredicted(predicted.get(operation.id));
  const made = new Set<PaymentRecord>();
  for (const record of [...open.filter(isExpected), ...open.filter((one) => !isExpected(one))]) {
    const namesakes = entries.get(paymentKey(record.operation)) ?? [];
    const apart = namesakes.filter((entry) => isOver(entry, record) || isOver(record, entry));
    // A later answer may be that of this payment, which was joined; not so where this one is not expected.
    const taken = apart.filter((entry) => isOver(entry, record) || !entry.isAnswered || !isExpected(record));
    if (timesNamed(record) <= taken.length) continue;
    made.add(record);
    if (apart.length === namesakes.length)
      namesakes.push({ ...record, isAnswered: false, secret: undefined });
  }
  return made;
}

// By payment key, for those that are asked after; what was joined has one secret and one entry.
function answeredEntries(
  open: readonly PaymentRecord[],
  records: readonly OperationRecord[],
): ReadonlyMap<string, Entry[]> {
  const entries = new Map<string, Entry[]>(open.map(({ operation }) => [paymentKey(operation), []]));
  for (const record of records) {
    const { outcome, startedAtMs, endedAtMs } = record;
    if (!isPaymentRecord(record) || outcome.kind !== 'succeeded') continue;
    const namesakes = entries.get(paymentKey(record.operation));
    const secret = secretOf(outcome);
    const isJoined = secret !== undefined && namesakes?.some((entry) => entry.secret === secret) === true;
    if (!isJoined) namesakes?.push({ startedAtMs, endedAtMs, isAnswered: true, secret });
  }
  return entries;
}

function isOver({ endedAtMs }: Span, { startedAtMs }: Span): boolean {
  return endedAtMs <= startedAtMs;
}

function isPredicted(predicted: OperationRecord | undefined): boolean {
  if (predicted === undefined) return true;
  const { operation, outcome, isUndone = false } = predicted;
  return operation.kind === 'pay' && outcome.kind !== 'failed' && !isUndone;
}

import type { NodeName } from '../../model/network/network.ts';
import {
  changesChannels,
  isPaymentRecord,
  type OperationRecord,
  type OperationRequest,
  type Outcome,
  paymentKey,
  type PaymentRecord,
  type Resolution,
  secretOf,
} from '../../model/run/operation.ts';
import { positionOf, type Reading, viewKey } from '../../model/run/reading.ts';
import { predictedRecords, type Run, type RunHeader, timingOf } from '../../model/run/run.ts';
import { historyEntries, paymentNamed } from '../facts/facts.ts';
import { type Names, namesOf } from '../facts/names.ts';
import { withIdentifiers } from '../facts/rounded-identifiers.ts';
import { earlierPayments, pendingKey, transferKey } from '../../model/earlier-transfers.ts';
import { lockLives } from '../raiden/lock-life.ts';
import { takeUpMs } from './take-up-time.ts';

/**
 * Operations without an answer as reading shows them afterwards. A payment happened when one of its parties names it
 * more often than before the run and than others with its identifier were made; its payee, where the payer lists what
 * failed among what was sent. It is pending while any node lists it as that, or while a node that may be late may still
 * have it before itself; else it did not happen when both were read and neither names it. Another operation happened when the
 * node shows what was predicted after it. One pass over the histories, however long they are.
 */
export function resolveOutcomes(
  run: Pick<Run, 'header' | 'start' | 'records' | 'readings' | 'prediction'>,
): readonly OperationRecord[] {
  const open = run.records.filter(({ outcome }) => outcome.kind === 'indeterminate');
  if (open.length === 0) return run.records;
  const predicted = predictedRecords(run);
  const sightings = new Sightings(open, run, predicted);
  return run.records.map((record) => {
    const { operation, outcome } = record;
    if (outcome.kind !== 'indeterminate') return record;
    const resolved = isPaymentRecord(record)
      ? sightings.resolve(record)
      : resolveChannel(record, predicted.get(operation.id)?.outcome, run.readings);
    return { ...record, outcome: { ...outcome, resolved } };
  });
}

/** The payments that were not answered, as histories name them. */
class Sightings {
  /** By party and payment, in the order of reading. */
  readonly #seen = new Map<string, Sighting[]>();
  readonly #histories: readonly Reading[];
  readonly #isPending: (record: PaymentRecord) => boolean;
  readonly #dialects: RunHeader['dialects'];
  readonly #happened: ReadonlySet<PaymentRecord>;

  constructor(
    open: readonly OperationRecord[],
    run: Pick<Run, 'header' | 'start' | 'readings' | 'records'>,
    predicted: ReadonlyMap<number, OperationRecord>,
  ) {
    const { start, readings, records } = run;
    this.#dialects = run.header.dialects;
    this.#isPending = stillPending(run);
    for (const { operation } of open) {
      if (operation.kind !== 'pay') continue;
      for (const party of partiesOf(operation)) this.#seen.set(`${party} ${paymentKey(operation)}`, []);
    }
    const operations = records.map(({ operation }) => operation);
    const restored = withIdentifiers({ start, operations });
    this.#histories = readings.filter(({ value }) => value.kind === 'history').map(restored);
    const names = namesOf(start);
    for (const reading of this.#histories) this.#count(reading, names);
    this.#happened = madeUnanswered({
      open: open.filter(isPaymentRecord),
      records,
      predicted,
      timesNamed: (record) => this.#timesNamed(record),
    });
  }

  resolve(record: PaymentRecord): Resolution {
    const { operation: payment } = record;
    if (this.#happened.has(record)) return 'happened';
    if (!partiesOf(payment).every((party) => this.#isRead(party, payment))) return 'unknown';
    return this.#isPending(record) ? 'pending' : 'did-not-happen';
  }

  // The same scenario on the same nodes has the same identifiers again: what stood there before says nothing.
  #timesNamed({ operation: payment }: PaymentRecord): number {
    const times = partiesOf(payment).map((party) => {
      const seen = this.#seen.get(`${party} ${paymentKey(payment)}`) ?? [];
      return mostOf(seen.filter(({ at }) => at >= payment.id)) - mostOf(seen.filter(({ at }) => at < 0));
    });
    return Math.max(...times);
  }

  #count({ node, value, moment }: Reading, names: Names): void {
    if (value.kind !== 'history') return;
    const listsFailedAsSent = this.#dialects?.[node]?.historyLists.failed === 'sent';
    const times = new Map<string, number>();
    for (const entry of historyEntries(value.events, names)) {
      const payment = paymentNamed(node, entry);
      if (payment === undefined || (entry.event === 'sent' && listsFailedAsSent)) continue;
      const key = `${node} ${paymentKey(payment)}`;
      if (this.#seen.has(key)) times.set(key, (times.get(key) ?? 0) + 1);
    }
    for (const [key, count] of times) this.#seen.get(key)?.push({ at: positionOf(moment), times: count });
  }

  #isRead(party: NodeName, { id, node, target, token }: PaymentRecord['operation']): boolean {
    const other = party === node ? target : node;
    return this.#histories.some(
      ({ node: read, moment, view }) =>
        read === party &&
        view.kind === 'history' &&
        positionOf(moment) >= id &&
        (view.token ?? token) === token &&
        (view.partner ?? other) === other,
    );
  }
}

/** How often one reading named a payment, and when it was taken. */
interface Sighting {
  readonly at: number;
  readonly times: number;
}

function mostOf(seen: readonly Sighting[]): number {
  return Math.max(0, ...seen.map(({ times }) => times));
}

/** The node that is asked, and the other party of a payment or a channel. */
export function partiesOf(operation: OperationRequest): readonly NodeName[] {
  type Parties = { readonly [Party in 'node' | 'partner' | 'target']?: NodeName };
  const { node, partner, target }: Parties & Pick<OperationRequest, 'kind'> = operation;
  return [node, partner, target].filter((party) => party !== undefined);
}

function resolveChannel(
  { operation }: OperationRecord,
  predicted: Outcome | undefined,
  readings: Run['readings'],
): Resolution {
  if (!changesChannels(operation) || operation.kind === 'leave' || predicted?.kind !== 'succeeded')
    return 'unknown';
  const { node, partner, token, kind } = operation;
  const last = readings.findLast(
    ({ moment, node: reader, view }) =>
      moment === operation.id &&
      reader === node &&
      view.kind === 'channel' &&
      view.partner === partner &&
      view.token === token,
  );
  if (last?.value.kind !== 'channel') return 'unknown';
  const { channel } = last.value;
  switch (kind) {
    case 'open':
      return inWords(channel?.state === 'opened' && channel.totalDeposit === operation.totalDeposit);
    case 'deposit':
      return inWords(channel?.totalDeposit === operation.totalDeposit);
    case 'withdraw':
      return inWords(channel?.totalWithdraw === operation.totalWithdraw);
    case 'set':
      return inWords(channel?.revealTimeout === BigInt(operation.revealTimeout));
    case 'close':
      return inWords(channel?.state !== 'opened');
  }
}

function inWords(happened: boolean): Resolution {
  return happened ? 'happened' : 'did-not-happen';
}

/**
 * Tells whether a payment without an answer is still on its way: a node lists it as pending when it was last read, or it
 * may not have been taken up by then. Nodes that handle what comes at once list it at once, so that there only the
 * lists count; another payer that lists anything is at work, and may have what comes next before itself for as long as
 * a lock lives.
 */
function stillPending(
  run: Pick<Run, 'header' | 'start' | 'readings' | 'records'>,
): (record: PaymentRecord) => boolean {
  const { listed, busy } = listedLast(run.readings);
  const lastMs = Math.max(0, ...run.readings.map(({ atMs }) => atMs));
  const lifeOf = lockLives(run);
  const isSlow = run.records.some(({ operation }) => operation.kind === 'slow');
  const isLate = isSlow || timingOf(run.header).messages !== 'timed';
  const patienceMs = takeUpMs(run);
  return (record) => {
    const { operation, startedAtMs } = record;
    const at = listed.get(transferKey(operation, run.start));
    if (at !== undefined && at >= operation.id) return true;
    if (!isLate || lastMs >= lifeOf(record).untilMs) return false;
    return busy.has(operation.node) || lastMs < startedAtMs + patienceMs;
  };
}

/** The transfers in the last list of each node; what stood there before the run is another payment. */
interface ListedLast {
  /** When each was listed. */
  readonly listed: ReadonlyMap<string, number>;
  /** Nodes that list any, or whose list was not read. */
  readonly busy: ReadonlySet<NodeName>;
}

function listedLast(readings: readonly Reading[]): ListedLast {
  const before = earlierPayments(readings);
  const last = new Map(
    readings
      .filter(({ view, value }) => viewKey(view) === 'pending' && value.kind === 'pending')
      .map((reading) => [reading.node, reading]),
  );
  const listed = new Map<string, number>();
  const busy = new Set(readings.map(({ node }) => node));
  for (const { node, moment, value } of last.values()) {
    if (value.kind !== 'pending') continue;
    const pending = value.transfers.map(pendingKey).filter((key) => !before.has(key));
    if (pending.length === 0) busy.delete(node);
    for (const key of pending) listed.set(key, Math.max(positionOf(moment), listed.get(key) ?? -1));
  }
  return { listed, busy };
}

/** When a request was under way. */
type Span = Pick<PaymentRecord, 'startedAtMs' | 'endedAtMs'>;

/** The entry of a payment in a history. */
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
function madeUnanswered({
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

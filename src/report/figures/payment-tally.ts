import { type PlaceCount, PlaceCounts } from '../../model/failure-place.ts';
import { wasWaitedFor } from '../../model/load/load-series.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { TokenName } from '../../model/network/network.ts';
import type { FailureReason, Resolution } from '../../model/run/operation.ts';
import type { ModelCheck } from '../../model/run/trace.ts';
import { NumberColumn } from '../../statistics/number-column.ts';
import { type ReportedPayment, RESULTS } from './reported-payment.ts';
import { resolvedCounts } from '../../model/load/resolved-counts.ts';
import type { StoredRun } from '../../model/run/run.ts';

/** The sums over payments, in some 30 bytes for each payment: every figure of payments is computed from these. */
export class PaymentTally {
  readonly counts: Record<ReportedPayment['result'], number> = { succeeded: 0, failed: 0, indeterminate: 0 };
  /** Payments without an answer, whatever reading showed afterwards. */
  unanswered = 0;
  /** Of these, the ones that were on their way still when nodes were last read. */
  pending = 0;
  /** Payments whose answer did not come in time, by what reading showed of them. */
  readonly waitedFor = new Map<Resolution, number>();
  /** Amounts of succeeded payments, of all payments, and the fees of succeeded ones. */
  volume: Amount = 0n;
  attempted: Amount = 0n;
  fees: Amount = 0n;
  /** The volume by token, in the order of first payment: amounts of different tokens do not add up. */
  readonly volumes = new Map<TokenName, Amount>();
  /** Answered successes. */
  readonly latenciesMs = new NumberColumn();
  /** Succeeded payments that cost nothing. */
  #free = 0;
  readonly #feePercents = new NumberColumn();
  readonly reasons = new Map<FailureReason, number>();
  readonly places = new PlaceCounts();
  /** Payments that a check of the model stopped, by check. */
  readonly stoppedBy = new Map<ModelCheck, number>();
  readonly #hops = new Map<number, number>();
  readonly #startsMs = new NumberColumn();
  #results = new Uint8Array(64);

  static of(payments: Iterable<ReportedPayment>): PaymentTally {
    const tally = new PaymentTally();
    for (const payment of payments) tally.add(payment);
    return tally;
  }

  get count(): number {
    return this.#startsMs.length;
  }

  add({ record, request, result, reason, place, outline, latencyMs }: ReportedPayment): void {
    const { amount, token } = request;
    this.counts[result] += 1;
    this.attempted += amount;
    this.volumes.set(token, (this.volumes.get(token) ?? 0n) + (result === 'succeeded' ? amount : 0n));
    this.#note(record.startedAtMs, RESULTS.indexOf(result));
    if (latencyMs !== undefined) this.latenciesMs.push(latencyMs);
    if (record.outcome.kind === 'indeterminate') {
      this.unanswered += 1;
      if (record.outcome.resolved === 'pending') this.pending += 1;
      if (wasWaitedFor(record)) countUp(this.waitedFor, record.outcome.resolved ?? 'unknown');
    }
    if (reason !== undefined) countUp(this.reasons, reason);
    if (place !== undefined) this.places.add(place);
    if (outline?.failedAt !== undefined) countUp(this.stoppedBy, outline.failedAt.check);
    if (result !== 'succeeded') return;
    this.volume += amount;
    if (outline === undefined) return;
    this.fees += outline.fee;
    if (outline.fee === 0n) this.#free += 1;
    else this.#feePercents.push((Number(outline.fee) / Number(amount)) * 100);
    if (outline.hops > 0) countUp(this.#hops, outline.hops);
  }

  /** Fee as a percentage of the amount, of succeeded payments whose fee is known, ascending. */
  get feePercents(): Float64Array {
    const percents = new Float64Array(this.#free + this.#feePercents.length);
    percents.set(this.#feePercents.values(), this.#free);
    return percents.sort();
  }

  /** Succeeded payments by number of hops, shortest first; payments whose path is not known are left out. */
  get pathLengths(): readonly { readonly hops: number; readonly count: number }[] {
    return [...this.#hops].map(([hops, count]) => ({ hops, count })).sort((a, b) => a.hops - b.hops);
  }

  /** Calls `visit` with the start and the result of every payment. */
  forEachStart(visit: (startedAtMs: number, result: ReportedPayment['result']) => void): void {
    this.#startsMs.values().forEach((startedAtMs, at) => {
      visit(startedAtMs, RESULTS[this.#results[at] as number] as ReportedPayment['result']);
    });
  }

  #note(startedAtMs: number, result: number): void {
    if (this.count === this.#results.length) {
      const grown = new Uint8Array(2 * this.count);
      grown.set(this.#results);
      this.#results = grown;
    }
    this.#results[this.count] = result;
    this.#startsMs.push(startedAtMs);
  }
}

function countUp<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Failed payments by reason, most frequent first, then by name; of a load all of them, whichever records were kept. */
export function failuresByReason(
  { load, records }: Pick<StoredRun, 'load' | 'records'>,
  { reasons }: PaymentTally,
): readonly { readonly reason: FailureReason; readonly count: number }[] {
  const counts = load === undefined ? reasons : resolvedCounts(load.aggregate, records).failures;
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

/** Failed payments by so many places, most frequent first; of a load by the balances that were read while it ran. */
export function failuresByPlace(
  { load }: Pick<StoredRun, 'load'>,
  { places }: Pick<PaymentTally, 'places'>,
  limit: number,
): { readonly most: readonly PlaceCount[]; readonly inAll: number; readonly failures: number } {
  const watched = load?.watch?.places;
  if (watched === undefined)
    return { most: places.most(limit), inAll: places.size, failures: places.failures };
  const failures = watched.reduce((sum, { count }) => sum + count, 0);
  return { most: watched.slice(0, limit), inAll: watched.length, failures };
}

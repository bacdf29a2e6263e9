import type { Amount } from '../network/amount.ts';
import { LatencyHistogram, type LatencyHistogramJson } from '../../statistics/latency-histogram.ts';
import { LoadSeries, type LoadSeriesJson } from './load-series.ts';
import type { TokenName } from '../network/network.ts';
import type { OperationRecord } from '../run/operation.ts';

/**
 * Everything a load's report needs, in bounded memory whatever its length. A fold over records: reading
 * `outcomes.ndjson` again gives the same.
 */
export class LoadAggregate {
  /** From sending to the answer. */
  readonly service = new LatencyHistogram();
  /** The same of payments that succeeded. */
  readonly paid = new LatencyHistogram();
  /** From the intended start to the answer. */
  readonly response = new LatencyHistogram();
  /** From the intended to the actual start. */
  readonly lag = new LatencyHistogram();
  readonly #series: LoadSeries;
  #counts: LoadCounts = { ...NO_COUNTS };
  readonly #reasons = new Map<string, number>();
  readonly #arrived = new Map<TokenName, Amount>();

  constructor(series = new LoadSeries()) {
    this.#series = series;
  }

  get counts(): Readonly<LoadCounts> {
    return this.#counts;
  }

  /** Failed payments by reason class, indeterminate ones by cause. */
  get reasons(): ReadonlyMap<string, number> {
    return this.#reasons;
  }

  /** The exact sums that succeeded payments moved, by token in the order of first payment. */
  get arrived(): ReadonlyMap<TokenName, Amount> {
    return this.#arrived;
  }

  get series(): LoadSeries {
    return this.#series;
  }

  /** Counts one operation that has ended. */
  add(record: OperationRecord): void {
    const counts = this.#counts;
    counts.operations += 1;
    counts.lastEndedAtMs = Math.max(counts.lastEndedAtMs, record.endedAtMs);
    const { operation, outcome, startedAtMs, endedAtMs, intendedAtMs = startedAtMs } = record;
    if (operation.kind !== 'pay') return;
    counts.payments += 1;
    counts.lastStartedAtMs = Math.max(counts.lastStartedAtMs, startedAtMs);
    counts[outcome.kind] += 1;
    if (outcome.kind === 'failed') this.#countReason(outcome.reason);
    if (outcome.kind === 'indeterminate') this.#countReason(outcome.cause);
    if (outcome.kind === 'succeeded') counts.volume += Number(operation.amount);
    this.#countAmount(operation.token, outcome.kind === 'succeeded' ? operation.amount : 0n);
    counts.attemptedVolume += Number(operation.amount);
    if (record.foreseen === 'must-succeed' || record.foreseen === 'must-fail') counts.foreseen += 1;
    if (contradicts(record)) counts.unexpected += 1;
    this.service.record(endedAtMs - startedAtMs);
    if (outcome.kind === 'succeeded') this.paid.record(endedAtMs - startedAtMs);
    this.response.record(endedAtMs - intendedAtMs);
    this.lag.record(startedAtMs - intendedAtMs);
    this.#series.add(record);
  }

  /** Counts intended starts for which there was no room. */
  drop(atMs: number, count = 1): void {
    this.#counts.dropped += count;
    this.#series.drop(atMs, count);
  }

  toJson(): LoadAggregateJson {
    return {
      counts: { ...this.#counts },
      reasons: Object.fromEntries([...this.#reasons].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      arrived: Object.fromEntries([...this.#arrived].map(([token, amount]) => [token, amount.toString()])),
      service: this.service.toJson(),
      response: this.response.toJson(),
      lag: this.lag.toJson(),
      paid: this.paid.toJson(),
      series: this.#series.toJson(),
    };
  }

  static fromJson(json: LoadAggregateJson): LoadAggregate {
    const aggregate = new LoadAggregate(LoadSeries.fromJson(json.series));
    aggregate.#counts = { ...json.counts };
    for (const [reason, count] of Object.entries(json.reasons)) aggregate.#reasons.set(reason, count);
    for (const [token, amount] of Object.entries(json.arrived)) aggregate.#arrived.set(token, BigInt(amount));
    for (const name of DURATIONS) aggregate[name].merge(LatencyHistogram.fromJson(json[name]));
    return aggregate;
  }

  #countAmount(token: TokenName, amount: Amount): void {
    this.#arrived.set(token, (this.#arrived.get(token) ?? 0n) + amount);
  }

  #countReason(reason: string): void {
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }
}

// None of anything: what an aggregate begins with.
const NO_COUNTS = {
  operations: 0,
  payments: 0,
  succeeded: 0,
  failed: 0,
  indeterminate: 0,
  /** Payments whose outcome the model foresaw for certain when they were sent. */
  foreseen: 0,
  /** Foreseen payments that ended otherwise. */
  unexpected: 0,
  /** Intended starts that found no free place among those in flight. */
  dropped: 0,
  /** Sum of the amounts of succeeded payments, as a double. */
  volume: 0,
  /** Sum of all attempted amounts, as a double. */
  attemptedVolume: 0,
  lastEndedAtMs: 0,
  /** When the last payment was started. */
  lastStartedAtMs: 0,
};

/** Counts over a whole load. */
export type LoadCounts = typeof NO_COUNTS;

const DURATIONS = ['service', 'response', 'lag', 'paid'] as const;
type Durations = (typeof DURATIONS)[number];

/** An aggregate as run folders keep it. */
export interface LoadAggregateJson extends Readonly<Record<Durations, LatencyHistogramJson>> {
  readonly counts: Readonly<LoadCounts>;
  readonly reasons: Readonly<Record<string, number>>;
  /** Decimal strings, in smallest units. */
  readonly arrived: Readonly<Record<TokenName, string>>;
  readonly series: LoadSeriesJson;
}

/**
 * True when a payment ended otherwise than was certain when it was sent; an indeterminate one contradicts nothing, nor
 * does one that could not be sent from here.
 */
export function contradicts({ foreseen, outcome }: Pick<OperationRecord, 'foreseen' | 'outcome'>): boolean {
  return (
    (foreseen === 'must-succeed' && outcome.kind === 'failed' && outcome.reason !== 'driver-limit') ||
    (foreseen === 'must-fail' && outcome.kind === 'succeeded')
  );
}

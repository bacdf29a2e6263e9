import { InvariantError } from '../errors.ts';

// Sixty minutes in microseconds: what takes longer counts as that, and no threshold tells it apart.
const HIGHEST_US = 3_600_000_000;

// Powers of two: a bucket's width, without a shift that would overflow.
const POWERS = Float64Array.from({ length: 33 }, (_, exponent) => 2 ** exponent);

/**
 * Durations in log-linear buckets, the layout of HdrHistogram: 1 µs to 1 h at a stated number of significant
 * decimal digits. Histograms of equal digits add up exactly.
 */
export class LatencyHistogram {
  /** 1 to 3: an answer is off by less than one unit in that digit. */
  readonly significantDigits: number;
  readonly #half: number;
  readonly #halfBits: number;
  #counts = new Float64Array(0);
  #count = 0;
  #sumUs = 0;
  #minUs = Number.POSITIVE_INFINITY;
  #maxUs = 0;

  constructor(significantDigits = 3) {
    if (!(significantDigits >= 1 && significantDigits <= 3))
      throw new InvariantError(`a histogram of ${significantDigits} significant digits`);
    this.significantDigits = significantDigits;
    // Values below this are told apart to the microsecond, as in HdrHistogram.
    const exact = 2 * ([1, 10, 100, 1000][significantDigits] as number);
    let bits = 0;
    while (1 << bits < exact) bits += 1;
    this.#halfBits = bits - 1;
    this.#half = 1 << this.#halfBits;
  }

  get count(): number {
    return this.#count;
  }

  /** Exact: not rounded to buckets. NaN without values. */
  get meanMs(): number {
    return this.#count === 0 ? Number.NaN : this.#sumUs / this.#count / 1000;
  }

  /** Exact. NaN without values. */
  get minMs(): number {
    return this.#count === 0 ? Number.NaN : this.#minUs / 1000;
  }

  /** Exact, unless above an hour. NaN without values. */
  get maxMs(): number {
    return this.#count === 0 ? Number.NaN : this.#maxUs / 1000;
  }

  /** Negative durations, which a stepping clock can cause, count as 0. */
  record(durationMs: number): void {
    const us = Math.min(Math.max(Math.round(durationMs * 1000), 0), HIGHEST_US);
    this.#addAt(this.#indexOf(us), 1);
    this.#sumUs += us;
    if (us < this.#minUs) this.#minUs = us;
    if (us > this.#maxUs) this.#maxUs = us;
  }

  /** The smallest duration that `percent` of all are not above, as k6's p(N); NaN without values. */
  percentileMs(percent: number): number {
    if (this.#count === 0) return Number.NaN;
    const wanted = Math.max(1, Math.ceil((percent / 100) * this.#count - 1e-9));
    let seen = 0;
    for (let index = 0; index < this.#counts.length; index += 1) {
      seen += this.#counts[index] as number;
      // The bucket's upper end, as HdrHistogram; the extremes are known exactly.
      if (seen >= wanted) return Math.max(this.#minUs, Math.min(this.#highestOf(index), this.#maxUs)) / 1000;
    }
    return this.#maxUs / 1000;
  }

  /** How many took longer than this, to the histogram's precision. */
  countAbove(durationMs: number): number {
    const limit = this.#indexOf(Math.min(Math.max(Math.round(durationMs * 1000), 0), HIGHEST_US));
    let above = 0;
    for (let index = limit + 1; index < this.#counts.length; index += 1)
      above += this.#counts[index] as number;
    return above;
  }

  /** Adds all of another's durations to this one. */
  merge(other: LatencyHistogram): void {
    if (other.significantDigits !== this.significantDigits)
      throw new InvariantError(
        `histograms of ${this.significantDigits} and ${other.significantDigits} digits do not add up`,
      );
    for (let index = 0; index < other.#counts.length; index += 1) {
      const count = other.#counts[index] as number;
      if (count > 0) this.#addAt(index, count);
    }
    this.#sumUs += other.#sumUs;
    this.#minUs = Math.min(this.#minUs, other.#minUs);
    this.#maxUs = Math.max(this.#maxUs, other.#maxUs);
  }

  /** The durations recorded since an earlier state of this histogram; what was exact is that of their buckets. */
  since(earlier: LatencyHistogram): LatencyHistogram {
    const later = new LatencyHistogram(this.significantDigits);
    for (const [index, all] of this.#buckets()) {
      const count = all - (earlier.#counts[index] ?? 0);
      if (count <= 0) continue;
      later.#addAt(index, count);
      later.#sumUs += (count * (later.#lowestOf(index) + later.#highestOf(index))) / 2;
      later.#minUs = Math.min(later.#minUs, later.#lowestOf(index));
      later.#maxUs = Math.max(later.#maxUs, later.#highestOf(index));
    }
    return later;
  }

  // Those that hold something, lowest first.
  #buckets(): readonly (readonly [index: number, count: number])[] {
    return [...this.#counts.entries()].filter(([, count]) => count > 0);
  }

  /** The histogram as run folders keep it; `fromJson` reads it. */
  toJson(): LatencyHistogramJson {
    return {
      significantDigits: this.significantDigits,
      counts: this.#buckets(),
      sumUs: this.#sumUs,
      ...(this.#count === 0 ? {} : { minUs: this.#minUs, maxUs: this.#maxUs }),
    };
  }

  /** The histogram that was written. */
  static fromJson(json: LatencyHistogramJson): LatencyHistogram {
    const { significantDigits, counts, sumUs, minUs, maxUs } = json;
    const histogram = new LatencyHistogram(significantDigits);
    for (const [index, count] of counts) histogram.#addAt(index, count);
    histogram.#sumUs = sumUs;
    histogram.#minUs = minUs ?? Number.POSITIVE_INFINITY;
    histogram.#maxUs = maxUs ?? 0;
    return histogram;
  }

  #addAt(index: number, count: number): void {
    if (index >= this.#counts.length) {
      const grown = new Float64Array(Math.max(index + 1, 2 * this.#counts.length, this.#half));
      grown.set(this.#counts);
      this.#counts = grown;
    }
    this.#counts[index] = (this.#counts[index] as number) + count;
    this.#count += count;
  }

  // Bucket k holds [half << k, 2 * half << k) in `half` equal parts; below 2 * half every microsecond has its own.
  #indexOf(us: number): number {
    if (us < 2 * this.#half) return us;
    // Above 2^31 the bitwise operators would overflow.
    const bucket = 32 - Math.clz32(us / (2 * this.#half));
    return bucket * this.#half + Math.floor(us / (POWERS[bucket] as number));
  }

  #lowestOf(index: number): number {
    if (index < 2 * this.#half) return index;
    const bucket = Math.floor(index / this.#half) - 1;
    return (index - bucket * this.#half) * (POWERS[bucket] as number);
  }

  #highestOf(index: number): number {
    return this.#lowestOf(index + 1) - 1;
  }
}

/** A histogram as run folders keep it: only buckets that hold something. */
export interface LatencyHistogramJson {
  readonly significantDigits: number;
  readonly counts: readonly (readonly [index: number, count: number])[];
  readonly sumUs: number;
  readonly minUs?: number;
  readonly maxUs?: number;
}

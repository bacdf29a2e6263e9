import { firstIndex } from '../../statistics/first-index.ts';
import { madeOnce } from '../../model/gather.ts';
import {
  type Amount,
  type AmountRange,
  larger,
  NOTHING,
  smaller,
  sumOfRanges,
} from '../../model/network/amount.ts';
import type { TokenName } from '../../model/network/network.ts';
import type { Stretch } from '../timeline/stretch.ts';
import type { ChannelLife } from '../timeline/channel-life.ts';

/** The effect of an operation on one channel end, or on any end of a token where its way is not known. */
export interface MoneyChange {
  readonly at: { readonly end: number } | { readonly token: TokenName };
  readonly fromMs: number;
  readonly settledMs: number;
  /** Between these moments. */
  readonly inFlight: AmountRange;
  /** From then on. */
  readonly settled: AmountRange;
}

/** The number of a channel end; or a token, for money that may have gone to any end of it. */
type Place = number | TokenName;

/** The least and the most that each channel end can have had available during a stretch of time. */
export interface MoneyBounds {
  of(life: ChannelLife, side: 0 | 1): AmountRange;
}

/**
 * Walks through a run in the order in which its operations started, and says for each what every channel end can
 * have had while it ran.
 */
export class MoneyWalk {
  readonly #ledger = new MoneyLedger<Place>();

  /** Changes of an operation that has started; `times` below 0: what was taken is given back. */
  take(changes: readonly MoneyChange[], times: 1n | -1n = 1n): void {
    for (const change of changes) enter(change, this.#ledger, times);
  }

  /** The bounds during a stretch, until more is taken. */
  during(stretch: Stretch): MoneyBounds {
    // Every channel of a token is asked about, and each by several questions.
    const changes = new Map<Place, AmountRange>();
    const changed = (place: Place): AmountRange =>
      madeOnce(changes, place, () => this.#ledger.within(place, stretch));
    return {
      of: ({ index, token, before, mostCapacity }, side) => {
        // Money of unknown ways may have gone here, from nothing to all that the channel holds.
        const { least, most } = sumOfRanges(changed(2 * index + side), changed(token));
        const within = (amount: Amount): Amount => larger(0n, smaller(amount, mostCapacity));
        return { least: within(before[side] + least), most: within(before[side] + most) };
      },
    };
  }

  /** The bounds when everything has settled. */
  atRest(): MoneyBounds {
    return this.during(AT_REST);
  }
}

const AT_REST: Stretch = { startedAtMs: Number.POSITIVE_INFINITY, endedAtMs: Number.POSITIVE_INFINITY };

function enter(
  { at, fromMs, settledMs, inFlight, settled }: MoneyChange,
  ledger: MoneyLedger<Place>,
  times = 1n,
): void {
  const place = 'end' in at ? at.end : at.token;
  ledger.allow(place, fromMs, { least: times * inFlight.least, most: times * inFlight.most });
  const [less, more] = [settled.least - inFlight.least, settled.most - inFlight.most];
  ledger.allow(place, settledMs, { least: times * smaller(less, 0n), most: times * larger(more, 0n) });
  ledger.settle(place, settledMs, { least: times * larger(less, 0n), most: times * smaller(more, 0n) });
}

/**
 * The least and the most by which the amount at each place may have changed since the start, over all orders of
 * overlapping operations. Entries may come in any order of time.
 */
export class MoneyLedger<Key> {
  readonly #entries = new Map<Key, Entries>();

  /** From this moment on so much less (`least`, below 0) or more may stand there. */
  allow(place: Key, atMs: number, by: Partial<AmountRange>): void {
    add(this.#at(place).allowed, atMs, by);
  }

  /** From this moment on so much of it has come back (`least`, above 0) or has gone for certain. */
  settle(place: Key, atMs: number, by: Partial<AmountRange>): void {
    add(this.#at(place).settled, atMs, by);
  }

  /** Within a stretch all counts that may have begun by its end, and only what had settled before it began. */
  within(place: Key, { startedAtMs, endedAtMs }: Stretch): AmountRange {
    const entries = this.#entries.get(place);
    if (entries === undefined) return NOTHING;
    const { allowed, settled } = entries;
    return {
      least: allowed.least.until(endedAtMs) + settled.least.until(startedAtMs),
      most: allowed.most.until(endedAtMs) + settled.most.until(startedAtMs),
    };
  }

  #at(place: Key): Entries {
    const sums = () => ({ least: new StepSum(), most: new StepSum() });
    return madeOnce(this.#entries, place, () => ({ allowed: sums(), settled: sums() }));
  }
}

type Sums = Readonly<Record<keyof AmountRange, StepSum>>;
type Entries = Readonly<Record<'allowed' | 'settled', Sums>>;

function add(sums: Sums, atMs: number, { least = 0n, most = 0n }: Partial<AmountRange>): void {
  sums.least.add(atMs, least);
  sums.most.add(atMs, most);
}

interface Step {
  readonly atMs: number;
  readonly amount: Amount;
}

/** A sum that grows at moments, told for any moment; what is added at infinity counts only when all has settled. */
class StepSum {
  /** By moment. */
  readonly #steps: Step[] = [];
  /** Up to each of the first steps; the others are summed up when they are asked for. */
  readonly #sums: Amount[] = [];

  // Steps come nearly in the order of their moments.
  add(atMs: number, amount: Amount): void {
    if (amount === 0n) return;
    const count = this.#countUntil(atMs);
    const last = this.#steps[count - 1];
    const at = last?.atMs === atMs ? count - 1 : count;
    const sum = amount + (at < count ? (last?.amount ?? 0n) : 0n);
    if (sum === 0n) this.#steps.splice(at, 1);
    else this.#steps.splice(at, count - at, { atMs, amount: sum });
    if (this.#sums.length > at) this.#sums.length = at;
  }

  until(atMs: number): Amount {
    const count = this.#countUntil(atMs);
    let sum = this.#sums[Math.min(count, this.#sums.length) - 1] ?? 0n;
    for (let at = this.#sums.length; at < count; at += 1) {
      sum += (this.#steps[at] as Step).amount;
      this.#sums.push(sum);
    }
    return sum;
  }

  #countUntil(atMs: number): number {
    const { length } = this.#steps;
    // Mostly all of them.
    if (length === 0 || (this.#steps[length - 1] as Step).atMs <= atMs) return length;
    return firstIndex(length, (index) => (this.#steps[index] as Step).atMs > atMs);
  }
}

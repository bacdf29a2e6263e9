import type { Amount } from '../../model/network/amount.ts';
import type { TokenName } from '../../model/network/network.ts';
import type { AmountRange } from '../../model/replay/latitude.ts';
import type { ChannelLife } from './channel-lives.ts';

/** What an operation does to one channel end, or to any end of a token where its way is not known. */
export interface MoneyChange {
  readonly at: { readonly end: number } | { readonly token: TokenName };
  readonly fromMs: number;
  readonly settledMs: number;
  /** Between these moments. */
  readonly inFlight: AmountRange;
  /** From then on. */
  readonly settled: AmountRange;
}

/** A stretch of time, on the run's clock. */
export interface Stretch {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** The least and the most that each channel end can have had available, whatever the order of what overlapped. */
export class MoneyBounds {
  readonly #least: Amount[];
  readonly #most: Amount[];
  readonly #anyLess: Map<TokenName, Amount>;
  readonly #anyMore: Map<TokenName, Amount>;

  constructor(from: { readonly lives: readonly ChannelLife[] } | { readonly bounds: MoneyBounds }) {
    if ('bounds' in from) {
      this.#least = [...from.bounds.#least];
      this.#most = [...from.bounds.#most];
      this.#anyLess = new Map(from.bounds.#anyLess);
      this.#anyMore = new Map(from.bounds.#anyMore);
    } else {
      this.#least = from.lives.flatMap(({ before }) => before);
      this.#most = [...this.#least];
      this.#anyLess = new Map();
      this.#anyMore = new Map();
    }
  }

  /** Takes in what a change did, or may have done so far. */
  add({ at }: MoneyChange, { least, most }: AmountRange): void {
    if ('end' in at) {
      this.#least[at.end] = (this.#least[at.end] ?? 0n) + least;
      this.#most[at.end] = (this.#most[at.end] ?? 0n) + most;
    } else {
      this.#anyLess.set(at.token, (this.#anyLess.get(at.token) ?? 0n) + least);
      this.#anyMore.set(at.token, (this.#anyMore.get(at.token) ?? 0n) + most);
    }
  }

  /** What one end can have: what went anywhere may have gone there, from nothing to all that the channel holds. */
  of({ index, token, mostCapacity }: ChannelLife, side: 0 | 1): AmountRange {
    const end = 2 * index + side;
    const within = (amount: Amount): Amount => {
      if (amount < 0n) return 0n;
      return amount > mostCapacity ? mostCapacity : amount;
    };
    return {
      least: within((this.#least[end] ?? 0n) + (this.#anyLess.get(token) ?? 0n)),
      most: within((this.#most[end] ?? 0n) + (this.#anyMore.get(token) ?? 0n)),
    };
  }
}

/**
 * Walks through a run in the order in which its operations started, and says for each what every channel end can
 * have had while it ran. What has settled is folded in for good, so that a step costs what is in flight.
 */
export class MoneyWalk {
  readonly #base: MoneyBounds;
  #open: MoneyChange[] = [];

  constructor(lives: readonly ChannelLife[]) {
    this.#base = new MoneyBounds({ lives });
  }

  /** Changes of an operation that has started. */
  take(changes: readonly MoneyChange[]): void {
    this.#open.push(...changes);
  }

  /** The bounds during a stretch; starts of stretches never go back. `ahead`: changes that begin within it. */
  during({ startedAtMs, endedAtMs }: Stretch, ahead: readonly MoneyChange[]): MoneyBounds {
    this.#open = this.#open.filter((change) => {
      if (change.settledMs > startedAtMs) return true;
      this.#base.add(change, change.settled);
      return false;
    });
    const bounds = new MoneyBounds({ bounds: this.#base });
    for (const change of [...this.#open, ...ahead]) bounds.add(change, possibleBy(change, endedAtMs));
    return bounds;
  }

  /** The bounds when everything has settled. */
  atRest(): MoneyBounds {
    const bounds = new MoneyBounds({ bounds: this.#base });
    for (const change of this.#open) bounds.add(change, change.settled);
    return bounds;
  }
}

function possibleBy({ inFlight, settled, settledMs }: MoneyChange, untilMs: number): AmountRange {
  if (settledMs > untilMs) return inFlight;
  return {
    least: settled.least < inFlight.least ? settled.least : inFlight.least,
    most: settled.most > inFlight.most ? settled.most : inFlight.most,
  };
}

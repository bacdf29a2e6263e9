import type { Capacity, CapacityEnd, CapacityProbe } from '../model/capacity.ts';
import { CapacityBelief } from './capacity-belief.ts';

export interface CapacitySearch {
  /** Offers that many payments per second for a while and says whether the target sustained it. */
  readonly probe: (rate: number) => Promise<CapacityProbe>;
  /** Where the search begins; it at most doubles from what held, so that a target is not flooded blindly. */
  readonly startRate: number;
  readonly lowestRate?: number;
  readonly highestRate: number;
  /** Ends when the interval's upper end is at most this share above its lower one. */
  readonly precision?: number;
  /** Of the interval. */
  readonly confidence?: number;
  readonly mostProbes?: number;
  /** How it stands after each probe. */
  readonly onProbe?: (probe: CapacityProbe, soFar: Pick<Capacity, 'from' | 'to'>) => void;
  readonly signal?: AbortSignal | undefined;
}

// Within 2.5 % to each side of the middle.
const DEFAULT_PRECISION = 0.05;

const DEFAULT_CONFIDENCE = 0.95;

// A sharp limit takes about 25, a noisy one about 60; with 10 s each that is ten minutes.
const DEFAULT_MOST_PROBES = 60;

// One payment in ten seconds: less is no load.
const DEFAULT_LOWEST_RATE = 0.1;

// An end of the allowed range is believed after this many probes there that agree.
const ENOUGH_AT_AN_END = 3;

// Around the middle of what is believed: the middle tells most of a sharp limit, the sides how sharp it is.
const NEXT_QUANTILES = [0.5, 0.3, 0.7];

/** Searches the highest rate at which probes hold, as often as they fail; probes may be noisy. */
export async function findCapacity(search: CapacitySearch): Promise<Capacity> {
  const { precision = DEFAULT_PRECISION, confidence = DEFAULT_CONFIDENCE } = search;
  const { mostProbes = DEFAULT_MOST_PROBES, lowestRate = DEFAULT_LOWEST_RATE, highestRate } = search;
  const belief = new CapacityBelief({ lowestRate, highestRate });
  const probes: CapacityProbe[] = [];
  const interval = () => ({
    from: belief.quantile((1 - confidence) / 2),
    to: belief.quantile((1 + confidence) / 2),
  });
  const conclude = (ended: CapacityEnd): Capacity => {
    return { rate: belief.quantile(0.5), ...interval(), confidence, ended, probes };
  };
  for (;;) {
    if (search.signal?.aborted) return conclude('interrupted');
    if (probes.length >= mostProbes) return conclude('most-probes');
    const rate = Math.min(Math.max(nextRate(search.startRate, probes, belief), lowestRate), highestRate);
    const probe = await search.probe(rate);
    if (search.signal?.aborted) return conclude('interrupted');
    probes.push(probe);
    belief.learn(probe);
    const soFar = interval();
    search.onProbe?.(probe, soFar);
    if (agreeAt(probes, highestRate, true)) return conclude('not-reached');
    if (agreeAt(probes, lowestRate, false)) return conclude('below-lowest');
    if (isBracketed(probes) && soFar.to <= soFar.from * (1 + precision)) return conclude('found');
  }
}

function nextRate(startRate: number, probes: readonly CapacityProbe[], belief: CapacityBelief): number {
  const held = probes.filter(({ holds }) => holds).map(({ rate }) => rate);
  const failed = probes.filter(({ holds }) => !holds).map(({ rate }) => rate);
  if (held.length === 0) return failed.length === 0 ? startRate : Math.min(...failed) / 2;
  const highest = Math.max(...held);
  if (failed.length === 0) return highest * 2;
  const wanted = belief.quantile(NEXT_QUANTILES[probes.length % NEXT_QUANTILES.length] as number);
  return Math.min(wanted, highest * 2);
}

function isBracketed(probes: readonly CapacityProbe[]): boolean {
  return probes.some(({ holds }) => holds) && probes.some(({ holds }) => !holds);
}

function agreeAt(probes: readonly CapacityProbe[], rate: number, holds: boolean): boolean {
  const there = probes.filter((probe) => probe.rate === rate);
  return there.length >= ENOUGH_AT_AN_END && there.every((probe) => probe.holds === holds);
}

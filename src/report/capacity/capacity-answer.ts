import {
  type Capacity,
  type CapacityProbe,
  capacityCurve,
  capacityKnee,
} from '../../model/capacity/capacity.ts';
import { counted, percentText, readable } from '../words/number-format.ts';

/** A search as far as its answer needs it. */
export interface FoundCapacity extends Omit<Capacity, 'probes'> {
  readonly probes: readonly Pick<CapacityProbe, 'rate'>[];
}

/** The result of a search, in a sentence. */
export function capacityAnswer(search: FoundCapacity): string {
  const { rate, from, to, confidence, ended, probes } = search;
  const between = `${rateText(from)} to ${rateText(to)} with ${percentText(confidence)} confidence`;
  const made = counted(probes.length, 'probe');
  switch (ended) {
    case 'found':
      return `${rateText(rate)} (${between}, ${made})`;
    case 'not-reached':
      return `at least ${rateText(Math.max(...probes.map((probe) => probe.rate)))}: the highest rate allowed holds (${made})`;
    case 'below-lowest':
      return `below ${rateText(Math.min(...probes.map((probe) => probe.rate)))}: the lowest rate allowed does not hold (${made})`;
    case 'most-probes':
      return `about ${rateText(rate)} (${between}); ${made} did not make it more precise: the target or this machine is noisy`;
    case 'interrupted':
      return probes.length === 0
        ? 'not known: interrupted before the first probe ended'
        : `not found yet: ${between} after ${made}, interrupted`;
  }
}

/** A rate with the precision that every text about a capacity has. */
export function rateText(rate: number): string {
  return `${readable(rate, 1)}/s`;
}

/** The limit, its interval and the knee of the curve, as far as a search knows them. */
export function capacityLimit({ ended, rate, from, to, probes }: Capacity) {
  const knee = capacityKnee(capacityCurve(probes));
  const isKnown = ended === 'found' || ended === 'most-probes';
  return { rate: isKnown ? rate : undefined, interval: isKnown ? ([from, to] as const) : undefined, knee };
}

import {
  type Capacity,
  type CapacityPoint,
  type CapacityProbe,
  capacityCurve,
  capacityKnee,
  keptUp,
} from '../../model/capacity/capacity.ts';
import { counted, measuredText, percentText, readable } from '../words/number-format.ts';

/** A search's answer and its curve for a terminal. */
export function capacityText(capacity: Capacity): string {
  const curve = capacityCurve(capacity.probes);
  const answer = `Capacity  ${capacityAnswer(capacity)}`;
  return [answer, ...(curve.length === 0 ? [] : ['', ...table(curve)]), ...kneeLines(curve)].join('\n');
}

function kneeLines(curve: readonly CapacityPoint[]): readonly string[] {
  const [lowest, highest] = [curve[0], curve.at(-1)];
  // One rate says nothing of growth.
  if (lowest === undefined || highest === undefined || curve.length < 2) return [];
  const knee = capacityKnee(curve);
  if (knee !== undefined)
    return ['', `Knee  ${rateText(knee)}: at every higher rate less succeeded than was offered.`];
  return [
    '',
    keptUp(highest)
      ? 'Knee  none: what succeeded kept growing with what was offered.'
      : `Knee  none: even at ${rateText(lowest.rate)} less succeeded than was offered.`,
  ];
}

/** A search as far as its answer needs it. */
export interface FoundCapacity extends Omit<Capacity, 'probes'> {
  readonly probes: readonly Pick<CapacityProbe, 'rate'>[];
}

/** What a search found, in a sentence. */
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
      return `about ${rateText(rate)} (${between}); ${made} did not make it more precise, the target is noisy`;
    case 'interrupted':
      return probes.length === 0
        ? 'not known: interrupted before the first probe ended'
        : `not found yet: ${between} after ${made}, interrupted`;
  }
}

const COLUMNS = ['offered', 'held', 'ended', 'succeeded', 'p50', 'p95', 'p99'] as const;
const COLUMN_WIDTH = 10;

function table(curve: readonly CapacityPoint[]): readonly string[] {
  const rows = curve.map((point) => [
    rateText(point.rate),
    `${point.held}/${point.probes}`,
    rateText(point.throughput),
    rateText(point.goodput),
    measuredText(point.p50Ms, '-'),
    measuredText(point.p95Ms, '-'),
    measuredText(point.p99Ms, '-'),
  ]);
  return [COLUMNS, ...rows].map((cells) => cells.map((cell) => cell.padStart(COLUMN_WIDTH)).join('  '));
}

function rateText(rate: number): string {
  return `${readable(rate, rate < 100 ? 1 : 0)}/s`;
}

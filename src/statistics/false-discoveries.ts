import type { Estimate } from './estimate.ts';
import { studentShare } from './quantiles.ts';

/** At most this share of what is told as beyond chance is chance, on average. */
const MOST_FALSE = 0.05;

/** The chance to see such a mean, or a larger one, where the true one is at most that bound; one-sided Student's test. */
export function chanceAbove({ mean, deviation, count }: Estimate, bound: number): number {
  if (count < 2) return 1;
  if (deviation === 0) return mean > bound ? 0 : 1;
  return 1 - studentShare(count - 1, ((mean - bound) * Math.sqrt(count)) / deviation);
}

/** The chance to see a mean so far from 0, to either side, where the true one is 0. */
export function chanceBeside(seen: Estimate): number {
  const mean = Math.abs(seen.mean);
  return Math.min(1, 2 * chanceAbove({ ...seen, mean }, 0));
}

/**
 * Which of many findings are significant, by the chance to see each where there is nothing: as many as keep the share
 * of false ones among them at a twentieth (Benjamini & Hochberg 1995).
 */
export function beyondChance(chances: readonly number[]): readonly boolean[] {
  const sorted = [...chances].sort((a, b) => a - b);
  const last = sorted.findLastIndex((chance, at) => chance <= (MOST_FALSE * (at + 1)) / sorted.length);
  const bound = sorted[last] ?? -1;
  return chances.map((chance) => chance <= bound);
}

import type { FactorEffect } from '../../model/plan/measured-plan.ts';
import { estimate } from '../../statistics/estimate.ts';
import { leastSquares } from '../../statistics/least-squares.ts';
import type { MeasuredPoint } from './measure-points.ts';

/**
 * The effect of each varied field by itself, the greatest first: least squares over all points, for each replication,
 * so that pairs of points that met the same chance are compared; intervals are Student's, over replications. Undefined:
 * one field at most was varied, or there are too few points to tell the fields apart.
 */
export function factorEffects(
  points: readonly MeasuredPoint[],
  metric: string,
): readonly FactorEffect[] | undefined {
  const measured = points.filter(({ replications }) => replications > 0);
  const factors = Object.keys(measured[0]?.settings ?? {});
  const columns = factors.flatMap((factor) =>
    columnsOf(
      factor,
      measured.map(({ settings }) => settings[factor] ?? ''),
    ),
  );
  if (factors.length < 2 || measured.length <= columns.length + 1) return undefined;
  const matrix = [measured.map(() => 1), ...columns.map(({ values }) => values)];
  const count = Math.min(...measured.map(({ replications }) => replications));
  const fits = Array.from({ length: count }, (_, index) =>
    leastSquares(
      matrix,
      measured.map(({ rows }) => rows[index]?.metrics[metric] ?? 0),
    ),
  ).filter((fit) => fit !== undefined);
  if (fits.length < count) return undefined;
  return columns
    .map(({ factor, from, to }, at) => ({
      factor,
      from,
      to,
      difference: estimate(fits.map((fit) => fit[at + 1] as number)),
    }))
    .sort((a, b) => Math.abs(b.difference.mean) - Math.abs(a.difference.mean));
}

interface Column extends Pick<FactorEffect, 'factor' | 'from' | 'to'> {
  /** 0 for `from`, 1 for `to`. */
  readonly values: readonly number[];
}

// Numbers go from the least to the greatest by their place among the values that were given, so that a range that is
// even in its logarithm is even here; each other value is compared with the first one.
function columnsOf(factor: string, texts: readonly string[]): readonly Column[] {
  const levels = [...new Set(texts)];
  if (levels.length < 2) return [];
  if (levels.every((text) => Number.isFinite(numberOf(text)))) {
    levels.sort((a, b) => numberOf(a) - numberOf(b));
    const values = texts.map((text) => levels.indexOf(text) / (levels.length - 1));
    return [{ factor, from: levels[0] as string, to: levels.at(-1) as string, values }];
  }
  const [from = '', ...others] = levels;
  return others.map((to) => ({ factor, from, to, values: texts.map((text) => (text === to ? 1 : 0)) }));
}

function numberOf(text: string): number {
  return text === '' ? Number.NaN : Number(text.replaceAll('_', ''));
}

import type { Factor } from '../../model/plan/plan-spec.ts';
import type { RandomStream } from '../../ports/random.ts';
import type { Setting } from '../../scenario/text/varied-text.ts';

/** The points of a plan: each says what every factor is set to. Without factors there is one, the scenario as it is. */
export function designPoints(
  factors: readonly Factor[],
  { sample, random }: { readonly sample?: number | undefined; readonly random: RandomStream },
): readonly (readonly Setting[])[] {
  return sample === undefined || factors.length === 0
    ? fullGrid(factors)
    : latinHypercube(factors, sample, random);
}

/** Every combination; the last factor changes first. */
function fullGrid(factors: readonly Factor[]): readonly (readonly Setting[])[] {
  return factors.reduce<readonly (readonly Setting[])[]>(
    (points, { path, values }) =>
      points.flatMap((point) => values.map((value) => [...point, { path, value }])),
    [[]],
  );
}

/**
 * So many points that every factor's values are evenly used by themselves (McKay, Beckman & Conover 1979): each
 * factor runs through its values in an order of its own.
 */
function latinHypercube(
  factors: readonly Factor[],
  count: number,
  random: RandomStream,
): readonly (readonly Setting[])[] {
  const columns = factors.map(({ path, values }) =>
    shuffled(
      Array.from({ length: count }, (_, index) => ({
        path,
        value: values[Math.floor(((index + 0.5) * values.length) / count)],
      })),
      random,
    ),
  );
  return Array.from({ length: count }, (_, point) => columns.map((column) => column[point] as Setting));
}

function shuffled<T>(items: readonly T[], random: RandomStream): readonly T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}

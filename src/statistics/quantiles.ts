import { InvariantError } from '../errors.ts';

// Cephes is WebAssembly of 0.4 MB: most commands need no quantile, and read none of it.
const loaded: { cephes?: typeof import('cephes') } = {};

/** To be awaited before the first interval. Cephes gives the same bytes on every Node; `Math` does not. */
export async function loadQuantiles(): Promise<void> {
  loaded.cephes = await import('cephes');
  await loaded.cephes.compiled;
}

/** Quantile of Student's distribution (Cephes' `stdtri`). */
export function studentQuantile(degreesOfFreedom: number, share: number): number {
  return cephes().stdtri(degreesOfFreedom, share);
}

/** The share of Student's distribution below a value (Cephes' `stdtr`). */
export function studentShare(degreesOfFreedom: number, value: number): number {
  return cephes().stdtr(degreesOfFreedom, value);
}

/** The probability that at most so many of so many independent draws come true (Cephes' `bdtr`). */
export function binomialSum(most: number, draws: number, probability: number): number {
  return cephes().bdtr(most, draws, probability);
}

function cephes(): typeof import('cephes') {
  if (loaded.cephes === undefined) throw new InvariantError('a quantile before loadQuantiles() was awaited');
  return loaded.cephes;
}

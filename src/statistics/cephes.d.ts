// The package's own declarations are not named in its `exports`; these are the functions used here.
declare module 'cephes' {
  /** Resolved when the functions below can be called. */
  export const compiled: Promise<void>;
  /** Share of Student's distribution with `k` degrees of freedom below `t`. */
  export function stdtr(k: number, t: number): number;
  /** Quantile of Student's distribution with `k` degrees of freedom. */
  export function stdtri(k: number, p: number): number;
  /** The probability of at most `k` successes in `n` draws. */
  export function bdtr(k: number, n: number, p: number): number;
}

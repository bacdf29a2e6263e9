// The package's own declarations are not named in its `exports`; these are the functions used here.
declare module 'cephes' {
  /** Resolved when the functions below can be called. */
  export const compiled: Promise<void>;
  /** Quantile of Student's distribution with `k` degrees of freedom. */
  export function stdtri(k: number, p: number): number;
  /** Inverse of the incomplete beta function. */
  export function incbi(a: number, b: number, y: number): number;
}

/** A table of a plan's figures, by columns of one length. */
export interface FigureTable {
  readonly columns: readonly FigureColumn[];
}

/** One column; `says` is what it holds, with its unit. */
export type FigureColumn = { readonly name: string; readonly says: string } & (
  | { readonly kind: 'count'; readonly values: readonly number[] }
  /** Absent where a replication has no such figure. */
  | { readonly kind: 'number'; readonly values: readonly (number | undefined)[] }
  /** Names, and amounts in decimal: no number of a table reader holds 2^256 - 1. */
  | { readonly kind: 'text'; readonly values: readonly string[] }
);

// Plain numbers at run time; the mark keeps a node's number from passing for a channel end's.
declare const INDEX_OF: unique symbol;

/** A node's number: its place among all names in order. */
export type NodeIndex = number & { readonly [INDEX_OF]: 'node' };

/** A channel end's number within its token network: channel c has the ends 2c and 2c + 1. */
export type EndIndex = number & { readonly [INDEX_OF]: 'end' };

/** A typed array of indices of one kind. */
export interface IndexArray<Index extends number> extends Iterable<Index> {
  readonly length: number;
  readonly [at: number]: Index;
}

/** A list that only a node's number can look into. */
export interface ByNode<T> extends Iterable<T> {
  readonly length: number;
  readonly [node: NodeIndex]: T;
}

/** The partner's end of the same channel. */
export function otherEnd(end: EndIndex): EndIndex {
  return (end ^ 1) as EndIndex;
}

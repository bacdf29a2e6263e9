import type { Amount } from '../model/network/amount.ts';

/**
 * What a router may know of one token network: integers for nodes, typed arrays for channel ends.
 * End `e` belongs to the node that can send through it; its other end is `e ^ 1`.
 * How old and how complete this is *is* the modelling question.
 */
export interface NetworkView {
  readonly nodeCount: number;
  /** Ends of node n: `ends[offsets[n]]` to `ends[offsets[n + 1] - 1]`, ordered by neighbour then identifier. */
  readonly offsets: Int32Array;
  readonly ends: Int32Array;
  /** Node at the far side, parallel to `ends`. */
  readonly neighbours: Int32Array;
  /** True when the view believes that end `end` can send `amount` now. */
  canSend(end: number, amount: Amount): boolean;
  isReachable(node: number): boolean;
  /** Node that sends through this end. */
  ownerOf(end: number): number;
  /** Fee a mediator asks to forward `amountOut` from end `incoming` (the payer's end) to its end `outgoing`; `undefined`: cannot. */
  mediationFee(incoming: number, outgoing: number, amountOut: Amount): bigint | undefined;
  /** What the path-finding service takes as the fee of one hop when it weighs it; `undefined`: no hop. */
  hopFee(end: number, amount: Amount): bigint | undefined;
}

export interface RouteRequest {
  readonly source: number;
  readonly target: number;
  readonly amount: Amount;
  readonly maxPaths: number;
}

/** A path as channel ends, payer's end of each hop, with the fees its mediators would ask. */
export interface Route {
  readonly ends: readonly number[];
  readonly estimatedFee: bigint;
}

export interface Router {
  readonly name: string;
  /** Best first; empty when there is none. Ties break by node order. */
  findRoutes(view: NetworkView, request: RouteRequest): readonly Route[];
}

import type { EndIndex } from '../../model/network/indices.ts';
import type { TokenLayer } from '../token-layer.ts';

/**
 * Channel ends that hold a lock that expired and was never released: real nodes then wait for each other's messages
 * in order, so that nothing further gets across (python-node.md 6).
 */
export class JammedEnds {
  readonly #ends = new Map<TokenLayer, Set<EndIndex>>();

  add(layer: TokenLayer, end: EndIndex): void {
    this.#ends.set(layer, (this.#ends.get(layer) ?? new Set()).add(end));
  }

  has(layer: TokenLayer, end: EndIndex): boolean {
    return this.#ends.get(layer)?.has(end) ?? false;
  }
}

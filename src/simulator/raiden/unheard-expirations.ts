import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { TokenLayer } from '../token-layer.ts';
import type { World } from '../world.ts';

/**
 * Nodes take what comes through a channel in order. A payee that was away when a lock expired hears of it with a later
 * repetition only, and takes no further transfer before (python-node.md 3, 6).
 */
export class UnheardExpirations {
  readonly #world: World;
  readonly #waiting = new Map<TokenLayer, Map<EndIndex, (() => void)[]>>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Tells the payee at the other end of `end` that a lock expired there. */
  tell(layer: TokenLayer, end: EndIndex): void {
    const payee: NodeIndex = layer.graph.owner(otherEnd(end));
    layer.unheard.set(end, (layer.unheard.get(end) ?? 0) + 1);
    this.#world.messenger.sendRepeatedly(payee, () => this.#hear(layer, end));
  }

  /** True where the payee has not heard of all that expired. */
  isWaiting(layer: TokenLayer, end: EndIndex): boolean {
    return layer.unheard.has(end);
  }

  /** Acts when it has. */
  after(layer: TokenLayer, end: EndIndex, act: () => void): void {
    const ends = this.#waiting.get(layer) ?? new Map<EndIndex, (() => void)[]>();
    this.#waiting.set(layer, ends.set(end, [...(ends.get(end) ?? []), act]));
  }

  #hear(layer: TokenLayer, end: EndIndex): void {
    const left = (layer.unheard.get(end) as number) - 1;
    if (left > 0) {
      layer.unheard.set(end, left);
      return;
    }
    layer.unheard.delete(end);
    const acts = this.#waiting.get(layer)?.get(end) ?? [];
    this.#waiting.get(layer)?.delete(end);
    for (const act of acts) act();
  }
}

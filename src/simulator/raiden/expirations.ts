import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { Blocks } from '../../ports/clock.ts';
import { type Linked, LinkedList } from '../../runtime/linked-list.ts';
import type { TokenLayer } from '../token-layer.ts';
import type { World } from '../world.ts';

/** Calls for what is due at a block: one timer per block, however many payments wait for it. */
export class Expirations<T> {
  readonly #blocks: Blocks;
  readonly #due: (item: T, block: number) => void;
  readonly #byBlock = new Map<number, LinkedList<Watched<T>>>();

  constructor(blocks: Blocks, due: (item: T, block: number) => void) {
    this.#blocks = blocks;
    this.#due = due;
  }

  watch(item: T, block: number): Watched<T> {
    const waiting = this.#byBlock.get(block) ?? this.#begin(block);
    const watched = new Watched(waiting, item);
    waiting.add(watched);
    return watched;
  }

  #begin(block: number): LinkedList<Watched<T>> {
    const waiting = new LinkedList<Watched<T>>();
    this.#byBlock.set(block, waiting);
    this.#blocks.at(block, () => {
      this.#byBlock.delete(block);
      for (let next = waiting.first; next; next = waiting.first) {
        next.cancel();
        this.#due(next.item, block);
      }
    });
    return waiting;
  }
}

/** Something that waits for a block. */
export class Watched<T> implements Linked<Watched<T>> {
  before: Watched<T> | undefined = undefined;
  after: Watched<T> | undefined = undefined;
  readonly item: T;
  readonly #among: LinkedList<Watched<T>>;

  constructor(among: LinkedList<Watched<T>>, item: T) {
    this.#among = among;
    this.item = item;
  }

  /** From now on it waits no longer. */
  cancel(): void {
    this.#among.remove(this);
  }
}

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
    return layer.unheard.size > 0 && layer.unheard.has(end);
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
    return this.#ends.size > 0 && this.#ends.get(layer)?.has(end) === true;
  }
}

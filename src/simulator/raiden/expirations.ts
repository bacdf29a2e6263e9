import type { Blocks } from '../../ports/blocks.ts';
import { type Linked, LinkedList } from '../../runtime/linked-list.ts';

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

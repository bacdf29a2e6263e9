import type { Blocks } from '../../ports/blocks.ts';

/** Calls for what is due at a block: one timer per block, however many payments wait for it. */
export class Expirations<T> {
  readonly #blocks: Blocks;
  readonly #due: (item: T, block: number) => void;
  readonly #byBlock = new Map<number, Set<T>>();

  constructor(blocks: Blocks, due: (item: T, block: number) => void) {
    this.#blocks = blocks;
    this.#due = due;
  }

  watch(item: T, block: number): void {
    const waiting = this.#byBlock.get(block);
    if (waiting) {
      waiting.add(item);
      return;
    }
    const items = new Set([item]);
    this.#byBlock.set(block, items);
    this.#blocks.at(block, () => {
      this.#byBlock.delete(block);
      for (const each of items) this.#due(each, block);
    });
  }

  forget(item: T, block: number): void {
    this.#byBlock.get(block)?.delete(item);
  }
}

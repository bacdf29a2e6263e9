/** An item of a list, which carries its neighbours itself. */
export interface Linked<T> {
  before: T | undefined;
  after: T | undefined;
}

/**
 * Items in the order in which they were added; any can be removed. Unlike a Set it leaves no garbage: the tables a Set
 * outgrows point to each other, and once one is old all that was ever in them waits for a full garbage collection.
 */
export class LinkedList<T extends Linked<T>> {
  #first: T | undefined;
  #last: T | undefined;

  get first(): T | undefined {
    return this.#first;
  }

  /** In order; what has been given may be removed meanwhile. */
  *[Symbol.iterator](): IterableIterator<T> {
    for (let next = this.#first; next; ) {
      const item: T = next;
      next = item.after;
      yield item;
    }
  }

  /** It must not be in a list yet. */
  add(item: T): void {
    item.before = this.#last;
    item.after = undefined;
    if (this.#last) this.#last.after = item;
    else this.#first = item;
    this.#last = item;
  }

  /** Changes nothing when it is in no list. */
  remove(item: T): void {
    const { before, after } = item;
    if (before) before.after = after;
    else if (this.#first === item) this.#first = after;
    if (after) after.before = before;
    else if (this.#last === item) this.#last = before;
    item.before = undefined;
    item.after = undefined;
  }
}

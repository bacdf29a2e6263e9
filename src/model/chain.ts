/** Something with a place in a chain, which it carries itself. */
export interface Linked<T> {
  before: T | undefined;
  after: T | undefined;
}

/**
 * What comes and goes, in the order in which it came. Unlike a Set it leaves nothing behind: the tables a Set
 * outgrows point to each other, and once one is old all that was ever in them waits for a full garbage collection.
 */
export class Chain<T extends Linked<T>> {
  #first: T | undefined;
  #last: T | undefined;

  get first(): T | undefined {
    return this.#first;
  }

  /** It must not be in a chain yet. */
  add(link: T): void {
    link.before = this.#last;
    link.after = undefined;
    if (this.#last) this.#last.after = link;
    else this.#first = link;
    this.#last = link;
  }

  /** Changes nothing when it is in no chain. */
  remove(link: T): void {
    const { before, after } = link;
    if (before) before.after = after;
    else if (this.#first === link) this.#first = after;
    if (after) after.before = before;
    else if (this.#last === link) this.#last = before;
    link.before = undefined;
    link.after = undefined;
  }
}

import type { WatchedLook } from '../../../model/load/watched-look.ts';

// A hundred bytes each in the report of a load; beyond this every second look is let go.
const MOST_ENDS = 20_000;
// Each says the same of a node that answers nonsense.
const MOST_UNREADABLE = 100;

/** Looks at nodes while a load runs, as many as are worth keeping. */
export class KeptLooks {
  #looks: WatchedLook[] = [];
  #ends = 0;
  #unreadable = 0;
  #every = 1;
  #seen = 0;

  add(look: WatchedLook): void {
    if (look.kind === 'unreadable') {
      this.#unreadable += 1;
      if (this.#unreadable <= MOST_UNREADABLE) this.#looks.push(look);
      return;
    }
    this.#seen += 1;
    if (this.#seen % this.#every !== 0) return;
    this.#looks.push(look);
    this.#ends += look.channels.length;
    if (this.#ends > MOST_ENDS) this.#thin();
  }

  get all(): readonly WatchedLook[] {
    return this.#looks;
  }

  #thin(): void {
    this.#every *= 2;
    let number = 0;
    this.#looks = this.#looks.filter((look) => look.kind === 'unreadable' || (number++ & 1) === 1);
    this.#ends = this.#looks.reduce(
      (sum, look) => sum + (look.kind === 'channels' ? look.channels.length : 0),
      0,
    );
  }
}

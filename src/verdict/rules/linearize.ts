import type { Amount } from '../../model/network/amount.ts';

/** Balances that change together and must never go below zero: the two ends of a channel, or all a node has. */
export interface Purse {
  /** In words, e.g. `channel TOK:4`. */
  readonly name: string;
  readonly before: readonly Amount[];
}

/** One success that changed a purse at some moment between its request and its answer. */
export interface PurseChange {
  readonly operation: number;
  readonly startedAtMs: number;
  /** Infinity: never answered, and found to have happened. */
  readonly endedAtMs: number;
  /** By balance of the purse. */
  readonly changes: readonly Amount[];
}

/** Whether there is an order of the changes that respects real time and in which no balance goes below zero. */
export type Linearization =
  | { readonly verdict: 'holds' }
  /** `stuck`: what would have to come next, after the longest order that was found, and cannot. */
  | ({ readonly verdict: 'violated' } & Stuck)
  /** The search was given up: so many steps were taken, or so many changes looked at. */
  | { readonly verdict: 'unknown'; readonly after: string };

interface Stuck {
  readonly stuck: readonly PurseChange[];
  readonly balances: readonly Amount[];
}

// Legal orders are found in about one step a change; 50 at once on one channel can take millions and decide nothing.
const MOST_STEPS = 200_000;
// With thousands at once on one channel a single step looks at all of them.
const MOST_LOOKS = 20_000_000;

/**
 * Searches for such an order. A change may come before another unless it started after the other had ended. What
 * has to end first is tried first, and sets of changes already found hopeless are not tried again: changes commute.
 */
export function linearize(
  purse: Purse,
  changes: readonly PurseChange[],
  mostSteps = MOST_STEPS,
): Linearization {
  return (
    overdrawn(purse, changes) ?? orderedByEnds(purse, changes) ?? new Search(purse, changes).run(mostSteps)
  );
}

/**
 * At its best a balance has every credit that had started and only the debits that had ended. When even that is
 * below zero no order helps; for a balance on its own this decides, and it costs no search.
 */
function overdrawn(purse: Purse, changes: readonly PurseChange[]): Linearization | undefined {
  for (const [at, before] of purse.before.entries()) {
    const moments = changes
      .map((change) => {
        const amount = change.changes[at] ?? 0n;
        return { change, amount, atMs: amount > 0n ? change.startedAtMs : change.endedAtMs };
      })
      .filter(({ amount }) => amount !== 0n)
      // At the same moment credits come first.
      .toSorted((one, other) => one.atMs - other.atMs || (one.amount > other.amount ? -1 : 1));
    let best = before;
    for (const { change, amount } of moments) {
      best += amount;
      if (best >= 0n) continue;
      const balances = purse.before.map((one, index) => (index === at ? best - amount : one));
      return { verdict: 'violated', stuck: [change], balances };
    }
  }
  return undefined;
}

/** The order in which answers came respects real time; where nothing is short it is legal, and costs no search. */
function orderedByEnds(purse: Purse, changes: readonly PurseChange[]): Linearization | undefined {
  const balances = [...purse.before];
  for (const { changes: amounts } of changes.toSorted((one, other) => one.endedAtMs - other.endedAtMs))
    for (let at = 0; at < balances.length; at += 1) {
      balances[at] = (balances[at] as Amount) + (amounts[at] ?? 0n);
      if ((balances[at] as Amount) < 0n) return undefined;
    }
  return { verdict: 'holds' };
}

/** A place in the search: what may come next, and which of it was tried. */
interface Choice {
  readonly candidates: readonly number[];
  next: number;
  taken: number;
}

class Search {
  readonly #changes: readonly PurseChange[];
  readonly #balances: Amount[];
  readonly #done: Uint8Array;
  readonly #hopeless = new Set<string>();
  readonly #path: Choice[] = [];
  // Everything before it is done.
  #first = 0;
  #longest = -1;
  #looks = 0;
  #stuck: Stuck = { stuck: [], balances: [] };

  constructor(purse: Purse, changes: readonly PurseChange[]) {
    this.#changes = changes.toSorted((one, other) => one.startedAtMs - other.startedAtMs);
    this.#balances = [...purse.before];
    this.#done = new Uint8Array(changes.length);
  }

  run(mostSteps: number): Linearization {
    this.#descend();
    for (let steps = 0; steps < mostSteps && this.#looks < MOST_LOOKS; steps += 1) {
      const here = this.#path.at(-1);
      if (here === undefined) return { verdict: 'violated', ...this.#stuck };
      if (here.candidates.length === 0) return { verdict: 'holds' };
      const index = here.candidates[here.next];
      if (index === undefined) this.#ascend();
      else if (this.#fits(index)) this.#take(here, index);
      else here.next += 1;
    }
    const after = this.#looks < MOST_LOOKS ? `${mostSteps} steps` : `${MOST_LOOKS} changes looked at`;
    return { verdict: 'unknown', after };
  }

  #take(here: Choice, index: number): void {
    here.next += 1;
    here.taken = index;
    this.#apply(index, 1n);
    this.#done[index] = 1;
    while (this.#done[this.#first] === 1) this.#first += 1;
    if (this.#hopeless.size > 0 && this.#hopeless.has(this.#key())) this.#undo(here);
    else this.#descend();
  }

  #descend(): void {
    const candidates = this.#candidates();
    this.#looks += candidates.length;
    this.#path.push({ candidates, next: 0, taken: -1 });
    if (this.#path.length <= this.#longest) return;
    this.#longest = this.#path.length;
    // Kept for the case that nothing ever gets further.
    if (candidates.some((index) => this.#fits(index))) return;
    const stuck = candidates.map((index) => this.#change(index));
    this.#stuck = { stuck, balances: [...this.#balances] };
  }

  #ascend(): void {
    this.#hopeless.add(this.#key());
    this.#path.pop();
    const before = this.#path.at(-1);
    if (before !== undefined) this.#undo(before);
  }

  #undo(choice: Choice): void {
    this.#done[choice.taken] = 0;
    this.#apply(choice.taken, -1n);
    this.#first = Math.min(this.#first, choice.taken);
  }

  /** The changes that may come next: all that started before the first of the rest has ended, that one first. */
  #candidates(): readonly number[] {
    const open: number[] = [];
    let earliestEndMs = Number.POSITIVE_INFINITY;
    for (let index = this.#first; index < this.#changes.length; index += 1) {
      if (this.#done[index] === 1) continue;
      const { startedAtMs, endedAtMs } = this.#change(index);
      if (startedAtMs > earliestEndMs) break;
      open.push(index);
      earliestEndMs = Math.min(earliestEndMs, endedAtMs);
    }
    return open
      .filter((index) => this.#change(index).startedAtMs <= earliestEndMs)
      .toSorted((one, other) => this.#change(one).endedAtMs - this.#change(other).endedAtMs);
  }

  #fits(index: number): boolean {
    const { changes } = this.#change(index);
    return this.#balances.every((balance, at) => {
      const change = changes[at] ?? 0n;
      return change >= 0n || balance + change >= 0n;
    });
  }

  #apply(index: number, sign: bigint): void {
    const { changes } = this.#change(index);
    for (let at = 0; at < this.#balances.length; at += 1)
      this.#balances[at] = (this.#balances[at] as Amount) + sign * (changes[at] ?? 0n);
  }

  // All before `first` is done; what is done after it had started before `first` ended.
  #key(): string {
    const after: number[] = [];
    for (let index = this.#first; index < this.#done.length; index += 1) {
      if (this.#done[index] === 1) after.push(index);
      else if (this.#change(index).startedAtMs > this.#change(this.#first).endedAtMs) break;
    }
    return `${this.#first} ${after.join(' ')}`;
  }

  #change(index: number): PurseChange {
    return this.#changes[index] as PurseChange;
  }
}

import type { RunData } from './run-data.ts';

/** One moment at which money moved, or was locked, in a channel. */
export interface Movement {
  readonly atMs: number;
  readonly channel: number;
  /** Added to the balance of each end. */
  readonly balance: readonly [bigint, bigint];
  /** Added to what each end has locked. */
  readonly locked: readonly [bigint, bigint];
  /** Row of its operation; -1: a deposit, a withdrawal or an opening. */
  readonly row: number;
  /** Locks that begin (1) or end (-1). */
  readonly locks: -1 | 0 | 1;
}

/** Balances and locks of one channel at a moment. */
export interface Holdings {
  readonly balance: readonly [bigint, bigint];
  readonly locked: readonly [bigint, bigint];
}

/** All movements of a run, from which balances at any moment follow exactly. */
export class BalanceTimeline {
  readonly movements: readonly Movement[];
  readonly #data: RunData;
  readonly #byChannel = new Map<number, Movement[]>();
  readonly #balance: bigint[];
  readonly #locked: bigint[];
  /** Of each channel, by transfers alone. */
  readonly #moved: bigint[];
  #next = 0;
  #pending = 0;

  constructor(data: RunData) {
    this.#data = data;
    this.movements = movementsOf(data);
    for (const movement of this.movements) {
      const earlier = this.#byChannel.get(movement.channel);
      if (earlier) earlier.push(movement);
      else this.#byChannel.set(movement.channel, [movement]);
    }
    const { firstBalance, secondBalance } = data.packed.channels;
    this.#balance = firstBalance.flatMap((first, channel) => [
      BigInt(first),
      BigInt(secondBalance[channel] ?? 0),
    ]);
    this.#locked = this.#balance.map(() => 0n);
    this.#moved = firstBalance.map(() => 0n);
  }

  /** Transfers in flight at the moment that was gone to last. */
  get pending(): number {
    return this.#pending;
  }

  /** Goes to a moment: `holdings` then tells of that. */
  goTo(atMs: number): void {
    const { movements } = this;
    while (this.#next < movements.length && (movements[this.#next] as Movement).atMs <= atMs) {
      this.#apply(movements[this.#next] as Movement, 1n);
      this.#next += 1;
    }
    while (this.#next > 0 && (movements[this.#next - 1] as Movement).atMs > atMs) {
      this.#next -= 1;
      this.#apply(movements[this.#next] as Movement, -1n);
    }
  }

  /** The holdings of a channel at the moment that was gone to. */
  holdings(channel: number): Holdings {
    const at = 2 * channel;
    return {
      balance: [this.#balance[at] as bigint, this.#balance[at + 1] as bigint],
      locked: [this.#locked[at] as bigint, this.#locked[at + 1] as bigint],
    };
  }

  /** The amount by which transfers had moved more from the first end to the second than back, at that moment. */
  moved(channel: number): bigint {
    return this.#moved[channel] as bigint;
  }

  ofChannel(channel: number): readonly Movement[] {
    return this.#byChannel.get(channel) ?? [];
  }

  /** The holdings of a channel right before, or after, a moment. */
  holdingsAt(
    channel: number,
    atMs: number,
    { before = false }: { readonly before?: boolean } = {},
  ): Holdings {
    let last = this.holdingsAtStart(channel);
    for (const step of this.history(channel)) {
      if (before ? step.movement.atMs >= atMs : step.movement.atMs > atMs) break;
      last = step;
    }
    return last;
  }

  holdingsAtStart(channel: number): Holdings {
    const { firstBalance, secondBalance } = this.#data.packed.channels;
    return {
      balance: [this.#data.amount(firstBalance, channel), this.#data.amount(secondBalance, channel)],
      locked: [0n, 0n],
    };
  }

  /** The holdings of a channel after each of its movements. */
  history(channel: number): readonly (Holdings & { readonly movement: Movement })[] {
    let { balance, locked } = this.holdingsAtStart(channel);
    return this.ofChannel(channel).map((movement) => {
      balance = [balance[0] + movement.balance[0], balance[1] + movement.balance[1]];
      locked = [locked[0] + movement.locked[0], locked[1] + movement.locked[1]];
      return { balance, locked, movement };
    });
  }

  #apply({ channel, balance, locked, locks, row }: Movement, times: bigint): void {
    if (row >= 0) this.#moved[channel] = (this.#moved[channel] as bigint) + times * balance[1];
    for (const end of [0, 1] as const) {
      const at = 2 * channel + end;
      this.#balance[at] = (this.#balance[at] as bigint) + times * balance[end];
      this.#locked[at] = (this.#locked[at] as bigint) + times * locked[end];
    }
    this.#pending += Number(times) * locks;
  }
}

// Sorting is stable: what happened at one moment stays in the order of the run.
function movementsOf(data: RunData): readonly Movement[] {
  const { operations, hops, changes } = data.packed;
  const movements: Movement[] = [];
  const add = (movement: Movement): void => {
    if (movement.channel >= 0) movements.push(movement);
  };
  operations.id.forEach((_, row) => {
    const from = operations.hop[row] as number;
    for (let hop = from; hop < from + (operations.hops[row] as number); hop += 1) {
      const channel = hops.channel[hop] as number;
      const amount = data.amount(hops.amount, hop);
      const isFirst = hops.payer[hop] === 0;
      const lock = (by: bigint): readonly [bigint, bigint] => (isFirst ? [by, 0n] : [0n, by]);
      const unlockedMs = hops.unlockedMs[hop] as number;
      const moved: readonly [bigint, bigint] = isFirst ? [-amount, amount] : [amount, -amount];
      add({
        atMs: hops.lockedMs[hop] as number,
        channel,
        balance: [0n, 0n],
        locked: lock(amount),
        row,
        locks: 1,
      });
      add({
        atMs: unlockedMs < 0 ? (operations.endMs[row] as number) : unlockedMs,
        channel,
        balance: unlockedMs < 0 ? [0n, 0n] : moved,
        locked: lock(-amount),
        row,
        locks: -1,
      });
    }
  });
  changes.atMs.forEach((atMs, change) => {
    const balance = [data.amount(changes.first, change), data.amount(changes.second, change)] as const;
    add({ atMs, channel: changes.channel[change] as number, balance, locked: [0n, 0n], row: -1, locks: 0 });
  });
  return movements.sort((one, other) => one.atMs - other.atMs);
}

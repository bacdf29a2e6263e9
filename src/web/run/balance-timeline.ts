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
}

/** Balances and locks of one channel at a moment. */
export interface Holdings {
  readonly balance: readonly [bigint, bigint];
  readonly locked: readonly [bigint, bigint];
}

/** All movements of a run by channel, from which balances at any moment follow exactly. */
export class BalanceTimeline {
  readonly #data: RunData;
  readonly #byChannel = new Map<number, Movement[]>();

  constructor(data: RunData) {
    this.#data = data;
    for (const movement of movementsOf(data)) {
      const earlier = this.#byChannel.get(movement.channel);
      if (earlier) earlier.push(movement);
      else this.#byChannel.set(movement.channel, [movement]);
    }
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
      });
      add({
        atMs: unlockedMs < 0 ? (operations.endMs[row] as number) : unlockedMs,
        channel,
        balance: unlockedMs < 0 ? [0n, 0n] : moved,
        locked: lock(-amount),
        row,
      });
    }
  });
  changes.atMs.forEach((atMs, change) => {
    const balance = [data.amount(changes.first, change), data.amount(changes.second, change)] as const;
    add({ atMs, channel: changes.channel[change] as number, balance, locked: [0n, 0n], row: -1 });
  });
  return movements.sort((one, other) => one.atMs - other.atMs);
}

import { gather } from '../../model/gather.ts';
import type { BothEnds } from './packed-run.ts';
import type { RunData } from './run-data.ts';

/** One moment at which money moved, or was locked, in a channel. */
export interface Movement {
  readonly atMs: number;
  readonly channel: number;
  /** Added to the balance of each end. */
  readonly balance: BothEnds<bigint>;
  /** Added to what each end has locked. */
  readonly locked: BothEnds<bigint>;
  /** Row of its operation; -1: a deposit, a withdrawal or an opening. */
  readonly row: number;
}

/** Balances and locks of one channel at a moment. */
type Holdings = Pick<Movement, 'balance' | 'locked'>;

const NONE: BothEnds<bigint> = [0n, 0n];

/** All movements of a run by channel, from which balances at any moment follow exactly. */
export class BalanceTimeline {
  readonly #data: RunData;
  readonly #byChannel = new Map<number, Movement[]>();

  constructor(data: RunData) {
    this.#data = data;
    for (const movement of movementsOf(data)) gather(this.#byChannel, movement.channel, movement);
  }

  /** The channels whose movements do not lead to the balances that they have at the end. */
  get amiss(): number {
    const { channels, balances } = this.#data.run;
    if (balances.kind === 'unknown' || !balances.isEndKnown) return 0;
    return channels.filter(({ end }, channel) => {
      const { balance } = this.holdingsAt(channel, Number.POSITIVE_INFINITY);
      return balance.join() !== end.join();
    }).length;
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
    return { balance: amounts(this.#data.channel(channel).start), locked: NONE };
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
function movementsOf({ run }: RunData): readonly Movement[] {
  const hops = run.hops.flatMap(({ row, channel, payer, amount, lockedMs, unlockedMs }): Movement[] => {
    const sent = BigInt(amount);
    const isReleased = unlockedMs < 0;
    const [lock, unlock, move]: readonly BothEnds<bigint>[] =
      payer === 0
        ? [
            [sent, 0n],
            [-sent, 0n],
            [-sent, sent],
          ]
        : [
            [0n, sent],
            [0n, -sent],
            [sent, -sent],
          ];
    const endMs = run.operations[row]?.endMs ?? 0;
    const atMs = isReleased ? endMs : unlockedMs;
    return [
      { atMs: lockedMs, channel, row, balance: NONE, locked: lock ?? NONE },
      { atMs, channel, row, balance: (isReleased ? undefined : move) ?? NONE, locked: unlock ?? NONE },
    ];
  });
  const changes = run.changes.map(({ atMs, channel, by }): Movement => {
    return { atMs, channel, row: -1, balance: amounts(by), locked: NONE };
  });
  return [...hops, ...changes]
    .filter(({ channel }) => channel >= 0)
    .sort((one, other) => one.atMs - other.atMs);
}

function amounts([one, other]: BothEnds<string>): BothEnds<bigint> {
  return [BigInt(one), BigInt(other)];
}

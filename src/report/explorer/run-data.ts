import { gather } from '../../model/gather.ts';
import { amountText, durationText } from '../words/number-format.ts';
import type { BothEnds, PackedChannel, PackedHop, PackedOperation, PackedRun } from './packed-run.ts';

/** A run as its page carries it, with its parts by their names. */
export class RunData {
  readonly run: PackedRun;
  readonly #channels: ReadonlyMap<string, PackedChannel>;
  readonly #names = new Map<string, string>();
  /** Keys of channels by everything that they are called. */
  readonly #keys = new Map<string, string>();
  readonly #decimals: ReadonlyMap<string, number>;
  readonly #rows: ReadonlyMap<number, number>;
  readonly #hops = new Map<number, PackedHop[]>();
  #facts: ReturnType<typeof networkFacts> | undefined;

  constructor(run: PackedRun) {
    this.run = run;
    this.#channels = new Map(run.channels.map((channel) => [channel.key, channel]));
    this.#decimals = new Map(run.tokens.map(({ name, decimals }) => [name, decimals]));
    this.#rows = new Map(run.operations.map(({ id }, row) => [id, row]));
    for (const hop of run.hops) gather(this.#hops, hop.row, hop);
    for (const channel of run.channels) this.#nameChannel(channel);
  }

  operation(row: number): PackedOperation {
    return this.run.operations[row] as PackedOperation;
  }

  /** The hops of an operation that were locked, from its payer on. */
  hops(row: number): readonly PackedHop[] {
    return this.#hops.get(row) ?? [];
  }

  channel(key: string): PackedChannel {
    return this.#channels.get(key) as PackedChannel;
  }

  /** A channel by its ends; further ones between the same ends have their key, too. */
  channelName(key: string): string {
    return this.#names.get(key) ?? '';
  }

  /** The key of a channel by its ends, in either order, or by the key itself. */
  channelNamed(name: string): string | undefined {
    return this.#keys.get(name);
  }

  /** The row of an operation; a page of a large run does not hold all. */
  rowOf(operation: number): number | undefined {
    return this.#rows.get(operation);
  }

  /** An amount in whole tokens. */
  money(amount: bigint | string, token: string): string {
    const units = BigInt(amount);
    const text = amountText(units < 0n ? -units : units, this.#decimals.get(token) ?? 0);
    return `${units < 0n ? '−' : ''}${text} ${token}`;
  }

  get facts(): ReturnType<typeof networkFacts> {
    this.#facts ??= networkFacts(this);
    return this.#facts;
  }

  #nameChannel({ key, ends: [one, other] }: PackedChannel): void {
    const isFirst = !this.#keys.has(`${one}-${other}`);
    const name = isFirst ? `${one}-${other}` : `${one}-${other} (${key})`;
    this.#names.set(key, name);
    for (const alias of [key, name, ...(isFirst ? [`${other}-${one}`] : [])]) this.#keys.set(alias, key);
  }
}

// What happened at each node and in each channel over the whole run; earnings by token, transfers that were unlocked.
function networkFacts(data: RunData) {
  const { operations, tokens, nodes: names } = data.run;
  const nodes = new Map(
    names.map((name) => {
      const earned = new Map(tokens.map((token) => [token.name, 0n]));
      return [name, { forwarded: 0, sent: 0, received: 0, failures: 0, earned }];
    }),
  );
  const channels = new Map(data.run.channels.map(({ key }) => [key, { transfers: 0, failures: 0 }]));
  operations.forEach(({ node, target, result, failedAt, failedIn }, row) => {
    if (target === '') return;
    const [payer, payee] = [nodes.get(node), nodes.get(target)];
    if (result !== 'succeeded') {
      const [failedNode, failedChannel] = [nodes.get(failedAt), channels.get(failedIn)];
      if (failedChannel) failedChannel.failures += 1;
      if (failedNode) failedNode.failures += 1;
      return;
    }
    if (payer) payer.sent += 1;
    if (payee) payee.received += 1;
    const hops = data.hops(row);
    hops.forEach(({ channel, payer: end, amount }, hop) => {
      const used = channels.get(channel);
      if (used === undefined) return;
      used.transfers += 1;
      const before = hops[hop - 1];
      const { ends, token } = data.channel(channel);
      const mediator = nodes.get(ends[end]);
      if (before === undefined || mediator === undefined) return;
      mediator.forwarded += 1;
      const fee = BigInt(before.amount) - BigInt(amount);
      mediator.earned.set(token, (mediator.earned.get(token) ?? 0n) + fee);
    });
  });
  return { nodes, channels };
}

/** A moment of the run: `14.2 s`. */
export function momentText(ms: number): string {
  if (ms >= 100_000) return durationText(ms);
  return `${(ms / 1000).toFixed(ms < 1000 ? 3 : 2)} s`;
}

/** One moment at which money moved, or was locked, in a channel. */
export interface Movement {
  readonly atMs: number;
  readonly channel: string;
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
  readonly #byChannel = new Map<string, Movement[]>();

  constructor(data: RunData) {
    this.#data = data;
    for (const movement of movementsOf(data)) gather(this.#byChannel, movement.channel, movement);
  }

  /** The channels whose movements do not lead to the balances that they have at the end. */
  get amiss(): number {
    const { channels, balances } = this.#data.run;
    if (balances.kind === 'unknown' || !balances.isEndKnown) return 0;
    return channels.filter(({ key, end }) => {
      const { balance } = this.holdingsAt(key, Number.POSITIVE_INFINITY);
      return balance.join() !== end.join();
    }).length;
  }

  ofChannel(channel: string): readonly Movement[] {
    return this.#byChannel.get(channel) ?? [];
  }

  /** The holdings of a channel right before, or after, a moment. */
  holdingsAt(
    channel: string,
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

  holdingsAtStart(channel: string): Holdings {
    return { balance: amounts(this.#data.channel(channel).start), locked: NONE };
  }

  /** The holdings of a channel after each of its movements. */
  history(channel: string): readonly (Holdings & { readonly movement: Movement })[] {
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
    const ofPayer = (units: bigint, ofPayee = 0n): BothEnds<bigint> =>
      payer === 0 ? [units, ofPayee] : [ofPayee, units];
    const endMs = run.operations[row]?.endMs ?? 0;
    const atMs = isReleased ? endMs : unlockedMs;
    return [
      { atMs: lockedMs, channel, row, balance: NONE, locked: ofPayer(sent) },
      { atMs, channel, row, balance: isReleased ? NONE : ofPayer(-sent, sent), locked: ofPayer(-sent) },
    ];
  });
  const changes = run.changes.map(({ atMs, channel, by }): Movement => {
    return { atMs, channel, row: -1, balance: amounts(by), locked: NONE };
  });
  return [...hops, ...changes].sort((one, other) => one.atMs - other.atMs);
}

function amounts([one, other]: BothEnds<string>): BothEnds<bigint> {
  return [BigInt(one), BigInt(other)];
}

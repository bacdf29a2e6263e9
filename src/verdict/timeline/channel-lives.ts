import { gather } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import {
  type Network,
  type NodeName,
  type Timeouts,
  timeoutsAt,
  type TokenName,
} from '../../model/network/network.ts';
import { type ChannelChange, changesChannels, type OperationRecord } from '../../model/run/operation.ts';
import { effectOf } from '../refusals.ts';
import type { TravelTime } from './travel-time.ts';
import {
  type ChannelLife,
  type Closing,
  type EndIncrease,
  sideOf,
  type TotalSince,
  type Turn,
} from './channel-life.ts';

/** An answer to an opening that may be of a channel that was there. */
interface Opening {
  readonly operation: Extract<ChannelChange, { kind: 'open' }>;
  readonly turn: Turn;
  /** As it was shown. */
  readonly identifier: number | undefined;
}

type LifeSoFar = ChannelLife & { readonly closings: Closing[]; readonly openings: Opening[] };

const BEFORE_THE_RUN: Turn = {
  by: null,
  fromMs: Number.NEGATIVE_INFINITY,
  doneMs: Number.NEGATIVE_INFINITY,
  untilMs: Number.NEGATIVE_INFINITY,
  isCertain: true,
};

/** All channels of a run, in the order of their openings, as the answers to its operations tell. */
export class ChannelLives {
  readonly all: ChannelLife[] = [];
  /** The changes that deposits and withdrawals made, by operation. */
  readonly increases = new Map<number, EndIncrease>();
  readonly #ofPair = new Map<string, LifeSoFar[]>();
  readonly #ofNode = new Map<NodeName, LifeSoFar[]>();
  readonly #travelMs: TravelTime;
  readonly #start: Network;
  /** By node, what it was last started with. */
  readonly #defaults = new Map<NodeName, Partial<Timeouts>>();

  /** `records` in the order of their starts. */
  constructor(start: Network, records: readonly OperationRecord[], travelMs: TravelTime) {
    this.#travelMs = travelMs;
    this.#start = start;
    start.forEachEdge((_key, channel, first, second) => {
      if (channel.state !== 'opened') return;
      const { token, identifier, settleTimeout, revealTimeout, balance } = channel;
      const { totalDeposit, totalWithdraw } = channel;
      this.#add({
        token,
        between: [first, second],
        settleTimeout,
        revealTimeout: openedWith(revealTimeout, BEFORE_THE_RUN),
        identifier,
        opened: BEFORE_THE_RUN,
        before: balance,
        mostCapacity: balance[0] + balance[1],
        totalDeposit: [[totalBeforeTheRun(totalDeposit[0])], [totalBeforeTheRun(totalDeposit[1])]],
        totalWithdraw: [[totalBeforeTheRun(totalWithdraw[0])], [totalBeforeTheRun(totalWithdraw[1])]],
      });
    });
    for (const record of records) if (record.operation.kind !== 'pay') this.#take(record);
  }

  /** The channel of two nodes that was opened last before a moment. */
  between(token: TokenName, one: NodeName, other: NodeName, atMs: number): ChannelLife | undefined {
    return this.#latestOf(token, one, other, atMs);
  }

  /** All channels that a node ever had. */
  of(node: NodeName): readonly ChannelLife[] {
    return this.#ofNode.get(node) ?? [];
  }

  /** The last channel of each pair that ever had one. */
  *latest(): Iterable<ChannelLife> {
    for (const lives of this.#ofPair.values()) yield lives.at(-1) as ChannelLife;
  }

  #latestOf(token: TokenName, one: NodeName, other: NodeName, atMs: number): LifeSoFar | undefined {
    return this.#ofPair.get(pairKey(token, one, other))?.findLast(({ opened }) => opened.fromMs <= atMs);
  }

  #take(record: OperationRecord): void {
    const { operation } = record;
    const turn = this.#turnOf(record);
    if (turn === undefined) return;
    // Channels that are open keep their timeouts.
    if (operation.kind === 'start')
      this.#defaults.set(operation.node, { ...this.#defaults.get(operation.node), ...operation.settings });
    if (!changesChannels(operation)) return;
    switch (operation.kind) {
      case 'open':
        this.#open(operation, turn, record);
        break;
      case 'close': {
        const { token, node, partner } = operation;
        const life = this.#latestOf(token, node, partner, turn.fromMs);
        const isNamed = this.#ofPair.get(pairKey(token, node, partner))?.length === 1;
        if (life !== undefined) this.#close(life, { ...turn, node, isNamed });
        break;
      }
      case 'leave': {
        const { token, node } = operation;
        // A closing may add to the lives of the node.
        for (const life of (this.#ofNode.get(node) ?? []).filter((one) => one.token === token)) {
          // A channel that was being opened meanwhile may have come after.
          const isCertain = turn.isCertain && life.opened.untilMs <= turn.fromMs;
          this.#close(life, { ...turn, isCertain, node, isNamed: false });
        }
        break;
      }
      case 'deposit':
        this.#raise(operation, turn, { field: 'totalDeposit', total: operation.totalDeposit });
        break;
      case 'withdraw':
        this.#raise(operation, turn, { field: 'totalWithdraw', total: operation.totalWithdraw });
        break;
      case 'set': {
        const { token, node, partner, revealTimeout } = operation;
        const life = this.#latestOf(token, node, partner, turn.fromMs);
        life?.revealTimeout[sideOf(life, node)].push({ asked: BigInt(revealTimeout), turn });
        break;
      }
    }
  }

  /** `undefined`: the operation changed nothing. */
  #turnOf(record: OperationRecord): Turn | undefined {
    const { operation, outcome, startedAtMs, endedAtMs } = record;
    const effect = effectOf(record);
    if (effect === 'nothing') return undefined;
    const isAnswered = outcome.kind !== 'indeterminate';
    return {
      by: operation.id,
      fromMs: startedAtMs,
      doneMs: outcome.kind === 'succeeded' ? endedAtMs : Number.POSITIVE_INFINITY,
      untilMs: isAnswered ? endedAtMs + this.#travelMs(record) : Number.POSITIVE_INFINITY,
      isCertain: effect === 'happened',
    };
  }

  #open(operation: Opening['operation'], turn: Turn, { outcome }: Pick<OperationRecord, 'outcome'>): void {
    const { token, node, partner, totalDeposit } = operation;
    if (!this.#start.hasNode(node) || !this.#start.hasNode(partner)) return;
    const [channel] = outcome.kind === 'succeeded' ? (outcome.channels ?? []) : [];
    const identifier = channel == null ? undefined : Number(channel.channelIdentifier);
    // The answer about a channel that was there is 200.
    const isNew = outcome.kind !== 'succeeded' || outcome.status !== 200;
    const there = this.#latestOf(token, node, partner, turn.fromMs);
    // Opening a channel that is there, or still there while it is being closed, raises its deposit.
    const isSame = identifier !== undefined && there?.identifier === identifier;
    // Whether it was closed is not known, nor whether this one opened another: where it did not, the deposit counts.
    const mayBoth = there?.closed?.isCertain === false && !turn.isCertain;
    const isStillThere =
      isSame || there?.closed === undefined || mayBoth || (there.closed.untilMs > turn.fromMs && !isNew);
    const isAnother =
      isNew && identifier !== undefined && there?.identifier !== undefined && identifier !== there.identifier;
    if (there?.opened.isCertain && isStillThere && !isAnother) {
      if (totalDeposit > 0n) this.#raise(operation, turn, { field: 'totalDeposit', total: totalDeposit });
      if (!isSame) there.openings.push({ operation, turn, identifier });
      return;
    }
    this.#begin({ operation, turn, identifier });
  }

  #begin({ operation, turn, identifier }: Opening): void {
    const { token, node, partner, totalDeposit } = operation;
    const usual = this.#defaultOf(node, token);
    const { settleTimeout = usual.settleTimeout, revealTimeout = usual.revealTimeout } = operation;
    // Where this one was perhaps not opened, and the one before it perhaps not closed, what is shown may be of either.
    const there = this.#ofPair.get(pairKey(token, node, partner))?.at(-1);
    const isEither = !turn.isCertain && there !== undefined && there.closed?.isCertain !== true;
    const nothing = (): TotalSince[] => [
      {
        ...totalBeforeTheRun(0n),
        ...(isEither && { amount: null }),
        turn: { ...BEFORE_THE_RUN, fromMs: turn.fromMs },
        untilMs: turn.fromMs,
      },
    ];
    const amount = turn.isCertain ? totalDeposit : null;
    const deposited = { amount, by: operation.id, turn, asked: totalDeposit, untilMs: turn.untilMs };
    this.#add({
      token,
      between: [node, partner],
      settleTimeout,
      revealTimeout: openedWith([revealTimeout, this.#defaultOf(partner, token).revealTimeout], turn),
      ...(identifier === undefined ? {} : { identifier }),
      opened: turn,
      before: [totalDeposit, 0n],
      mostCapacity: totalDeposit,
      totalDeposit: [[deposited], nothing()],
      totalWithdraw: [nothing(), nothing()],
    });
  }

  #defaultOf(node: NodeName, token: TokenName): Timeouts {
    const { settleTimeout, revealTimeout } = {
      ...timeoutsAt(this.#start, node, token),
      ...this.#defaults.get(node),
    };
    return { settleTimeout, revealTimeout };
  }

  #close(life: LifeSoFar, closing: Closing): void {
    life.closings.push(closing);
    if (life.closed?.isCertain !== true) life.closed = closing;
    // An opening that was under way may have come after the closing, and made another channel.
    for (const opening of life.openings.splice(0))
      if (opening.turn.doneMs > closing.fromMs)
        this.#begin({ ...opening, turn: { ...opening.turn, isCertain: false } });
  }

  #raise(
    { token, node, partner, id }: Extract<ChannelChange, { partner: NodeName }>,
    turn: Turn,
    { field, total }: { readonly field: 'totalDeposit' | 'totalWithdraw'; readonly total: Amount },
  ): void {
    const life = this.between(token, node, partner, turn.fromMs);
    if (life === undefined) return;
    const side = sideOf(life, node);
    const before = life[field][side].at(-1) as TotalSince;
    // If two overlap, the higher total stands, whichever comes first.
    const isLess = before.amount !== null && total < before.amount && before.untilMs > turn.fromMs;
    const stands = isLess ? before : { amount: total, by: id };
    const increase = increaseOf(total, { before: before.amount, isLess });
    life[field][side].push({
      amount: turn.isCertain ? stands.amount : null,
      by: stands.by,
      turn,
      asked: total,
      untilMs: Math.max(turn.untilMs, before.untilMs),
    });
    const isCertain = turn.isCertain && before.amount !== null;
    const by = field === 'totalDeposit' ? increase : -increase;
    if (by > 0n) life.mostCapacity += by;
    this.increases.set(id, { life, side, turn: { ...turn, isCertain }, by });
  }

  #add(life: Omit<ChannelLife, 'index' | 'closings'>): void {
    const made: LifeSoFar = { ...life, index: this.all.length, closings: [], openings: [] };
    this.all.push(made);
    gather(this.#ofPair, pairKey(life.token, ...life.between), made);
    for (const node of life.between) gather(this.#ofNode, node, made);
  }
}

function openedWith([first, second]: readonly [number, number], turn: Turn): ChannelLife['revealTimeout'] {
  return [[{ asked: BigInt(first), turn }], [{ asked: BigInt(second), turn }]];
}

function totalBeforeTheRun(amount: Amount): TotalSince {
  return { amount, by: null, turn: BEFORE_THE_RUN, asked: amount, untilMs: BEFORE_THE_RUN.untilMs };
}

function increaseOf(
  total: Amount,
  { before, isLess }: { readonly before: Amount | null; readonly isLess: boolean },
): Amount {
  if (isLess) return 0n;
  return before === null || total < before ? total : total - before;
}

function pairKey(token: TokenName, one: NodeName, other: NodeName): string {
  return one < other ? JSON.stringify([token, one, other]) : JSON.stringify([token, other, one]);
}

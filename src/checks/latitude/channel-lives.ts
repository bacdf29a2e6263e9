import { gather } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import {
  type Network,
  type NodeName,
  type PerEnd,
  timeoutsAt,
  type TokenName,
} from '../../model/network/network.ts';
import type { AcknowledgedTotal } from '../../model/replay/latitude.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { effectOf } from './effect-of.ts';
import type { TravelTime } from './travel-time.ts';

/** Within these moments something became so; `by`: through which operation, null: it was so before the run. */
export interface Turn {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly by: number | null;
  /** False: the answer does not tell whether it did. */
  readonly isCertain: boolean;
}

/** One channel from its opening to its closing. */
export interface ChannelLife {
  /** Counts from 0; its ends are numbered twice that, and one more. */
  readonly index: number;
  readonly token: TokenName;
  readonly between: PerEnd<NodeName>;
  readonly settleTimeout: number;
  readonly revealTimeout: PerEnd<number>;
  /** As it was shown; absent: the answer to its opening did not come. */
  readonly identifier?: number;
  readonly opened: Turn;
  closed?: Turn;
  readonly before: PerEnd<Amount>;
  /** The most that both ends ever had together. */
  mostCapacity: Amount;
  /** Of each end, oldest first. */
  readonly totalDeposit: PerEnd<TotalSince[]>;
  readonly totalWithdraw: PerEnd<TotalSince[]>;
}

/** A total, when the operation started that set it, and when that had settled. */
export type TotalSince = AcknowledgedTotal & { readonly fromMs: number; readonly untilMs: number };

type ChannelOperation = Extract<Operation, { partner: NodeName }>;
type Timed = Pick<OperationRecord, 'startedAtMs' | 'endedAtMs'>;

const ALWAYS: Turn = {
  fromMs: Number.NEGATIVE_INFINITY,
  untilMs: Number.NEGATIVE_INFINITY,
  by: null,
  isCertain: true,
};

/** All channels of a run, in the order of their openings, as the answers to its operations tell. */
export class ChannelLives {
  readonly all: ChannelLife[] = [];
  /** What deposits and withdrawals changed, by operation. */
  readonly increases = new Map<number, EndIncrease>();
  readonly #ofPair = new Map<string, ChannelLife[]>();
  readonly #travelMs: TravelTime;
  readonly #start: Network;

  /** `records` in the order of their starts. */
  constructor(start: Network, records: readonly OperationRecord[], travelMs: TravelTime) {
    this.#travelMs = travelMs;
    this.#start = start;
    start.forEachEdge((_key, channel, first, second) => {
      if (channel.state !== 'opened') return;
      const { token, identifier, settleTimeout, revealTimeout, balance } = channel;
      const { totalDeposit, totalWithdraw } = channel;
      const known = (amount: Amount): TotalSince[] => [
        { amount, by: null, fromMs: ALWAYS.fromMs, untilMs: ALWAYS.untilMs },
      ];
      this.#add({
        token,
        between: [first, second],
        settleTimeout,
        revealTimeout,
        identifier,
        opened: ALWAYS,
        before: balance,
        mostCapacity: balance[0] + balance[1],
        totalDeposit: [known(totalDeposit[0]), known(totalDeposit[1])],
        totalWithdraw: [known(totalWithdraw[0]), known(totalWithdraw[1])],
      });
    });
    for (const record of records) this.#note(record);
  }

  /** The channel of two nodes that was opened last before a moment. */
  between(token: TokenName, one: NodeName, other: NodeName, atMs: number): ChannelLife | undefined {
    return this.#ofPair.get(pairKey(token, one, other))?.findLast(({ opened }) => opened.fromMs <= atMs);
  }

  /** The last channel of each pair that ever had one. */
  *latest(): Iterable<ChannelLife> {
    for (const lives of this.#ofPair.values()) yield lives.at(-1) as ChannelLife;
  }

  #note(record: OperationRecord): void {
    const { operation, startedAtMs } = record;
    const effect = effectOf(record);
    if (effect === 'nothing' || effect === 'locks') return;
    const turn: Turn = {
      fromMs: startedAtMs,
      untilMs: this.#settledMs(record),
      by: operation.id,
      isCertain: effect === 'happened',
    };
    switch (operation.kind) {
      case 'open':
        this.#open(operation, turn, { isNew: isCreated(record), shown: shownBy(record) });
        break;
      case 'close':
        this.#close(this.between(operation.token, operation.node, operation.partner, startedAtMs), turn);
        break;
      case 'leave':
        for (const life of this.all)
          if (life.token === operation.token && life.between.includes(operation.node))
            // One that was being opened meanwhile may have come after.
            this.#close(life, {
              ...turn,
              isCertain: turn.isCertain && life.opened.untilMs <= startedAtMs,
            });
        break;
      case 'deposit':
        this.#raise(operation, turn, { field: 'totalDeposit', total: operation.totalDeposit });
        break;
      case 'withdraw':
        this.#raise(operation, turn, { field: 'totalWithdraw', total: operation.totalWithdraw });
        break;
      case 'pay':
      case 'expect':
      case 'stop':
      case 'start':
      case 'slow':
      case 'wait':
        break;
    }
  }

  #settledMs(record: OperationRecord): number {
    const isOpen = record.outcome.kind === 'indeterminate';
    return isOpen ? Number.POSITIVE_INFINITY : record.endedAtMs + this.#travelMs(record);
  }

  #open(
    operation: Extract<ChannelOperation, { kind: 'open' }>,
    turn: Turn,
    { isNew, shown }: { readonly isNew: boolean; readonly shown: number | undefined },
  ): void {
    const { token, node, partner, totalDeposit } = operation;
    const there = this.between(token, node, partner, turn.fromMs);
    // Opening a channel that is there, or still there while it is being closed, raises its deposit.
    const isSame = shown !== undefined && there?.identifier === shown;
    // Whether it was closed is not known, nor whether this one opened another: where it did not, the deposit counts.
    const mayBoth = there?.closed?.isCertain === false && !turn.isCertain;
    const isStillThere =
      isSame || there?.closed === undefined || mayBoth || (there.closed.untilMs > turn.fromMs && !isNew);
    if (there?.opened.isCertain && isStillThere) {
      if (totalDeposit > 0n) this.#raise(operation, turn, { field: 'totalDeposit', total: totalDeposit });
      return;
    }
    const usual = timeoutsAt(this.#start, node, token);
    const { settleTimeout = usual.settleTimeout, revealTimeout = usual.revealTimeout } = operation;
    const { fromMs, untilMs } = turn;
    const nothing = (): TotalSince[] => [{ amount: 0n, by: null, fromMs, untilMs: fromMs }];
    const amount = turn.isCertain ? totalDeposit : null;
    this.#add({
      token,
      between: [node, partner],
      settleTimeout,
      revealTimeout: [revealTimeout, timeoutsAt(this.#start, partner, token).revealTimeout],
      ...(shown === undefined ? {} : { identifier: shown }),
      opened: turn,
      before: [totalDeposit, 0n],
      mostCapacity: totalDeposit,
      totalDeposit: [[{ amount, by: operation.id, fromMs, untilMs }], nothing()],
      totalWithdraw: [nothing(), nothing()],
    });
  }

  #close(life: ChannelLife | undefined, turn: Turn): void {
    if (life !== undefined && (life.closed === undefined || !life.closed.isCertain)) life.closed = turn;
  }

  #raise(
    { token, node, partner, id }: ChannelOperation,
    turn: Turn,
    { field, total }: { readonly field: 'totalDeposit' | 'totalWithdraw'; readonly total: Amount },
  ): void {
    const life = this.between(token, node, partner, turn.fromMs);
    if (life === undefined) return;
    const side = life.between[0] === node ? 0 : 1;
    const { fromMs, untilMs } = turn;
    const before = life[field][side].at(-1) as TotalSince;
    // Of two that overlap, the higher total stands, whichever comes first.
    const isLess = before.amount !== null && total < before.amount && before.untilMs > fromMs;
    const stands = isLess ? before : { amount: total, by: id };
    const increase = increaseOf(total, { before: before.amount, isLess });
    const amount = turn.isCertain ? stands.amount : null;
    life[field][side].push({ amount, by: stands.by, fromMs, untilMs: Math.max(untilMs, before.untilMs) });
    const isCertain = turn.isCertain && before.amount !== null;
    const by = field === 'totalDeposit' ? increase : -increase;
    if (by > 0n) life.mostCapacity += by;
    this.increases.set(id, { life, side, turn: { ...turn, isCertain }, by });
  }

  #add(life: Omit<ChannelLife, 'index'>): void {
    const made = { ...life, index: this.all.length };
    this.all.push(made);
    gather(this.#ofPair, pairKey(life.token, ...life.between), made);
  }
}

// Of a channel that was there the answer is 200.
function isCreated({ outcome }: OperationRecord): boolean {
  return outcome.kind !== 'succeeded' || outcome.status !== 200;
}

function shownBy({ outcome }: OperationRecord): number | undefined {
  const channel = outcome.kind === 'succeeded' ? outcome.channels?.[0] : undefined;
  return channel == null ? undefined : Number(channel.channelIdentifier);
}

function increaseOf(
  total: Amount,
  { before, isLess }: { readonly before: Amount | null; readonly isLess: boolean },
): Amount {
  if (isLess) return 0n;
  return before === null || total < before ? total : total - before;
}

/** By how much an operation changed one end of a channel. */
export interface EndIncrease {
  readonly life: ChannelLife;
  readonly side: 0 | 1;
  readonly turn: Turn;
  readonly by: Amount;
}

/** The total that was set last before an operation; what nobody knows to be set counts from the moment on. */
export function totalBefore(
  totals: readonly TotalSince[],
  { id, atMs }: { readonly id: number; readonly atMs: number },
): TotalSince {
  return (
    totals.findLast(
      ({ fromMs, amount, by }) => fromMs < atMs || (fromMs === atMs && amount === null && by !== id),
    ) ?? (totals[0] as TotalSince)
  );
}

/** True when the channel is there during the whole of a stretch of time. */
export function isThere({ opened, closed }: ChannelLife, { startedAtMs, endedAtMs }: Timed): boolean {
  return opened.isCertain && opened.untilMs <= startedAtMs && !(closed && closed.fromMs <= endedAtMs);
}

/** True when the channel may be there at some moment of it. */
export function mayBeThere({ opened, closed }: ChannelLife, { startedAtMs, endedAtMs }: Timed): boolean {
  return opened.fromMs <= endedAtMs && !(closed?.isCertain && closed.untilMs <= startedAtMs);
}

function pairKey(token: TokenName, one: NodeName, other: NodeName): string {
  return one < other ? JSON.stringify([token, one, other]) : JSON.stringify([token, other, one]);
}

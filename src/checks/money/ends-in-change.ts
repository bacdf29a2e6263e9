import type { Amount } from '../../model/network/amount.ts';
import { channelKey, type NodeName, type TokenName } from '../../model/network/network.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { mannerOf } from '../outcomes/ends-after-steps.ts';
import type { Bounds } from '../foresight/mediator-charge.ts';
import type { SeenWithin } from './flow-bounds.ts';

/** What a node has to show of its end of a channel when it is looked at: what it must, and what it may by then. */
export interface EndWhenSeen extends Readonly<Record<Total, TotalWhenSeen>> {
  /** True when the channel was there before it was asked, and it knew. */
  readonly isThere: boolean;
  /** The operation that opened it; null: it was there before. */
  readonly openedBy: number | null;
  /** True when something may have closed it by the time of the answer. */
  readonly mayBeClosed: boolean;
  readonly partner: NodeName;
  readonly token: TokenName;
  /** The operation that its node had answered before as having closed it; null: none. */
  readonly closedBy: number | null;
}

type Total = 'totalDeposit' | 'totalWithdraw';

/** `by`: the operation that made it `low`; null: it was so before. */
interface TotalWhenSeen extends Bounds {
  readonly by: number | null;
}

interface Raise {
  readonly to: Amount;
  readonly fromMs: number;
  /** Infinite: it is not known to have been done. */
  readonly doneMs: number;
  readonly by: number | null;
}

interface End {
  readonly node: NodeName;
  readonly channel: string;
  readonly partner: NodeName;
  readonly token: TokenName;
  readonly openedBy: number | null;
  /** From when on it is certain that its node knows it. */
  knownMs: number;
  readonly raises: Record<Total, Raise[]>;
  readonly closings: Closing[];
}

interface Closing {
  readonly fromMs: number;
  /** Infinite: its node has not said that it closed it. */
  readonly doneMs: number;
  readonly by: number;
}

/** The ends of all channels that there were at the start of a load, or that its steps opened, and what steps did to them. */
export class EndsInChange {
  readonly #byNode = new Map<NodeName, End[]>();

  constructor({ start, records }: Pick<Run, 'start' | 'records'>) {
    start.forEachEdge((channel, { token, totalDeposit, totalWithdraw, state }, ...[first, second]) => {
      if (state !== 'opened') return;
      const ends = [first, second] as const;
      for (const at of [0, 1] as const) {
        const partner = ends[at === 0 ? 1 : 0];
        const end = this.#add({ node: ends[at], partner, token, channel, openedBy: null });
        end.knownMs = Number.NEGATIVE_INFINITY;
        end.raises.totalDeposit.push(fromTheStart(totalDeposit[at]));
        end.raises.totalWithdraw.push(fromTheStart(totalWithdraw[at]));
      }
    });
    for (const record of records) if (mannerOf(record) !== 'refused') this.#take(record);
  }

  /** Every end of a node, by the edge key of its channel. */
  of(node: NodeName, { fromMs, toMs }: SeenWithin): ReadonlyMap<string, EndWhenSeen> {
    return new Map(
      (this.#byNode.get(node) ?? []).map((end) => [
        end.channel,
        {
          partner: end.partner,
          token: end.token,
          isThere: end.knownMs < fromMs,
          openedBy: end.openedBy,
          mayBeClosed: end.closings.some((closing) => closing.fromMs <= toMs),
          closedBy: end.closings.find((closing) => closing.doneMs < fromMs)?.by ?? null,
          totalDeposit: boundsOf(end.raises.totalDeposit, { fromMs, toMs }),
          totalWithdraw: boundsOf(end.raises.totalWithdraw, { fromMs, toMs }),
        },
      ]),
    );
  }

  #take(record: OperationRecord): void {
    const { operation, startedAtMs } = record;
    const doneMs = mannerOf(record) === 'done' ? record.endedAtMs : Number.POSITIVE_INFINITY;
    switch (operation.kind) {
      case 'open':
        this.#open(operation, record);
        return;
      case 'deposit':
      case 'withdraw': {
        const end = this.#latest(operation);
        if (end === undefined) return;
        end.knownMs = Math.min(end.knownMs, doneMs);
        const [total, to] =
          operation.kind === 'deposit'
            ? (['totalDeposit', operation.totalDeposit] as const)
            : (['totalWithdraw', operation.totalWithdraw] as const);
        end.raises[total].push({ to, fromMs: startedAtMs, doneMs, by: operation.id });
        return;
      }
      case 'close':
      case 'leave':
        for (const end of [...this.#byNode.values()].flat())
          if (isClosedBy(end, operation)) {
            // Its partner learns of it with a later block, and a channel it did not know it has not left.
            const isOwn = end.node === operation.node && end.knownMs < startedAtMs;
            end.closings.push({
              fromMs: startedAtMs,
              doneMs: isOwn ? doneMs : Number.POSITIVE_INFINITY,
              by: operation.id,
            });
          }
        return;
      case 'pay':
      case 'expect':
      case 'stop':
      case 'start':
      case 'slow':
      case 'wait':
    }
  }

  #open(
    operation: Extract<Operation, { kind: 'open' }>,
    { outcome, startedAtMs, endedAtMs }: OperationRecord,
  ): void {
    const { node, partner, token, totalDeposit } = operation;
    const [shown] = outcome.kind === 'succeeded' ? (outcome.channels ?? []) : [];
    // Nobody says which number it got.
    if (!shown) return;
    const channel = channelKey(token, Number(shown.channelIdentifier));
    const raise = { to: totalDeposit, fromMs: startedAtMs, doneMs: endedAtMs, by: operation.id };
    const there = this.#latest(operation);
    // Opening a channel that is there raises its deposit.
    if (there?.channel === channel) {
      there.raises.totalDeposit.push(raise);
      return;
    }
    const openedBy = operation.id;
    const own = this.#add({ node, partner, token, channel, openedBy });
    own.knownMs = endedAtMs;
    own.raises.totalDeposit.push(raise);
    // The partner learns of it with a later block.
    this.#add({ node: partner, partner: node, token, channel, openedBy });
  }

  #add(about: Pick<End, 'node' | 'partner' | 'token' | 'channel' | 'openedBy'>): End {
    const end: End = {
      ...about,
      knownMs: Number.POSITIVE_INFINITY,
      raises: { totalDeposit: [], totalWithdraw: [] },
      closings: [],
    };
    const own = this.#byNode.get(about.node) ?? [];
    own.push(end);
    this.#byNode.set(about.node, own);
    return end;
  }

  #latest({ node, partner, token }: Pick<End, 'node' | 'partner' | 'token'>): End | undefined {
    return this.#byNode.get(node)?.findLast((end) => end.partner === partner && end.token === token);
  }
}

function fromTheStart(to: Amount): Raise {
  return { to, fromMs: Number.NEGATIVE_INFINITY, doneMs: Number.NEGATIVE_INFINITY, by: null };
}

function boundsOf(raises: readonly Raise[], { fromMs, toMs }: SeenWithin): TotalWhenSeen {
  let low: TotalWhenSeen = { low: 0n, high: 0n, by: null };
  let high = 0n;
  for (const { to, by, ...raise } of raises) {
    if (raise.fromMs <= toMs && to > high) high = to;
    if (raise.doneMs < fromMs && to > low.low) low = { ...low, low: to, by };
  }
  return { ...low, high };
}

function isClosedBy(end: End, operation: Extract<Operation, { kind: 'close' | 'leave' }>): boolean {
  if (end.token !== operation.token) return false;
  if (operation.kind === 'leave') return end.node === operation.node || end.partner === operation.node;
  return [end.node, end.partner].every((one) => one === operation.node || one === operation.partner);
}

import type { Amount, AmountRange } from '../../model/network/amount.ts';
import { channelKey, type NodeName, type TokenName } from '../../model/network/network.ts';
import type { ChannelLives } from './channel-lives.ts';
import type { Stretch } from './stretch.ts';
import { type ChannelLife, sideOf, type TotalSince } from './channel-life.ts';

/** An end of a channel as its node has to show it when it is looked at: what it must show, and what it may by then. */
export interface EndWhenSeen {
  /** Absent: no answer says which number it got. */
  readonly channel?: string;
  readonly partner: NodeName;
  readonly token: TokenName;
  /** True when the channel was there before the node was asked, and the node knew. */
  readonly isThere: boolean;
  /** The operation that opened it; null: it was there before. */
  readonly openedBy: number | null;
  /** True when something may have closed it by the time of the answer. */
  readonly mayBeClosed: boolean;
  /** The operation that its node had answered before as having closed it; null: none. */
  readonly closedBy: number | null;
  readonly totalDeposit: TotalWhenSeen;
  readonly totalWithdraw: TotalWhenSeen;
}

/** `by`: the operation that made it `least`; null: it was so before. */
export interface TotalWhenSeen extends AmountRange {
  readonly by: number | null;
}

/** Every end that a node ever had, oldest first, as the node has to show it within a stretch of time. */
export function endsWhenSeen(
  lives: ChannelLives,
  node: NodeName,
  seen: Stretch = AFTER_ALL,
): readonly EndWhenSeen[] {
  return lives.of(node).map((life) => {
    const { token, identifier, between, opened, closings } = life;
    const side = sideOf(life, node);
    const knownMs = knownFromMs(life, node);
    // The partner learns of a closing with a later block, and a channel that a node did not know it has not left.
    const ownClosing = closings.find(
      (closing) =>
        closing.node === node &&
        (closing.isNamed || knownMs < closing.fromMs) &&
        closing.doneMs < seen.startedAtMs,
    );
    return {
      ...(identifier === undefined ? {} : { channel: channelKey(token, identifier) }),
      partner: between[side === 0 ? 1 : 0],
      token,
      isThere: knownMs < seen.startedAtMs,
      openedBy: opened.by,
      mayBeClosed: closings.some(({ fromMs }) => fromMs <= seen.endedAtMs),
      closedBy: ownClosing?.by ?? null,
      totalDeposit: totalWithin(life.totalDeposit[side], seen),
      totalWithdraw: totalWithin(life.totalWithdraw[side], seen),
    };
  });
}

// Everything has been answered, or will not be.
const AFTER_ALL: Stretch = {
  startedAtMs: Number.POSITIVE_INFINITY,
  endedAtMs: Number.POSITIVE_INFINITY,
};

/** From when on it is certain that the node knows the channel: the partner learns of it with a later block. */
export function knownFromMs(life: ChannelLife, node: NodeName): number {
  const side = sideOf(life, node);
  const { by, doneMs } = life.opened;
  if (by === null) return doneMs;
  // A node that changed its end knows the channel, even where the answer to the opening did not come.
  const changes = [...life.totalDeposit[side], ...life.totalWithdraw[side]];
  return changes.reduce(
    (least, { turn }) => (turn.by === null ? least : Math.min(least, turn.doneMs)),
    side === 0 ? doneMs : Number.POSITIVE_INFINITY,
  );
}

function totalWithin(totals: readonly TotalSince[], { startedAtMs, endedAtMs }: Stretch): TotalWhenSeen {
  let [least, most, by]: [Amount, Amount, number | null] = [0n, 0n, null];
  for (const { asked, turn } of totals) {
    if (turn.fromMs <= endedAtMs && asked > most) most = asked;
    if (turn.doneMs < startedAtMs && asked > least) [least, by] = [asked, turn.by];
  }
  return { least, most, by };
}

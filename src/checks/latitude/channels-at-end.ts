import type { PerEnd } from '../../model/network/network.ts';
import type { AcknowledgedTotal, AmountRange, PossibleChannel } from '../../model/replay/latitude.ts';
import type { ChannelLife, ChannelLives, TotalSince } from './channel-lives.ts';
import type { MoneyBounds } from './money-bounds.ts';

/** The last channel of each pair of nodes, as it can be after all operations. */
export function channelsAtEnd(
  lives: ChannelLives,
  { atOnce, atRest }: Readonly<Record<'atOnce' | 'atRest', MoneyBounds>>,
): readonly PossibleChannel[] {
  return [...lives.latest()].map((life) => {
    const { token, between, opened, closed, totalDeposit, totalWithdraw } = life;
    return {
      token,
      between,
      presence: presenceOf(life),
      presenceBy: (closed ?? opened).by,
      totalDeposit: lastOf(totalDeposit),
      // Settling a channel together takes out all there is; how far that came before it broke off nobody can say.
      totalWithdraw: closed === undefined ? lastOf(totalWithdraw) : [UNKNOWN, UNKNOWN],
      balance: bothOf(atRest, life),
      balanceAtOnce: bothOf(atOnce, life),
    };
  });
}

const UNKNOWN: AcknowledgedTotal = { amount: null, by: null };

function presenceOf({ opened, closed }: ChannelLife): PossibleChannel['presence'] {
  if (closed?.isCertain) return 'gone';
  return opened.isCertain && closed === undefined ? 'open' : 'either';
}

function lastOf([first, second]: PerEnd<readonly TotalSince[]>): PerEnd<AcknowledgedTotal> {
  const last = (totals: readonly TotalSince[]): AcknowledgedTotal => {
    const { amount = null, by = null } = totals.at(-1) ?? {};
    return { amount, by };
  };
  return [last(first), last(second)];
}

function bothOf(bounds: MoneyBounds, life: ChannelLife): PerEnd<AmountRange> {
  return [bounds.of(life, 0), bounds.of(life, 1)];
}

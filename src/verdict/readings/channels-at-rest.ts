import type { AmountRange } from '../../model/network/amount.ts';
import type { NodeName, PerEnd, TokenName } from '../../model/network/network.ts';
import { MoneyWalk } from '../bounds/money-bounds.ts';
import type { ChannelLife, TotalSince } from '../timeline/channel-life.ts';
import type { Story } from '../story.ts';

/** The possible states of a channel after all operations. */
export interface PossibleChannel {
  readonly token: TokenName;
  readonly between: PerEnd<NodeName>;
  readonly presence: 'open' | 'gone' | 'either';
  /** The operation that opened or closed it last; null: it was there before the run. */
  readonly presenceBy: number | null;
  readonly totalDeposit: PerEnd<AcknowledgedTotal>;
  readonly totalWithdraw: PerEnd<AcknowledgedTotal>;
  /** At rest. */
  readonly balance: PerEnd<AmountRange>;
  /** As soon as every operation was answered, with messages still on their way. */
  readonly balanceAtOnce: PerEnd<AmountRange>;
}

type AcknowledgedTotal = Pick<TotalSince, 'amount' | 'by'>;

/** The last channel of each pair of nodes after all operations, whatever their order. */
export function channelsAtRest({ made: records, lives, paid }: Story): readonly PossibleChannel[] {
  const walk = new MoneyWalk();
  for (const record of records) walk.take(paid.changesOf(record));
  const answeredAtMs = Math.max(0, ...records.map(({ endedAtMs }) => endedAtMs));
  const atOnce = walk.during({ startedAtMs: answeredAtMs, endedAtMs: answeredAtMs });
  const atRest = walk.atRest();
  return [...lives.latest()].map((life) => {
    const { token, between, opened, closed, totalDeposit, totalWithdraw } = life;
    return {
      token,
      between,
      presence: presenceOf(life),
      presenceBy: (closed ?? opened).by,
      totalDeposit: ofEachEnd((side) => lastOf(totalDeposit[side])),
      // Settling a channel together takes out all there is, unless it broke off before.
      totalWithdraw: ofEachEnd((side) => lastOf(closed === undefined ? totalWithdraw[side] : [])),
      balance: ofEachEnd((side) => atRest.of(life, side)),
      balanceAtOnce: ofEachEnd((side) => atOnce.of(life, side)),
    };
  });
}

function presenceOf({ opened, closed }: ChannelLife): PossibleChannel['presence'] {
  if (closed?.isCertain) return 'gone';
  return opened.isCertain && closed === undefined ? 'open' : 'either';
}

function lastOf(totals: readonly TotalSince[]): AcknowledgedTotal {
  const { amount = null, by = null } = totals.at(-1) ?? {};
  return { amount, by };
}

function ofEachEnd<Value>(valueOf: (side: 0 | 1) => Value): PerEnd<Value> {
  return [valueOf(0), valueOf(1)];
}

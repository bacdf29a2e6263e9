import type { Amount } from '../../model/network/amount.ts';
import { capacityOf, type ChannelView } from '../../model/run/answer.ts';
import type { TokenName } from '../../model/network/network.ts';
import { type Check, type Clue, nodesRead } from '../check.ts';
import { shownWith } from '../facts/shown-state.ts';
import type { Story } from '../story.ts';

/** All balances of a token add up to all deposits minus withdrawals: no token appears or vanishes. */
export const conservation: Check = {
  name: 'conservation',
  role: 'self',
  appliesTo: ['replay', 'load', 'sample'],
  needs: ['channels'],
  believes: 'views',
  judge(run, story) {
    const clues = [...sumsByToken(story)].flatMap(([token, { balance: held, put }]): readonly Clue[] =>
      held === put
        ? []
        : [
            {
              title: `the balances of ${token} do not add up to the deposits`,
              predicted: `${put} (all deposits minus all withdrawals)`,
              observed: `${held} (all balances)`,
              decidedBy: 'conservation of tokens over all open channels, as their ends show them',
            },
          ],
    );
    return { clues, covered: nodesRead(run) };
  },
};

type Sums = Readonly<Record<'balance' | 'put', Amount>>;

function sumsByToken({ atEnd: { channels: shown }, moving }: Story): ReadonlyMap<TokenName, Sums> {
  const sums = new Map<TokenName, Sums>();
  for (const [node, channels] of shown) {
    for (const channel of channels) {
      const { token, partner } = channel;
      const others = shown.get(partner)?.filter(isOpen);
      // One end alone says nothing: what it lacks, the other has.
      const other = shownWith(others, { token, partner: node });
      if (!isOpen(channel) || other === undefined) continue;
      const off = channel.balance + other.balance - capacityOf(channel, other);
      if (moving.explains(off, { between: [node, partner], channel })) continue;
      const { balance, put } = sums.get(token) ?? { balance: 0n, put: 0n };
      sums.set(token, { balance: balance + channel.balance, put: put + capacityOf(channel) });
    }
  }
  return sums;
}

function isOpen({ state }: ChannelView): boolean {
  return state === 'opened';
}

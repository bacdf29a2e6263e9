import type { Amount } from '../../model/network/amount.ts';
import { capacityOf, type ChannelView } from '../../model/run/answer.ts';
import type { TokenName } from '../../model/network/network.ts';
import { type Run, snapshotAt } from '../../model/run/run.ts';
import { type Check, type Clue, nodesRead } from '../check.ts';
import { channelIn, namesOf } from '../facts/names.ts';

/** All balances of a token add up to all deposits minus withdrawals: no token appears or vanishes. */
export const conservation: Check = {
  name: 'conservation',
  role: 'self',
  appliesTo: ['replay', 'load', 'sample'],
  needs: ['channels'],
  followsFrom: ['operation', 'state'],
  judge(run) {
    const clues = [...sumsByToken(run)].flatMap(([token, { balance: held, put }]): readonly Clue[] =>
      held === put
        ? []
        : [
            {
              operation: null,
              title: `the balances of ${token} do not add up to what was deposited`,
              predicted: `${put} (all deposits minus all withdrawals)`,
              observed: `${held} (all balances)`,
              decidedBy: 'conservation of tokens over all open channels, as their ends show them',
              noticed: 'end',
            },
          ],
    );
    return { clues, covered: nodesRead(run) };
  },
};

type Sums = Readonly<Record<'balance' | 'put', Amount>>;

function sumsByToken(run: Run): ReadonlyMap<TokenName, Sums> {
  const names = namesOf(run.start);
  const shown = snapshotAt('end', run).channels;
  const sums = new Map<TokenName, Sums>();
  for (const [node, channels] of shown) {
    for (const channel of channels) {
      const token = names.token(channel.tokenAddress);
      const others = (shown.get(names.node(channel.partnerAddress)) ?? []).filter(isOpen);
      // One end alone says nothing: what it lacks, the other has.
      if (!isOpen(channel) || channelIn(others, { token, partner: node }, names) === undefined) continue;
      const { balance, put } = sums.get(token) ?? { balance: 0n, put: 0n };
      sums.set(token, { balance: balance + channel.balance, put: put + capacityOf(channel) });
    }
  }
  return sums;
}

function isOpen({ state }: ChannelView): boolean {
  return state === 'opened';
}

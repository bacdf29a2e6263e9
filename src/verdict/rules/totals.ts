import { isWithin, rangeText } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import { type Check, type Clue, nodesRead } from '../check.ts';
import { endsWhenSeen, type EndWhenSeen } from '../timeline/channel-ends.ts';
import { shownWith } from '../facts/shown-state.ts';
import type { WatchedEnd } from '../../model/load/load-result.ts';
import type { ChannelField } from '../facts/facts.ts';
import { NOT_THERE } from '../readings/discrepancy-clue.ts';

/**
 * Every channel is there as the steps of a load have left it: open, with its partner, what its ends had put in and taken
 * out before, and what steps have added. Lower or higher with its balance, no sum over the network would be off.
 */
export const totals: Check = {
  name: 'totals',
  role: 'self',
  appliesTo: ['load', 'sample'],
  needs: ['channels'],
  believes: 'views',
  judge(run, { lives, atStart, atEnd }) {
    const clues = [...atEnd.channels].flatMap(([node, channels]) => {
      // Without a look before the load it is not known which channels the node had.
      if (!atStart.channels.has(node)) return [];
      const channelsByKey = new Map(channels.map((one) => [one.channel, one]));
      const ends = endsWhenSeen(lives, node);
      return ends.flatMap((end): readonly Clue[] => {
        const { channel, token, partner } = end;
        // Where no answer names the channel it is the last one of the pair.
        const last = ends.findLast((other) => other.token === token && other.partner === partner);
        if (channel === undefined && last !== end) return [];
        const shown = channel === undefined ? shownWith(channels, end) : channelsByKey.get(channel);
        const fault = endFault(node, end, shown);
        return fault === undefined ? [] : [{ ...fault, node, view: { kind: 'channels' } }];
      });
    });
    return { clues, covered: nodesRead(run) };
  },
};

interface ShownEnd extends Pick<WatchedEnd, 'state' | 'balance' | 'totalDeposit' | 'totalWithdraw'> {
  /** With whom; absent: the look did not keep it. */
  readonly partner?: NodeName;
}

/**
 * How a node shows a channel otherwise than it can be: it is there and open until a step may have closed it, with what
 * steps have put in and taken out by then. `channelShown`: as the node shows it; absent: it does not.
 */
export function endFault(
  node: NodeName,
  end: EndWhenSeen,
  channelShown: ShownEnd | undefined,
): Pick<Clue, 'operation' | 'subject' | 'title' | 'predicted' | 'observed' | 'decidedBy'> | undefined {
  const { token, partner, openedBy, closedBy } = end;
  const channel = end.channel ?? `${token} with ${partner}`;
  const about = (field: ChannelField, operation: number | null = null) => ({
    operation,
    subject: { kind: 'channel', token, partner, field } as const,
    decidedBy: 'totals before the load, and its steps',
  });
  if (closedBy !== null && channelShown?.state === 'opened') {
    const title = `${node} shows channel ${channel} as open after it had answered that it is closed`;
    return { ...about('state', closedBy), title, predicted: 'closed, or gone', observed: channelShown.state };
  }
  if (channelShown === undefined) {
    if (end.mayBeClosed || !end.isThere) return undefined;
    const title = `${node} does not show channel ${channel}`;
    return { ...about('presence', openedBy), title, predicted: 'the channel', observed: NOT_THERE };
  }
  const { state, balance, totalDeposit, totalWithdraw } = channelShown;
  if (channelShown.partner !== undefined && channelShown.partner !== partner) {
    const title = `${node} shows channel ${channel} with another partner`;
    return { ...about('presence'), title, predicted: partner, observed: channelShown.partner };
  }
  // Closing a channel together takes out all that is in it, and leaves what was put in.
  const isEmptied = end.mayBeClosed && balance === 0n && totalWithdraw >= end.totalWithdraw.least;
  const wrong: readonly (readonly [ChannelField, boolean, by?: number | null])[] = [
    ['state', state !== 'opened' && !end.mayBeClosed],
    ['totalDeposit', !isWithin(totalDeposit, end.totalDeposit), end.totalDeposit.by],
    ['totalWithdraw', !isWithin(totalWithdraw, end.totalWithdraw) && !isEmptied, end.totalWithdraw.by],
  ];
  const [field, , by] = wrong.find(([, isWrong]) => isWrong) ?? [];
  if (field === undefined) return undefined;
  return {
    ...about(field, by),
    title: `${node} shows channel ${channel} with totals it never had`,
    predicted: `opened, deposited ${rangeText(end.totalDeposit)}, withdrawn ${rangeText(end.totalWithdraw)}`,
    observed: `${state}, deposited ${totalDeposit}, withdrawn ${totalWithdraw}`,
  };
}

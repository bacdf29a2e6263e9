import { type ChannelView, type Connection, partnerIn, type PaymentEvent } from '../../model/run/answer.ts';
import type { View, ViewValue } from '../../model/run/reading.ts';
import { channelIn, type Names } from './names.ts';

/** The whole lists of one node, of which its other views are parts or sums; absent: it was not read. */
interface WholeLists {
  readonly channels?: readonly ChannelView[] | undefined;
  readonly history?: readonly PaymentEvent[] | undefined;
}

/** The value that a node with these lists has to show in a view; `undefined`: they do not tell. */
export function viewOf(view: View, { channels, history }: WholeLists, names: Names): ViewValue | undefined {
  switch (view.kind) {
    case 'channels':
      return channels && { kind: 'channels', channels: channels.filter(isOf(view, names)) };
    case 'channel':
      return channels && { kind: 'channel', channel: channelIn(channels, view, names) ?? null };
    case 'connections':
      return channels && { kind: 'connections', connections: connectionsOf(channels) };
    case 'history': {
      const { partner } = view;
      const isWith = (entry: PaymentEvent): boolean =>
        partner === undefined || names.node(partnerIn(entry)) === partner;
      return history && { kind: 'history', events: history.filter(isOf(view, names)).filter(isWith) };
    }
    // Transfers come and go by themselves.
    case 'pending':
      return undefined;
  }
}

function isOf(
  { token }: Extract<View, { kind: 'channels' | 'history' }>,
  names: Names,
): (shown: Pick<ChannelView, 'tokenAddress'>) => boolean {
  return ({ tokenAddress }) => token === undefined || names.token(tokenAddress) === token;
}

function connectionsOf(channels: readonly ChannelView[]): readonly Connection[] {
  const open = channels.filter(({ state }) => state === 'opened');
  return [...new Set(open.map(({ tokenAddress }) => tokenAddress))].map((tokenAddress) => {
    const channelsOfToken = open.filter((channel) => channel.tokenAddress === tokenAddress);
    const sumDeposits = channelsOfToken.reduce((sum, { totalDeposit }) => sum + totalDeposit, 0n);
    return { tokenAddress, sumDeposits, channels: channelsOfToken.length };
  });
}

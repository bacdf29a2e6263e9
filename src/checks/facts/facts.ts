import type { ChannelView, Connection, PendingTransfer } from '../../model/run/answer.ts';
import type { ViewValue } from '../../model/run/reading.ts';
import {
  type ChannelField,
  CLOSING,
  type Fact,
  factMap,
  type Facts,
  isClosing,
  PLAIN_FIELDS,
} from './fact.ts';
import { historyEntries, historyFacts } from './history-facts.ts';
import type { Names } from './names.ts';

/** Everything a view says, as facts. */
export function factsOf(value: ViewValue, names: Names): Facts {
  switch (value.kind) {
    case 'channels':
      return factMap(channelFacts(value.channels, names));
    case 'channel':
      return factMap(channelFacts(value.channel === null ? [] : [value.channel], names));
    case 'history':
      return factMap(historyFacts(historyEntries(value.events, names)));
    case 'connections':
      return factMap(value.connections.flatMap((connection) => connectionFacts(connection, names)));
    case 'pending':
      return factMap(value.transfers.flatMap((transfer) => pendingFacts(transfer, names)));
    case 'unread':
      return new Map();
  }
}

function channelFacts(channels: readonly ChannelView[], names: Names): readonly Fact[] {
  const seen = new Map<string, number>();
  return channels.flatMap((channel) => {
    const token = names.token(channel.tokenAddress);
    const partner = names.node(channel.partnerAddress);
    const times = (seen.get(`${token} ${partner}`) ?? 0) + 1;
    seen.set(`${token} ${partner}`, times);
    // A second channel with the same partner must not be there, so it needs a name of its own.
    const place = times === 1 ? '' : ` #${times}`;
    const fact = (field: ChannelField, value: string): Fact => ({
      key: `channel ${token} ${partner}${place} ${field}`,
      subject: { kind: 'channel', token, partner, field },
      value,
    });
    return [
      fact('presence', isClosing(channel.state) ? CLOSING : 'present'),
      fact('channelIdentifier', channel.channelIdentifier.toString()),
      fact('tokenNetwork', names.tokenOfNetwork(channel.tokenNetworkAddress)),
      ...PLAIN_FIELDS.map((field) => fact(field, channel[field].toString())),
    ];
  });
}

function connectionFacts(connection: Connection, names: Names): readonly Fact[] {
  const token = names.token(connection.tokenAddress);
  return (['sumDeposits', 'channels'] as const).map((field) => ({
    key: `connection ${token} ${field}`,
    subject: { kind: 'connection', token, field },
    value: connection[field].toString(),
  }));
}

function pendingFacts(transfer: PendingTransfer, names: Names): readonly Fact[] {
  const identifier = transfer.paymentIdentifier.toString();
  const between = `${names.node(transfer.initiator)} to ${names.node(transfer.target)}`;
  const token = names.token(transfer.tokenAddress);
  const key = `pending ${token} ${identifier} ${between} as ${transfer.role}`;
  return [
    {
      key: `${key} lockedAmount`,
      subject: { kind: 'pending', identifier, field: 'lockedAmount' },
      value: transfer.lockedAmount.toString(),
    },
  ];
}

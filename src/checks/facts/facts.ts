import type { ChannelView, Connection, PaymentEvent, PendingTransfer } from '../../model/run/answer.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { View, ViewValue } from '../../model/run/reading.ts';
import { CLOSING, isClosing } from './closing.ts';
import { historyEntries, historyFacts } from './history-facts.ts';
import type { Names } from './names.ts';

/** One thing a node says, named so that the same thing has the same key in every view and every run. */
export interface Fact {
  readonly key: string;
  readonly subject: Subject;
  readonly value: string;
}

/** Facts by key; a thing a view does not show has no entry. */
export type Facts = ReadonlyMap<string, Fact>;

/** What a fact is about. */
export type Subject =
  | {
      readonly kind: 'channel';
      readonly token: TokenName;
      readonly partner: NodeName;
      readonly field: ChannelField;
    }
  | {
      readonly kind: 'entry';
      readonly event: PaymentEvent['kind'];
      readonly token: TokenName;
      readonly partner: NodeName;
      /** Absent for failed payments: the node does not say. */
      readonly identifier?: string;
      /** Counts from 1: more than 1 when the same entry stands there again. */
      readonly occurrence: number;
    }
  | { readonly kind: 'order'; readonly identifier?: string }
  | { readonly kind: 'connection'; readonly token: TokenName; readonly field: 'sumDeposits' | 'channels' }
  | { readonly kind: 'pending'; readonly identifier: string; readonly field: 'lockedAmount' }
  /** Whether the node showed the view at all. */
  | { readonly kind: 'answer' };

/** `presence` is what tells a channel that is not there from one that is. */
export type ChannelField = 'presence' | 'channelIdentifier' | 'tokenNetwork' | (typeof PLAIN_FIELDS)[number];

const PLAIN_FIELDS = [
  'state',
  'balance',
  'totalDeposit',
  'totalWithdraw',
  'settleTimeout',
  'revealTimeout',
] as const;

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

/** Names a view in a key, e.g. `channel TOK bob`. */
export function viewKey(view: View): string {
  const { kind } = view;
  const token = 'token' in view ? (view.token ?? '') : '';
  const partner = 'partner' in view ? (view.partner ?? '') : '';
  return [kind, token, partner].filter((part) => part !== '').join(' ');
}

/** Facts by key. */
export function factMap(facts: readonly Fact[]): Facts {
  return new Map(facts.map((fact) => [fact.key, fact] as const));
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

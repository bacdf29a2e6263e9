import type { NodeName, TokenName } from '../../model/network/network.ts';
import {
  type ChannelView,
  type Connection,
  partnerIn,
  type PaymentEvent,
  type PendingTransfer,
} from '../../model/run/answer.ts';
import type { ViewValue } from '../../model/run/reading.ts';
import type { paymentKey } from '../../model/run/operation.ts';
import type { Names } from './names.ts';
import { classifyReason } from '../../model/run/reason.ts';

/** One thing a node says, named so that the same thing has the same key in every view and every run. */
export interface Fact {
  readonly key: string;
  readonly subject: Subject;
  readonly value: string;
}

/** Facts by key; a thing a view does not show has no entry. */
export type Facts = ReadonlyMap<string, Fact>;

/** The thing that a fact tells of. */
export type Subject =
  | {
      readonly kind: 'channel';
      readonly token: TokenName;
      readonly partner: NodeName;
      readonly field: ChannelField;
    }
  | ({ readonly kind: 'entry' } & EntryParties & {
        /** Counts from 1: more than 1 when the same entry stands there again. */
        readonly occurrence: number;
      })
  | { readonly kind: 'order'; readonly identifier?: string }
  /** When an entry says it was made. */
  | { readonly kind: 'entry-time'; readonly entry: string }
  | { readonly kind: 'connection'; readonly token: TokenName; readonly field: 'sumDeposits' | 'channels' }
  /** All that a node has in its channels. */
  | { readonly kind: 'sum'; readonly token: TokenName }
  | { readonly kind: 'pending'; readonly identifier: string; readonly field: 'lockedAmount' }
  /** Whether the node showed the view at all, and what it gave in place of it. */
  | { readonly kind: 'answer'; readonly given: 'nothing' | 'unreadable' | 'readable' };

/** `presence` is what tells a channel that is not there from one that is. */
export type ChannelField = 'presence' | 'channelIdentifier' | 'tokenNetwork' | (typeof PLAIN_FIELDS)[number];

/** The fields of a channel that are compared as they stand. */
const PLAIN_FIELDS = [
  'state',
  'balance',
  'totalDeposit',
  'totalWithdraw',
  'settleTimeout',
  'revealTimeout',
] as const;

/** Facts by key. */
export function factMap(facts: readonly Fact[]): Facts {
  return new Map(facts.map((fact) => [fact.key, fact] as const));
}

/** How the presence of a channel that is on its way to be gone is told. */
export const CLOSING = 'closing';

// After a close these follow each other by time alone, and the target's blocks are not the model's.
const CLOSING_STATES = ['waiting_for_close', 'closed', 'waiting_for_settle', 'settled'];

/** True for the states between open and gone. */
export function isClosing(state: string | undefined): boolean {
  return state !== undefined && CLOSING_STATES.includes(state);
}

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

/** Between whom a history entry says that a payment went. */
interface EntryParties {
  readonly event: PaymentEvent['kind'];
  readonly token: TokenName;
  readonly partner: NodeName;
  /** Absent for failed payments: the node does not say. */
  readonly identifier?: string;
}

/** A history entry by names. */
export interface NamedEntry extends EntryParties {
  /** The amount; for failed payments the class of the reason. */
  readonly value: string;
  readonly logTime: string;
}

/** The parties, token and identifier of the payment that an entry of a node's history names; `undefined`: it failed, and none is named. */
export function paymentNamed(
  node: NodeName,
  { event, token, partner, identifier }: EntryParties,
): Parameters<typeof paymentKey>[0] | undefined {
  if (event === 'failed' || identifier === undefined) return undefined;
  return event === 'sent'
    ? { node, target: partner, token, identifier }
    : { node: partner, target: node, token, identifier };
}

/** A node's history by names, in the order it was shown. */
export function historyEntries(events: readonly PaymentEvent[], names: Names): readonly NamedEntry[] {
  return events.map((entry) => {
    const { kind: event, logTime, tokenAddress } = entry;
    const partner = names.node(partnerIn(entry));
    const common = { event, token: names.token(tokenAddress), partner, logTime };
    // 409 is what the payment itself was answered with.
    return entry.kind === 'failed'
      ? { ...common, value: classifyReason({ status: 409, errors: entry.reason }) }
      : { ...common, identifier: entry.identifier.toString(), value: entry.amount.toString() };
  });
}

/** One fact per entry, keyed by what the entry is about and how often that stood there before. */
export function historyFacts(entries: readonly NamedEntry[]): readonly Fact[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const { event, token, partner, identifier, value } = entry;
    const name = entryName(entry);
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    return {
      key: `entry ${name} #${occurrence}`,
      subject: {
        kind: 'entry',
        event,
        token,
        partner,
        ...(identifier === undefined ? {} : { identifier }),
        occurrence,
      },
      value,
    };
  });
}

/** The entry that stands at another place than predicted; `undefined` when the order is the same. */
export function firstOutOfOrder({
  predicted,
  observed,
}: Readonly<Record<'predicted' | 'observed', readonly NamedEntry[]>>): NamedEntry | undefined {
  const [wanted, shown] = [predicted.map(entryName), observed.map(entryName)];
  const at = shown.findIndex((name, place) => name !== wanted[place]);
  if (at < 0) return undefined;
  const late = wanted[at];
  const isLate = late !== undefined && isOrderWithout(late) && !isOrderWithout(shown[at]);
  return isLate ? observed[shown.indexOf(late)] : observed[at];

  // One entry that moved makes all between its two places look moved: without it the rest is in order.
  function isOrderWithout(name: string | undefined): boolean {
    const rest = wanted.filter((one) => one !== name);
    return shown.filter((one) => one !== name).every((one, place) => one === rest[place]);
  }
}

/** Names what an entry is about: its parties, and its payment if it names one. */
export function entryName({ event, token, partner, identifier }: EntryParties): string {
  return `${event} ${token} ${partner} ${identifier ?? ''}`;
}

import type { ChannelView } from '../../model/run/answer.ts';
import { channelKey, type NodeName, type TokenName } from '../../model/network/network.ts';
import { type Run, type Snapshot, snapshotAt } from '../../model/run/run.ts';
import { unreadViews } from '../../model/run/unread-views.ts';
import { historyEntries, type NamedEntry } from './facts.ts';
import type { Names } from './names.ts';

/** A channel as its node shows it, by names. */
export interface ShownChannel extends ChannelView {
  readonly token: TokenName;
  readonly partner: NodeName;
  /** Edge key. */
  readonly channel: string;
}

/** Everything that nodes showed at one moment, by names. */
export interface ShownState extends Pick<Snapshot, 'connections' | 'pending'> {
  readonly channels: ReadonlyMap<NodeName, readonly ShownChannel[]>;
  readonly history: ReadonlyMap<NodeName, readonly NamedEntry[]>;
  /** Nodes that did not show what they pass on, or their history, though they ran. */
  readonly unread: Readonly<Record<'pending' | 'history', ReadonlySet<NodeName>>>;
}

/** The last whole list of each kind that each node showed at a moment. */
export function shownAt(moment: 'start' | 'end', run: Run, names: Names): ShownState {
  const { channels, history, connections, pending } = snapshotAt(moment, run);
  const missing = unreadViews(run).filter((view) => view.moment === moment);
  const unread = (kind: 'pending' | 'history'): ReadonlySet<NodeName> =>
    new Set(missing.filter(({ view }) => view.kind === kind).map(({ node }) => node));
  return {
    channels: new Map([...channels].map(([node, list]) => [node, list.map((one) => named(one, names))])),
    history: new Map([...history].map(([node, events]) => [node, historyEntries(events, names)])),
    connections,
    pending,
    unread: { pending: unread('pending'), history: unread('history') },
  };
}

/** The same channel by names. */
export function named(view: ChannelView, names: Names): ShownChannel {
  const token = names.token(view.tokenAddress);
  const channel = channelKey(token, Number(view.channelIdentifier));
  return { ...view, token, partner: names.node(view.partnerAddress), channel };
}

/** The channel with a partner among those that a node shows. */
export function shownWith(
  channels: readonly ShownChannel[] | undefined,
  { token, partner }: Pick<ShownChannel, 'token' | 'partner'>,
): ShownChannel | undefined {
  return channels?.find((one) => one.token === token && one.partner === partner);
}

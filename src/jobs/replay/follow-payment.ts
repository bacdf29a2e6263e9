import { namesOf } from '../../checks/facts/names.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { PayRequest } from '../../model/run/operation.ts';
import type { Reading, ViewValue } from '../../model/run/reading.ts';

/** What a node's channels were without a payment, and what they are with it. */
export interface ChannelsOf {
  readonly before: (node: NodeName) => readonly ChannelView[] | undefined;
  readonly now: (node: NodeName) => Promise<readonly ChannelView[] | undefined>;
}

/**
 * The way a payment took, by what each node on it has less than without it; `undefined`: it is not all there, or not
 * yet. Nodes do not tell a path over REST, but balances do.
 */
export async function followPayment(
  { node, target, token }: PayRequest,
  start: Network,
  channels: ChannelsOf,
): Promise<readonly NodeName[] | undefined> {
  const names = namesOf(start);
  const path = [node];
  for (let at = node; at !== target; ) {
    const [before, now] = [channels.before(at), await channels.now(at)];
    if (before === undefined || now === undefined) return undefined;
    const next = now
      .filter((channel) => names.token(channel.tokenAddress) === token && hasPaid(channel, before))
      .map(({ partnerAddress }) => names.node(partnerAddress))
      .find((partner) => start.hasNode(partner) && !path.includes(partner));
    if (next === undefined) return undefined;
    path.push(next);
    at = next;
  }
  return path;
}

/** The whole list of a node's channels among readings. */
export function channelsShown(
  readings: readonly Reading[],
  node: NodeName,
): readonly ChannelView[] | undefined {
  const found = readings.findLast(
    ({ node: reader, view }) => reader === node && view.kind === 'channels' && view.token === undefined,
  );
  return found === undefined ? undefined : channelsIn(found.value);
}

/** The channels of a view that lists them. */
export function channelsIn(value: ViewValue): readonly ChannelView[] | undefined {
  return value.kind === 'channels' ? value.channels : undefined;
}

function hasPaid(channel: ChannelView, before: readonly ChannelView[]): boolean {
  const { tokenAddress, partnerAddress } = channel;
  const was = before.find(
    (one) => one.tokenAddress === tokenAddress && one.partnerAddress === partnerAddress,
  );
  return was !== undefined && channel.balance < was.balance;
}

import { toJson } from '../../model/json.ts';
import { directoryOf } from '../../model/network/directory.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import { type Reading, viewKey } from '../../model/run/reading.ts';

/** The channels that every node lists, by its name. */
export type ChannelLists = ReadonlyMap<NodeName, readonly ChannelView[]>;

/** Lists that were read while a run was prepared, as looks before its first operation: nothing changes until then. */
export function looksAtLists(lists: ChannelLists): readonly Reading[] {
  return [...lists].map(([node, channels]) => ({
    moment: 'start',
    node,
    view: { kind: 'channels' },
    value: { kind: 'channels', channels },
    attempt: 1,
    atMs: 0,
  }));
}

/** Every change of each view of a node, and the last look: what is shown again tells nothing. */
export function changesAmong(looks: readonly Reading[]): readonly Reading[] {
  const next = new Map<string, string>();
  return looks
    .toReversed()
    .filter(({ node, view, value }) => {
      const key = `${node} ${viewKey(view)}`;
      const text = toJson(value);
      const isChange = next.get(key) !== text;
      next.set(key, text);
      return isChange;
    })
    .toReversed();
}

/** The lists of before channels were opened, as they would be with those that `isMissing` names. */
export function withOpened(
  network: Network,
  { before, after }: Readonly<Record<'before' | 'after', ChannelLists>>,
  isMissing: (channel: string) => boolean,
): ChannelLists {
  const directory = directoryOf(network);
  return new Map(
    [...before].map(([node, channels]) => {
      const opened = (after.get(node) ?? []).filter(({ tokenAddress, partnerAddress }) => {
        const [token, partner] = [directory.tokenAt(tokenAddress), directory.nodeAt(partnerAddress)];
        return token !== undefined && partner !== undefined && isMissing(pairKey(token, [node, partner]));
      });
      return [node, [...channels, ...opened]] as const;
    }),
  );
}

/** Names a channel by its token and ends, in either order. */
export function pairKey(token: string, ends: readonly [NodeName, NodeName]): string {
  return JSON.stringify([token, ...ends.toSorted()]);
}

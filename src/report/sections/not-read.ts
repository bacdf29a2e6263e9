import type { NodeName } from '../../model/network/network.ts';
import type { StoredRun } from '../../model/run/run.ts';
import { type UnreadNode, unreadNodes, unreadViews, viewsText } from '../../model/run/unread-views.ts';
import { type Block, list, section } from '../blocks/block.ts';
import type { Figures } from '../figures/figures.ts';
import { counted } from '../words/number-format.ts';

/** The nodes that could not be read, each with what it answered. */
export function notReadSection({ run }: Figures): Block | null {
  const nodes = [...unreadNodesOf(run).values()];
  if (nodes.length === 0) return null;
  return section(
    { id: 'not-read', title: `Not read: ${counted(nodes.length, 'node')}`, listed: 'Not read' },
    list(
      nodes.map(({ moment, node, views, answer }) => {
        const when = moment === 'start' ? ', at the start' : '';
        // The answer comes first: what is cut at the end of a line says least.
        return { mark: 'bad', text: `${node}: ${answer} (${viewsText(views)}${when})` };
      }),
    ),
  );
}

/** Each node that could not be read, as it was the first time. */
export function unreadNodesOf(run: StoredRun): ReadonlyMap<NodeName, UnreadNode> {
  const first = new Map<NodeName, UnreadNode>();
  for (const each of unreadNodes(unreadViews(run))) if (!first.has(each.node)) first.set(each.node, each);
  return first;
}

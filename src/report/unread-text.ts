import type { NodeName } from '../model/network/network.ts';
import type { Run } from '../model/run/run.ts';
import { type UnreadNode, unreadNodes, unreadViews, viewsText } from '../model/run/unread-views.ts';
import { clipped, type TextFrame } from './words/text-lines.ts';

/** The nodes that could not be read, a line each with what they answered instead, at most `rows`. */
export function unreadLines(run: Run, { paint, width }: TextFrame, rows: number): readonly string[] {
  const nodes = unreadNodesOf(run);
  if (nodes.length === 0) return [];
  const shown = nodes.slice(0, rows).map(({ moment, node, views, answer }) => {
    const when = moment === 'start' ? ', at the start' : '';
    // The answer comes first: what is cut at the end of the line says least.
    return `  ${paint.bad('✗')} ${clipped(`${node}: ${answer} (${viewsText(views)}${when})`, width - 4)}`;
  });
  const count = shown.length < nodes.length ? ` (${shown.length} of ${nodes.length} nodes)` : '';
  return [paint.dim(`Not read${count}`), ...shown];
}

/** The nodes that could not be read, each as it was the first time. */
export function unreadNodesOf(run: Run): readonly UnreadNode[] {
  const first = new Map<NodeName, UnreadNode>();
  for (const each of unreadNodes(unreadViews(run))) {
    if (!first.has(each.node)) first.set(each.node, each);
  }
  return [...first.values()];
}

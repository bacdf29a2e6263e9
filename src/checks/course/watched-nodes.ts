import type { Network, NodeName } from '../../model/network/network.ts';

/**
 * Few nodes that together show as many channels as `most` nodes can: again and again the node with the most channels
 * that none of those chosen shows. A node shows its own balances, and the rest of a capacity is its partner's.
 */
export function watchedNodes(network: Network, most: number): readonly NodeName[] {
  const untold = new Map<NodeName, Set<string>>();
  network.forEachEdge((channel, { state }, first, second) => {
    if (state !== 'opened') return;
    for (const node of [first, second]) {
      if (!network.getNodeAttribute(node, 'online')) continue;
      untold.set(node, (untold.get(node) ?? new Set()).add(channel));
    }
  });
  const chosen: NodeName[] = [];
  while (chosen.length < most) {
    let best: NodeName | undefined;
    let told: ReadonlySet<string> = new Set();
    for (const [node, channels] of untold) if (channels.size > told.size) [best, told] = [node, channels];
    if (best === undefined) break;
    chosen.push(best);
    untold.delete(best);
    for (const channel of told)
      for (const node of network.extremities(channel)) untold.get(node)?.delete(channel);
  }
  return chosen;
}

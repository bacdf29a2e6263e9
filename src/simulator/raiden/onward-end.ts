import type { EndIndex, NodeIndex } from '../../model/network/indices.ts';
import type { Route } from '../../ports/router.ts';
import type { TokenLayer } from '../token-layer.ts';

/** The end through which a route goes on at a node; undefined: it does not lead through the node. */
export function onwardEnd({ graph }: TokenLayer, node: NodeIndex, { ends }: Route): EndIndex | undefined {
  for (let hop = 0; hop < ends.length; hop += 1) {
    const end = ends[hop] as EndIndex;
    if (graph.owner(end) === node) return end;
  }
  return undefined;
}

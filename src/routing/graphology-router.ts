import { MultiDirectedGraph } from 'graphology';
import dijkstra from 'graphology-shortest-path/dijkstra.js';
import type { EndIndex } from '../model/network/indices.ts';
import type { NetworkView, Router, RouterFactory } from '../ports/router.ts';
import { hopWeight } from './hop-weights.ts';
import { routeAlong } from './route-along.ts';

/** One arc per channel end. */
type Arcs = MultiDirectedGraph<object, { readonly end: EndIndex }>;

/**
 * The baseline: one path by graphology's bidirectional Dijkstra search on the same weights. Slow; the other
 * routers are tested and measured against it. Which of several equally light paths it takes is its own affair.
 */
export const graphologyRouter: RouterFactory = { name: 'graphology', create };

function create(): Router {
  // By the compiled rows, which are replaced whenever a channel opens or closes.
  const graphs = new WeakMap<NetworkView['ends'], Arcs>();
  return {
    findRoutes(view, { source, target, amount, maxPaths }) {
      if (maxPaths < 1 || source === target) return [];
      const graph = graphs.get(view.ends) ?? arcsOf(view);
      graphs.set(view.ends, graph);
      const weigh = hopWeight(view, amount);
      const nodes = dijkstra.bidirectional(graph, String(source), String(target), (_arc, { end }) =>
        weigh(end),
      );
      const ends = nodes === null ? [] : endsAlong(graph, nodes, weigh);
      if (ends.length === 0) return [];
      const route = routeAlong(view, ends, amount);
      return route === undefined ? [] : [route];
    },
  };
}

function arcsOf({ nodeCount, offsets, ends, neighbours }: NetworkView): Arcs {
  const graph: Arcs = new MultiDirectedGraph();
  for (let node = 0; node < nodeCount; node += 1) graph.addNode(String(node));
  for (let node = 0; node < nodeCount; node += 1) {
    for (let at = offsets[node] as number; at < (offsets[node + 1] as number); at += 1) {
      graph.addEdge(String(node), String(neighbours[at]), { end: ends[at] as EndIndex });
    }
  }
  return graph;
}

// The lightest arc of each hop; none when a hop cannot be used at all.
function endsAlong(
  graph: Arcs,
  nodes: readonly string[],
  weigh: (end: EndIndex) => number,
): readonly EndIndex[] {
  const ends: EndIndex[] = [];
  for (let hop = 0; hop + 1 < nodes.length; hop += 1) {
    let lightest: EndIndex | undefined;
    let weight = Number.POSITIVE_INFINITY;
    graph.forEachDirectedEdge(nodes[hop], nodes[hop + 1], (_arc, { end }, source) => {
      if (source !== nodes[hop] || weigh(end) >= weight) return;
      lightest = end;
      weight = weigh(end);
    });
    if (lightest === undefined) return [];
    ends.push(lightest);
  }
  return ends;
}

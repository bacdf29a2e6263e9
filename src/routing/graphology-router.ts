import { MultiDirectedGraph } from 'graphology';
import dijkstra from 'graphology-shortest-path/dijkstra.js';
import type { NetworkView, Router } from '../ports/router.ts';
import { estimateFee } from './estimate-fee.ts';
import { hopWeight } from './hop-weights.ts';

/** One arc per channel end. */
type Arcs = MultiDirectedGraph<object, { readonly end: number }>;

/**
 * The baseline: one path by graphology's bidirectional Dijkstra search on the same weights. Slow; the other
 * routers are tested and measured against it. Which of several equally light paths it takes is its own affair.
 */
export const graphologyRouter: Router = createGraphologyRouter();

function createGraphologyRouter(): Router {
  // By the compiled rows, which are replaced whenever a channel opens or closes.
  const graphs = new WeakMap<Int32Array, Arcs>();
  return {
    name: 'graphology',
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
      const estimatedFee = estimateFee(view, ends, amount);
      return estimatedFee === undefined ? [] : [{ ends, estimatedFee }];
    },
  };
}

function arcsOf({ nodeCount, offsets, ends, neighbours }: NetworkView): Arcs {
  const graph: Arcs = new MultiDirectedGraph();
  for (let node = 0; node < nodeCount; node += 1) graph.addNode(String(node));
  for (let node = 0; node < nodeCount; node += 1) {
    for (let at = offsets[node] as number; at < (offsets[node + 1] as number); at += 1) {
      graph.addEdge(String(node), String(neighbours[at]), { end: ends[at] as number });
    }
  }
  return graph;
}

// The lightest arc of each hop; none when a hop cannot be used at all.
function endsAlong(graph: Arcs, nodes: readonly string[], weigh: (end: number) => number): readonly number[] {
  const ends: number[] = [];
  for (let hop = 0; hop + 1 < nodes.length; hop += 1) {
    let lightest = -1;
    let weight = Number.POSITIVE_INFINITY;
    graph.forEachDirectedEdge(nodes[hop], nodes[hop + 1], (_arc, { end }, source) => {
      if (source !== nodes[hop] || weigh(end) >= weight) return;
      lightest = end;
      weight = weigh(end);
    });
    if (lightest < 0) return [];
    ends.push(lightest);
  }
  return ends;
}

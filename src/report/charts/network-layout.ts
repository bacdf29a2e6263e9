import * as forceAtlas2Module from 'graphology-layout-forceatlas2';
import { UndirectedGraph } from 'graphology';

/** Where a node stands in the drawing, from 0 to 1 both across and down. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

// The package is CommonJS whose only export is the function itself; its types say otherwise.
const forceAtlas2 = forceAtlas2Module.default as unknown as typeof forceAtlas2Module.default.default;

// Enough to settle 400 nodes; each costs a few milliseconds there.
const ITERATIONS = 300;
// What stays free at the edges of the drawing, so that the largest node fits.
const MARGIN = 0.05;

/** Places connected nodes near each other: forces run a fixed number of rounds from a circle in node order. */
export function networkLayout(
  nodes: readonly string[],
  links: readonly (readonly [string, string])[],
): ReadonlyMap<string, Position> {
  const graph = new UndirectedGraph<{ x: number; y: number }>();
  nodes.forEach((node, index) => graph.addNode(node, pointOnCircle(index / nodes.length)));
  for (const [from, to] of links) graph.mergeEdge(from, to);
  if (graph.size > 0)
    forceAtlas2.assign(graph, {
      iterations: ITERATIONS,
      settings: { ...forceAtlas2.inferSettings(graph), slowDown: 4 },
    });
  return fitted(nodes.map((node) => [node, graph.getNodeAttributes(node)] as const));
}

// The rational parametrization of the circle: no sine, so the start is the same on every machine.
function pointOnCircle(turn: number): Position {
  const half = turn < 0.5 ? turn * 4 - 1 : (turn - 0.5) * 4 - 1;
  const side = turn < 0.5 ? 1 : -1;
  const scale = 100 / (1 + half * half);
  return { x: side * (1 - half * half) * scale, y: side * 2 * half * scale };
}

function fitted(points: readonly (readonly [string, Position])[]): ReadonlyMap<string, Position> {
  const across = range(points.map(([, { x }]) => x));
  const down = range(points.map(([, { y }]) => y));
  return new Map(points.map(([node, { x, y }]) => [node, { x: across(x), y: down(y) }]));
}

function range(values: readonly number[]): (value: number) => number {
  const least = Math.min(...values);
  const extent = Math.max(...values) - least;
  if (extent < 1e-6) return () => 0.5;
  return (value) => MARGIN + ((value - least) / extent) * (1 - 2 * MARGIN);
}

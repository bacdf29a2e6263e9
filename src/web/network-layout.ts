import type { ForceAtlas2SynchronousLayoutParameters } from 'graphology-layout-forceatlas2';

/** Where a node stands in the drawing, from 0 to 1 both across and down. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

// Enough to settle 400 nodes; each costs a few milliseconds there.
const ITERATIONS = 300;
// Nodes moved in all rounds: about a quarter of a second, however large a network is.
const MOST_MOVES = 200_000;
// From here on it is quicker to take distant nodes together than to look at each.
const MANY_NODES = 600;
// Takes more of them together than the package does: places hardly change, and a round costs a quarter.
const THETA = 1.5;
// As the package infers them for any network.
const FORCES = { strongGravityMode: true, gravity: 0.05, scalingRatio: 10 };
// The edges of the drawing stay free, so that the largest node fits.
const MARGIN = 0.05;
// Of many nodes, those that lie furthest out stand at the edge, or all others would be a spot in the middle.
const OUTLYING = 0.01;

/** How many rounds the forces run on so many nodes, and how strong they are. */
export function layoutRounds(nodes: number): ForceAtlas2SynchronousLayoutParameters {
  const iterations = Math.min(ITERATIONS, Math.ceil(MOST_MOVES / Math.max(1, nodes)));
  const slowDown = iterations < ITERATIONS ? 1 : 4;
  const settings = { ...FORCES, barnesHutOptimize: nodes > MANY_NODES, barnesHutTheta: THETA, slowDown };
  return { iterations, settings };
}

/** Where a node stands before the first round, by its place in the list of nodes as a share of the circle. */
// The rational parametrization of the circle: no sine, so the start is the same on every machine.
export function pointOnCircle(turn: number): Position {
  const half = turn < 0.5 ? turn * 4 - 1 : (turn - 0.5) * 4 - 1;
  const side = turn < 0.5 ? 1 : -1;
  const scale = 100 / (1 + half * half);
  return { x: side * (1 - half * half) * scale, y: side * 2 * half * scale };
}

/** Moves points that forces have placed into the drawing. */
export function fitted(points: readonly Position[]): readonly Position[] {
  const across = range(points.map(({ x }) => x));
  const down = range(points.map(({ y }) => y));
  return points.map(({ x, y }) => ({ x: across(x), y: down(y) }));
}

function range(values: readonly number[]): (value: number) => number {
  const sorted = Float64Array.from(values).sort();
  const outlying = Math.floor(sorted.length * OUTLYING);
  const least = sorted[outlying] ?? 0;
  const extent = (sorted.at(-1 - outlying) ?? 0) - least;
  if (extent < 1e-6) return () => 0.5;
  return (value) => MARGIN + Math.min(1, Math.max(0, (value - least) / extent)) * (1 - 2 * MARGIN);
}

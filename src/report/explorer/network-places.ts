import type { PackedRun } from '../../web/run/packed-run.ts';
import { networkLayout } from '../charts/network-drawing.ts';
import type { ChannelList } from './channel-list.ts';

const FULL = 10_000;
// So many nodes settle in some hundred milliseconds; the time grows with their square.
const MOST_SETTLED = 150;
// Of the whole width: nodes around one neighbour stay apart and near it.
const SPREAD = 0.03;

/** Where each node stands on the map. It depends on the channels only, so that runs of one network share it. */
export function networkPlaces(count: number, { channels }: ChannelList): Pick<PackedRun['nodes'], 'x' | 'y'> {
  const neighbours = Array.from({ length: count }, (): number[] => []);
  for (const {
    ends: [one, other],
  } of channels) {
    neighbours[one]?.push(other);
    neighbours[other]?.push(one);
  }
  const settled = bestConnected(neighbours);
  const inner = new Set(settled);
  const links = channels.flatMap(({ ends: [one, other] }) =>
    inner.has(one) && inner.has(other) ? [[String(one), String(other)] as const] : [],
  );
  const places = networkLayout(settled.map(String), links);
  const x = new Float64Array(count).fill(Number.NaN);
  const y = new Float64Array(count).fill(Number.NaN);
  for (const node of settled) {
    const place = places.get(String(node));
    x[node] = place?.x ?? 0.5;
    y[node] = place?.y ?? 0.5;
  }
  placeAround({ settled, neighbours, x, y });
  const cells = (axis: Float64Array): number[] => Array.from(axis, (at) => Math.round(at * FULL));
  return { x: cells(x), y: cells(y) };
}

function bestConnected(neighbours: readonly (readonly number[])[]): readonly number[] {
  const nodes = neighbours.map((_, node) => node);
  if (nodes.length <= MOST_SETTLED) return nodes;
  const degree = (node: number): number => neighbours[node]?.length ?? 0;
  return nodes.sort((one, other) => degree(other) - degree(one) || one - other).slice(0, MOST_SETTLED);
}

// Outwards from those that are settled: each node amid its placed neighbours, a little aside, so that none hides another.
function placeAround({
  settled,
  neighbours,
  x,
  y,
}: {
  readonly settled: readonly number[];
  readonly neighbours: readonly (readonly number[])[];
  readonly x: Float64Array;
  readonly y: Float64Array;
}): void {
  const isPlaced = (node: number): boolean => !Number.isNaN(x[node]);
  const queue = [...settled];
  let further = 0;
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at] as number;
    if (!isPlaced(node)) {
      const near = (neighbours[node] ?? []).filter(isPlaced);
      const mean = (axis: Float64Array): number =>
        near.length === 0 ? 0.5 : near.reduce((sum, other) => sum + (axis[other] as number), 0) / near.length;
      const [across, down] = [mean(x), mean(y)];
      x[node] = within(across + SPREAD * aside(node, 0.7548776662466927));
      y[node] = within(down + SPREAD * aside(node, 0.5698402909980532));
    }
    for (const other of neighbours[node] ?? []) if (!isPlaced(other)) queue.push(other);
    if (at + 1 < queue.length) continue;
    // Nodes that none of these reaches stand in the middle.
    while (further < neighbours.length && isPlaced(further)) further += 1;
    if (further < neighbours.length) queue.push(further);
  }
}

// Multiples of these two fill a square evenly, without chance.
function aside(node: number, step: number): number {
  const turn = node * step;
  return 2 * (turn - Math.floor(turn)) - 1;
}

function within(at: number): number {
  return Math.min(1, Math.max(0, at));
}

import * as forceAtlas2Module from 'graphology-layout-forceatlas2';
import { larger } from '../../model/network/amount.ts';
import { html, type Markup } from '../page/markup.ts';
import type { Extract, Link, NodeSum } from './network-extract.ts';
import { percent, pixels } from './plot.ts';
import { UndirectedGraph } from 'graphology';
import type { ForceAtlas2SynchronousLayoutParameters } from 'graphology-layout-forceatlas2';

/** The extract of a network with the texts and marks of its nodes and channels. */
export interface NetworkDrawing {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly extract: Extract;
  readonly sums: ReadonlyMap<string, NodeSum>;
  readonly isOnline: (node: string) => boolean;
  readonly describe: (what: string | Link) => string;
  /** The link to the story of a node or a line. */
  readonly storyOf: (what: string | Link) => string;
}

// The sizes charts.css gives the drawing, each the smallest of its class, and how far it shrinks the marks.
const SIZES = [
  { className: 'small', widthPx: 300, heightPx: 320, fewPx: 240, most: 14, scale: 0.62 },
  { className: 'medium', widthPx: 640, heightPx: 440, fewPx: 320, most: 30, scale: 0.85 },
  { className: 'large', widthPx: 1000, heightPx: 620, fewPx: 400, most: 60, scale: 1 },
] as const;
/** So few nodes need no tall drawing. */
const FEW_NODES = 12;

// Pixels; many lines must be fine, or they hide each other.
const BROAD_LINES = { thinnest: 1.5, thickest: 7.5 };
const FINE_LINES = { thinnest: 0.8, thickest: 3 };
const MAX_LABEL_LENGTH = 18;
/** How long the dashed stump of a drained end is, as a share of the line. */
const STUMP = 0.18;

interface Placed extends Position {
  readonly name: string;
  readonly radius: number;
}

/** The network with its balances: a line's colours meet where the capacity is divided between its ends. */
export function networkDrawing(drawing: NetworkDrawing): Markup {
  const { id, title, description, extract } = drawing;
  const nodes = placedNodes(extract, drawing.sums);
  const byName = new Map(nodes.map((node, index) => [node.name, { ...node, index }]));
  const drawn = extract.links.flatMap((link) => {
    const [from, to] = link.between.map((name) => byName.get(name));
    return from && to ? [{ link, from, to }] : [];
  });
  const largest = extract.links.map(({ capacity }) => capacity).reduce(larger, 1n);
  const { thinnest, thickest } = extract.links.length > 300 ? FINE_LINES : BROAD_LINES;
  const lines = drawn.map(({ link, from, to }) => {
    const width = thinnest + (thickest - thinnest) * Math.sqrt(Number(link.capacity) / Number(largest));
    return html`<g class="channel${link.depletedEnd === null ? '' : ' drained'}" data-ends="${from.index} ${to.index}" data-detail="${drawing.describe(link)}" data-story="${drawing.storyOf(link)}" stroke-width="${pixels(width)}">${lineParts(link, from, to)}</g>`;
  });
  return html`<div class="network${nodes.length <= FEW_NODES ? ' few' : ''}" id="${id}"><svg role="group" aria-labelledby="${id}-title ${id}-desc"><title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>
${lines}
${nodes.map((node, index) => nodeMark(node, index, drawing))}
${SIZES.map((size) => labelsOf(nodes, size))}
</svg></div>`;
}

function placedNodes({ nodes, links }: Extract, sums: NetworkDrawing['sums']): readonly Placed[] {
  const positions = networkLayout(
    nodes,
    links.map(({ between }) => between),
  );
  const capacityOf = (name: string): bigint => sums.get(name)?.capacity ?? 0n;
  const largest = nodes.map(capacityOf).reduce(larger, 1n);
  const base = nodes.length > 150 ? 2.5 : 4.5;
  return nodes.map((name) => ({
    name,
    radius: pixels(base + 11 * Math.sqrt(Number(capacityOf(name)) / Number(largest))),
    ...(positions.get(name) ?? { x: 0.5, y: 0.5 }),
  }));
}

function lineParts(link: Link, from: Position, to: Position): readonly Markup[] {
  const { share, depletedEnd: end } = link;
  const split = end === null ? share : end === 0 ? STUMP : 1 - STUMP;
  const at = { x: from.x + (to.x - from.x) * split, y: from.y + (to.y - from.y) * split };
  return [line(end === 0 ? 'near dry' : 'near', from, at), line(end === 1 ? 'far dry' : 'far', at, to)];
}

function line(className: string, from: Position, to: Position): Markup {
  return html`<line class="${className}" x1="${percent(from.x)}" y1="${percent(from.y)}" x2="${percent(to.x)}" y2="${percent(to.y)}"/>`;
}

function nodeMark({ name, x, y, radius }: Placed, index: number, drawing: NetworkDrawing): Markup {
  const detail = drawing.describe(name);
  // One stop for the tab key; the script moves it with the arrow keys.
  return html`<g class="node${drawing.isOnline(name) ? '' : ' offline'}" role="img" aria-label="${detail}" data-node="${index}" data-detail="${detail}" data-story="${drawing.storyOf(name)}" tabindex="${index === 0 ? 0 : -1}"><circle cx="${percent(x)}" cy="${percent(y)}" r="${radius}" style="--r:${radius}"/></g>`;
}

function labelsOf(nodes: readonly Placed[], size: (typeof SIZES)[number]): Markup {
  const heightPx = nodes.length <= FEW_NODES ? size.fewPx : size.heightPx;
  const points: readonly LabelledPoint[] = [...nodes]
    .sort((a, b) => b.radius - a.radius)
    .map(({ name, x, y, radius }) => ({ x, y, text: shortened(name), radiusPx: radius * size.scale + 1 }));
  return html`<g class="${size.className}" aria-hidden="true">${placeLabels(points, {
    ...size,
    heightPx,
  }).map(
    ({ point, dx, dy, anchor }) =>
      html`<text class="label" x="${percent(point.x)}" y="${percent(point.y)}" dx="${pixels(dx)}" dy="${pixels(dy)}" text-anchor="${anchor}">${point.text}</text>`,
  )}</g>`;
}

function shortened(name: string): string {
  return name.length <= MAX_LABEL_LENGTH ? name : `${name.slice(0, MAX_LABEL_LENGTH - 1)}…`;
}

// The package is CommonJS whose only export is the function itself; its types say otherwise.
const forceAtlas2 = forceAtlas2Module.default as unknown as typeof forceAtlas2Module.default.default;

/** Places connected nodes near each other: forces run a fixed number of rounds from a circle in node order. */
export function networkLayout(
  nodes: readonly string[],
  links: readonly (readonly [string, string])[],
): ReadonlyMap<string, Position> {
  const graph = new UndirectedGraph<{ x: number; y: number }>();
  nodes.forEach((node, index) => graph.addNode(node, pointOnCircle(index / nodes.length)));
  for (const [from, to] of links) graph.mergeEdge(from, to);
  if (graph.size > 0) forceAtlas2.assign(graph, layoutRounds(graph.order));
  const places = fitted(nodes.map((node) => graph.getNodeAttributes(node)));
  return new Map(nodes.map((node, index) => [node, places[index] as Position]));
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
// In large networks the outermost nodes are drawn at the edge; otherwise all others would shrink to a spot.
const OUTLYING = 0.01;

// How many rounds the forces run on so many nodes, and how strong they are.
function layoutRounds(nodes: number): ForceAtlas2SynchronousLayoutParameters {
  const iterations = Math.min(ITERATIONS, Math.ceil(MOST_MOVES / Math.max(1, nodes)));
  const slowDown = iterations < ITERATIONS ? 1 : 4;
  const settings = { ...FORCES, barnesHutOptimize: nodes > MANY_NODES, barnesHutTheta: THETA, slowDown };
  return { iterations, settings };
}

// Where a node stands before the first round. No sine: a rational circle is the same on every machine.
function pointOnCircle(turn: number): Position {
  const half = turn < 0.5 ? turn * 4 - 1 : (turn - 0.5) * 4 - 1;
  const side = turn < 0.5 ? 1 : -1;
  const scale = 100 / (1 + half * half);
  return { x: side * (1 - half * half) * scale, y: side * 2 * half * scale };
}

// Moves points that forces have placed into the drawing.
function fitted(points: readonly Position[]): readonly Position[] {
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

/** Where something stands in a drawing, from 0 to 1 both across and down. */
interface Position {
  readonly x: number;
  readonly y: number;
}

/** Something to be labelled, with the radius its mark has at this size. */
interface LabelledPoint extends Position {
  readonly text: string;
  readonly radiusPx: number;
}

/** A label beside its point: an offset in pixels from it and where the text is anchored. */
interface PlacedLabel {
  readonly point: LabelledPoint;
  readonly dx: number;
  readonly dy: number;
  readonly anchor: 'start' | 'end' | 'middle';
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

// A generous estimate for system fonts at 12 px: too wide only costs a label, too narrow makes two overlap.
const CHARACTER_PX = 7.4;
const LINE_PX = 15;
const GAP_PX = 4;

/**
 * Labels as many points as fit in the order given without touching another label, a mark or the edge.
 * Labels that fit at this size fit at every larger one too: points move apart, labels keep their size.
 */
export function placeLabels(
  points: readonly LabelledPoint[],
  size: Size & { readonly most: number },
): readonly PlacedLabel[] {
  const taken: Box[] = points.map((point) => markBox(point, size));
  const placed: PlacedLabel[] = [];
  for (const point of points) {
    if (placed.length >= size.most) break;
    const ownMark = taken[points.indexOf(point)];
    const chosen = candidates(point).find((candidate) => {
      const box = labelBox(candidate, size);
      return isInside(box, size) && taken.every((other) => other === ownMark || !overlaps(box, other));
    });
    if (!chosen) continue;
    placed.push(chosen);
    taken.push(labelBox(chosen, size));
  }
  return placed;
}

function candidates(point: LabelledPoint): readonly PlacedLabel[] {
  const away = point.radiusPx + GAP_PX;
  return [
    { point, dx: away, dy: 4, anchor: 'start' },
    { point, dx: -away, dy: 4, anchor: 'end' },
    { point, dx: 0, dy: -away, anchor: 'middle' },
    { point, dx: 0, dy: away + 10, anchor: 'middle' },
  ];
}

function labelBox({ point, dx, dy, anchor }: PlacedLabel, size: Size): Box {
  const width = point.text.length * CHARACTER_PX;
  const from = { start: 0, middle: -width / 2, end: -width }[anchor];
  const left = point.x * size.widthPx + dx + from;
  const bottom = point.y * size.heightPx + dy + 3;
  return { left, right: left + width, top: bottom - LINE_PX, bottom };
}

function markBox({ x, y, radiusPx }: LabelledPoint, size: Size): Box {
  const across = x * size.widthPx;
  const down = y * size.heightPx;
  return { left: across - radiusPx, right: across + radiusPx, top: down - radiusPx, bottom: down + radiusPx };
}

function isInside({ left, right, top, bottom }: Box, size: Size): boolean {
  return left >= 0 && top >= 0 && right <= size.widthPx && bottom <= size.heightPx;
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

import { MultiUndirectedGraph } from 'graphology';
import ForceLayout from 'graphology-layout-forceatlas2/worker';
import { fitted, layoutRounds, pointOnCircle, type Position } from '../network-layout.ts';
import type { RunData } from './run-data.ts';

/** The network, laid out to fill the map; a worker places its nodes, so that the page can be used meanwhile. */
export async function mapGraph(
  { packed: { nodes, channels, isWhole } }: RunData,
  map: HTMLElement,
  onProgress: (share: number) => void,
): Promise<MultiUndirectedGraph> {
  const graph = new MultiUndirectedGraph<{ label: string; x: number; y: number; hidden?: boolean }>();
  const linked = new Set([...channels.first, ...channels.second]);
  nodes.forEach((label, node) => {
    if (isWhole || linked.has(node)) graph.addNode(node, { label, ...pointOnCircle(node / nodes.length) });
  });
  channels.first.forEach((first, channel) => graph.addEdgeWithKey(channel, first, channels.second[channel]));
  if (graph.size > 0) await settle(graph, onProgress);
  // A layout has no shape of its own.
  const broader = Math.max(1, map.clientWidth / Math.max(1, map.clientHeight));
  const places = fitted(graph.mapNodes((_, point) => point));
  graph.nodes().forEach((node, at) => {
    const { x, y } = places[at] as Position;
    graph.mergeNodeAttributes(node, { x: x * broader, y: -y });
  });
  // Nodes of which the page has no channel are found by their names only.
  nodes.forEach((label, node) => {
    if (!graph.hasNode(node)) graph.addNode(node, { label, x: broader / 2, y: -0.5, hidden: true });
  });
  return graph;
}

async function settle(graph: MultiUndirectedGraph, onProgress: (share: number) => void): Promise<void> {
  const forces = layoutRounds(graph.order);
  const layout = new ForceLayout(graph, forces);
  let rounds = 0;
  await new Promise<void>((resolve) => {
    graph.on('eachNodeAttributesUpdated', () => {
      rounds += 1;
      onProgress(rounds / forces.iterations);
      if (rounds < forces.iterations) return;
      layout.stop();
      resolve();
    });
    layout.start();
  });
  layout.kill();
  graph.removeAllListeners('eachNodeAttributesUpdated');
}

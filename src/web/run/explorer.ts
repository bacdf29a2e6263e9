import Sigma from 'sigma';
import { drawDiscNodeHover, EdgeLineProgram, EdgeRectangleProgram, NodePointProgram } from 'sigma/rendering';
import type { BalanceTimeline } from './balance-timeline.ts';
import { button, onOtherTheme, themeColour } from './dom.ts';
import { linkTo } from './links.ts';
import { mapFrame, moveByKeys, STEPS } from './map-frame.ts';
import { mapGraph } from './map-graph.ts';
import { MapLook } from './map-look.ts';
import { momentText, type RunData } from './run-data.ts';
import type { ToldStory } from './story.ts';

/** The network as a map: drawn at a moment, with the story that is open. */
export interface Explorer {
  show(story: ToldStory | undefined, atMs: number | undefined): void;
}

// Nodes of a small network, each of which is told of by name.
const MOST_NAMED = 40;

// How near the map comes to a node of a large network that is told of.
const NEAR = 0.15;

/** Draws the map before the network's section; undefined where the browser has no WebGL. */
export async function exploreNetwork(
  data: RunData,
  timeline: BalanceTimeline | undefined,
): Promise<Explorer | undefined> {
  const section = document.querySelector('#network');
  if (section === null || document.createElement('canvas').getContext('webgl2') === null) return undefined;
  const { endMs } = data.packed;
  const frame = mapFrame(data, section, timeline !== undefined);
  const { place, slider, search, channelsBy, nodesBy, says, pins } = frame;
  const graph = await mapGraph(data, place, (done) => {
    says.textContent = `Placing nodes: ${Math.round(100 * done)} %`;
  });
  const look = new MapLook(data, timeline);
  const moment = (): number => (Number(slider.value) / STEPS) * endMs;
  const choose = (): void => {
    look.useColours((name) => themeColour(place, name));
    look.channelsBy = channelsBy.value;
    look.nodesBy = nodesBy.value;
    timeline?.goTo(moment());
    const held =
      timeline === undefined
        ? 'Balances are those of the end.'
        : `At ${momentText(moment())}: ${timeline.pending} transfers in flight.`;
    const part = data.packed.isWhole ? '' : ' The map has only the channels that the listed operations used.';
    says.textContent = `${held} ${look.says}${part}`;
  };
  choose();
  // It draws itself at once; a large map is not drawn twice.
  const renderer = new Sigma(graph, place, {
    enableEdgeEvents: true,
    // One vertex a node and two a channel: where no graphics card helps, instances cost a hundred times as much.
    nodeProgramClasses: { circle: NodePointProgram },
    edgeProgramClasses: {
      line: look.isLarge ? EdgeLineProgram : EdgeRectangleProgram,
      told: EdgeRectangleProgram,
    },
    // Printed or folded away, the map has no size for a moment.
    allowInvalidContainer: true,
    hideEdgesOnMove: look.isLarge,
    labelColor: { color: look.ink },
    // The label of a node under the pointer stands on white in either theme.
    defaultDrawNodeHover: (context, node, settings) =>
      drawDiscNodeHover(context, node, { ...settings, labelColor: { color: '#000' } }),
    labelRenderedSizeThreshold: labelledFrom(look.isLarge, data.packed.nodes.length),
    nodeReducer: (node, attributes) => ({ ...attributes, ...look.node(Number(node)) }),
    edgeReducer: (edge) => look.channel(Number(edge)),
    zIndex: true,
  });
  const draw = (): void => {
    choose();
    renderer.setSetting('labelColor', { color: look.ink });
    renderer.refresh();
  };
  let told: readonly number[] = [];
  const tellPins = (): void => {
    const unpinned = told.filter((node) => !look.pinned.has(node));
    const change = (node: number, isPinned: boolean): HTMLElement =>
      button(`${isPinned ? 'Unpin' : 'Pin'} ${data.node(node)}`, () => {
        if (isPinned) look.pinned.delete(node);
        else look.pinned.add(node);
        tellPins();
        draw();
      });
    pins.replaceChildren(
      ...[...look.pinned].map((node) => change(node, true)),
      ...unpinned.map((node) => change(node, false)),
    );
  };
  const go = (kind: 'node' | 'channel', name: string): void => {
    const at = timeline === undefined || Number(slider.value) === STEPS ? {} : { atMs: moment() };
    location.hash = linkTo({ kind, name, ...at });
  };
  renderer.on('clickNode', ({ node }) => go('node', data.node(Number(node))));
  renderer.on('clickEdge', ({ edge }) => go('channel', data.channel(Number(edge))));
  for (const choice of [slider, channelsBy, nodesBy]) choice.addEventListener('input', draw);
  search.addEventListener('change', () => {
    if (data.nodeNamed(search.value) !== undefined) go('node', search.value);
  });
  onOtherTheme(draw);
  new ResizeObserver(() => renderer.resize()).observe(place);
  moveByKeys(renderer, place);
  return {
    show(story, atMs) {
      if (story === undefined && told.length === 0) return;
      look.tell(story);
      told = story?.nodes ?? [];
      if (atMs !== undefined) slider.value = String(Math.round((atMs / Math.max(1, endMs)) * STEPS));
      tellPins();
      draw();
      const [first] = told;
      const at = first === undefined || !look.isLarge ? undefined : renderer.getNodeDisplayData(first);
      if (at !== undefined) void renderer.getCamera().animate({ x: at.x, y: at.y, ratio: NEAR });
    },
  };
}

/** The radius from which a node has its name beside it, in pixels; names of a small network have room. */
function labelledFrom(isLarge: boolean, nodes: number): number {
  if (nodes <= MOST_NAMED) return 0;
  return isLarge ? 3 : 6;
}

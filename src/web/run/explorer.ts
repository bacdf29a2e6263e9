import { MultiUndirectedGraph } from 'graphology';
import Sigma from 'sigma';
import type { BalanceTimeline } from './balance-timeline.ts';
import { element } from './dom.ts';
import { linkTo } from './links.ts';
import { nodeFacts } from './network-facts.ts';
import { momentText, type RunData } from './run-data.ts';
import type { ToldStory } from './story.ts';

/** The network as a map: drawn at a moment, with the story that is open. */
export interface Explorer {
  show(story: ToldStory | undefined, atMs: number | undefined): void;
}

const STEPS = 1000;
const COLOURS = ['balance of the channel', 'traffic', 'failures'] as const;

/** Draws the map before the network's section; undefined where the browser has no WebGL. */
export function exploreNetwork(data: RunData, timeline: BalanceTimeline | undefined): Explorer | undefined {
  const section = document.querySelector('#network');
  if (section === null || document.createElement('canvas').getContext('webgl2') === null) return undefined;
  const { nodes, channels, endMs, events } = data.packed;
  const place = element('div', {
    class: 'map',
    role: 'img',
    'aria-label': 'The network; the tables below have the same',
  });
  const slider = element('input', {
    type: 'range',
    min: '0',
    max: String(STEPS),
    value: String(STEPS),
    'aria-label': 'Moment of the run',
  });
  const search = element('input', { type: 'search', list: 'node-names', placeholder: 'a node' });
  const look = element('select', {}, ...COLOURS.map((name) => element('option', {}, name)));
  const says = element('output', { class: 'muted', 'aria-live': 'polite' });
  const marks = element(
    'div',
    { class: 'marks' },
    ...events.map(({ atMs, told }) =>
      element('span', {
        title: `${momentText(atMs)}: ${told}`,
        style: `left:${(100 * atMs) / Math.max(1, endMs)}%`,
      }),
    ),
  );
  const names = element(
    'datalist',
    { id: 'node-names' },
    ...nodes.name.slice(0, 500).map((name) => element('option', { value: name })),
  );
  section.before(
    element(
      'section',
      { class: 'card', id: 'explorer', 'aria-labelledby': 'explorer-h' },
      element('h2', { id: 'explorer-h' }, 'Explore the network'),
      element(
        'p',
        { class: 'hint' },
        'Click a node or a channel for its story; drag and scroll to move and zoom. Orange channels can hardly send one way.',
      ),
      element(
        'div',
        { class: 'filters' },
        element('label', {}, 'Go to', search),
        element('label', {}, 'Channels by', look),
      ),
      place,
      timeline === undefined ? null : element('div', { class: 'slider' }, marks, slider),
      says,
      names,
    ),
  );
  const style = getComputedStyle(place);
  const colour = (name: string): string => {
    place.style.color = `var(${name})`;
    const { color } = style;
    place.style.color = '';
    return color;
  };
  const facts = nodeFacts(data);
  const graph = new MultiUndirectedGraph();
  nodes.name.forEach((label, node) => {
    graph.addNode(node, {
      label,
      x: nodes.x[node],
      y: -(nodes.y[node] as number),
      size: 3 + Math.min(9, Math.sqrt(facts.of(node).forwarded)),
    });
  });
  channels.first.forEach((first, channel) =>
    graph.addEdgeWithKey(channel, first, channels.second[channel], { size: 2 }),
  );
  let story: ToldStory | undefined;
  const most = (counts: Int32Array): number => counts.reduce((top, count) => Math.max(top, count), 1);
  const [mostTransfers, mostFailures] = [most(facts.transfers), most(facts.failuresIn)];
  const widthOf = (channel: number): number => {
    if (look.value === COLOURS[1]) return 0.6 + (6 * (facts.transfers[channel] as number)) / mostTransfers;
    if (look.value === COLOURS[2]) return 0.6 + (6 * (facts.failuresIn[channel] as number)) / mostFailures;
    return nodes.name.length > 400 ? 0.8 : 2.5;
  };
  const isDry = (channel: number): boolean => {
    const [first, second] = timeline?.holdings(channel).balance ?? [
      data.amount(channels.firstAtEnd, channel),
      data.amount(channels.secondAtEnd, channel),
    ];
    const sum = first + second;
    return sum > 0n && (first * 20n < sum || second * 20n < sum);
  };
  let palette = { fill: '', warn: '', soft: '', ink: '' };
  const renderer = new Sigma(graph, place, {
    enableEdgeEvents: true,
    // Printed or folded away, the map has no size for a moment.
    allowInvalidContainer: true,
    hideEdgesOnMove: channels.first.length > 5000,
    labelColor: { color: colour('--ink') },
    nodeReducer: (node, attributes) => ({
      ...attributes,
      color: story?.nodes.includes(Number(node)) ? palette.warn : palette.ink,
      forceLabel: story?.nodes.includes(Number(node)) ?? false,
    }),
    edgeReducer: (edge, attributes) => {
      const channel = Number(edge);
      const isTold = story?.channels.includes(channel) ?? false;
      const plain = story === undefined || isTold ? palette.fill : palette.soft;
      return {
        ...attributes,
        size: isTold ? 6 : widthOf(channel),
        color: isDry(channel) ? palette.warn : plain,
        zIndex: isTold ? 1 : 0,
      };
    },
    zIndex: true,
  });
  const moment = (): number => (Number(slider.value) / STEPS) * endMs;
  const draw = (): void => {
    palette = {
      fill: colour('--fill'),
      warn: colour('--warn-fill'),
      soft: colour('--accent-soft'),
      ink: colour('--ink'),
    };
    renderer.setSetting('labelColor', { color: palette.ink });
    timeline?.goTo(moment());
    says.textContent =
      timeline === undefined
        ? 'Balances are those of the end.'
        : `At ${momentText(moment())}: ${timeline.pending} transfers in flight.`;
    renderer.refresh();
  };
  const go = (kind: 'node' | 'channel', name: string): void => {
    const at = timeline === undefined || Number(slider.value) === STEPS ? {} : { atMs: moment() };
    location.hash = linkTo({ kind, name, ...at });
  };
  renderer.on('clickNode', ({ node }) => go('node', data.node(Number(node))));
  renderer.on('clickEdge', ({ edge }) => go('channel', data.channel(Number(edge))));
  slider.addEventListener('input', draw);
  look.addEventListener('change', draw);
  search.addEventListener('change', () => {
    if (data.nodeNamed(search.value) !== undefined) go('node', search.value);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  document.querySelector('#theme')?.addEventListener('click', () => requestAnimationFrame(draw));
  new ResizeObserver(() => renderer.resize()).observe(place);
  draw();
  return {
    show(shown, atMs) {
      story = shown;
      if (atMs !== undefined) slider.value = String(Math.round((atMs / Math.max(1, endMs)) * STEPS));
      draw();
    },
  };
}

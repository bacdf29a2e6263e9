import type Sigma from 'sigma';
import { button, element } from './dom.ts';
import { CHANNELS_BY, NODES_BY } from './map-look.ts';
import { momentText, type RunData } from './run-data.ts';

/** So many places has the slider. */
export const STEPS = 1000;

// Each is the same for a finger's and a key's step.
const ZOOM = 1.5;
const PAN = 0.1;

/** The elements around the map, and the choices made there. */
export interface MapFrame {
  readonly place: HTMLElement;
  readonly slider: HTMLInputElement;
  readonly search: HTMLInputElement;
  readonly channelsBy: HTMLSelectElement;
  readonly nodesBy: HTMLSelectElement;
  readonly says: HTMLOutputElement;
  readonly pins: HTMLElement;
}

/** Puts the map's frame before the network's section; without a slider where no balances are known. */
export function mapFrame(data: RunData, section: Element, hasMoments: boolean): MapFrame {
  const { nodes, endMs, events } = data.packed;
  const frame: MapFrame = {
    place: element('div', {
      class: 'map',
      role: 'application',
      tabindex: '0',
      'aria-label': 'Map of the network: arrows move it, plus and minus zoom; the tables below have the same',
    }),
    slider: element('input', {
      type: 'range',
      min: '0',
      max: String(STEPS),
      value: String(STEPS),
      'aria-label': 'Moment of the run',
    }),
    search: element('input', { type: 'search', list: 'node-names', placeholder: 'a node' }),
    channelsBy: choice(CHANNELS_BY),
    nodesBy: choice(NODES_BY),
    says: element('output', { class: 'muted', 'aria-live': 'polite' }),
    pins: element('p', { class: 'pins' }),
  };
  const marks = events.map(({ atMs, told }) =>
    element('span', {
      title: `${momentText(atMs)}: ${told}`,
      style: `left:${(100 * atMs) / Math.max(1, endMs)}%`,
    }),
  );
  const hint =
    'Click a node or a channel for its story; drag and scroll to move and zoom. Orange channels can hardly send one way.';
  section.before(
    element(
      'section',
      { class: 'card', id: 'explorer', 'aria-labelledby': 'explorer-h' },
      element('h2', { id: 'explorer-h' }, 'Explore the network'),
      element('p', { class: 'hint' }, hint),
      element(
        'div',
        { class: 'filters' },
        element('label', {}, 'Go to', frame.search),
        element('label', {}, 'Channels by', frame.channelsBy),
        element('label', {}, 'Nodes by', frame.nodesBy),
        element('span', { class: 'zoom', role: 'group', 'aria-label': 'Zoom' }),
      ),
      frame.pins,
      frame.place,
      hasMoments
        ? element('div', { class: 'slider' }, element('div', { class: 'marks' }, ...marks), frame.slider)
        : null,
      frame.says,
      element(
        'datalist',
        { id: 'node-names' },
        ...nodes.slice(0, 500).map((name) => element('option', { value: name })),
      ),
    ),
  );
  return frame;
}

function choice(options: readonly string[]): HTMLSelectElement {
  return element('select', {}, ...options.map((name) => element('option', {}, name)));
}

/** Moves and zooms the map by buttons and keys, as dragging and scrolling do. */
export function moveByKeys(renderer: Sigma, place: HTMLElement): void {
  const camera = renderer.getCamera();
  const zoomIn = (): void => void camera.animatedZoom(ZOOM);
  const zoomOut = (): void => void camera.animatedUnzoom(ZOOM);
  const whole = (): void => void camera.animatedReset();
  document
    .querySelector('#explorer .zoom')
    ?.append(button('Zoom in', zoomIn), button('Zoom out', zoomOut), button('Whole network', whole));
  const pan = (across: number, down: number): void => {
    const { x, y, ratio } = camera.getState();
    camera.setState({ x: x + across * PAN * ratio, y: y + down * PAN * ratio });
  };
  const acts: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => pan(-1, 0),
    ArrowRight: () => pan(1, 0),
    ArrowUp: () => pan(0, 1),
    ArrowDown: () => pan(0, -1),
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    '0': whole,
  };
  place.addEventListener('keydown', (event) => {
    const act = acts[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
}

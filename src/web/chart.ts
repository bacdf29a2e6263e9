import { element } from './run/dom.ts';

/** One line of a chart; `share` is the place on the horizontal axis, from 0 to 1. */
export interface ChartLine {
  readonly name: string;
  readonly className: string;
  readonly points: readonly { readonly share: number; readonly value: number; readonly hint?: string }[];
}

const HEIGHT_PX = 160;
// Lines are drawn in a square of this size, which is stretched to the chart's place.
const SQUARE = 1000;

/** Lines over time as a drawing that follows the theme and the width of its place. */
export function lineChart({
  label,
  lines,
  textOf,
  bottom = 0,
  isStepped = false,
  moments = [],
  ends,
}: {
  readonly label: string;
  readonly lines: readonly ChartLine[];
  readonly textOf: (value: number) => string;
  readonly bottom?: number;
  readonly isStepped?: boolean;
  /** Places on the horizontal axis that are marked. */
  readonly moments?: readonly number[];
  /** Names of both ends of the horizontal axis. */
  readonly ends?: readonly [string, string];
}): HTMLElement {
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const most = values.reduce((top, value) => Math.max(top, value), bottom);
  const top = most > bottom ? most : bottom + 1;
  const up = (value: number, height: number): number => height * (1 - (value - bottom) / (top - bottom));
  const svg = drawing('svg', { role: 'img', height: `${HEIGHT_PX}`, 'aria-label': label });
  for (const value of [bottom, top]) {
    const y = `${up(value, HEIGHT_PX)}`;
    svg.append(drawing('line', { class: 'y-tick', x1: '0', x2: '100%', y1: y, y2: y }));
    svg.append(drawing('text', { x: '-8', y, dy: '4', 'text-anchor': 'end' }, textOf(value)));
  }
  for (const share of moments)
    svg.append(
      drawing('line', { class: 'moment', x1: across(share), x2: across(share), y1: '0', y2: `${HEIGHT_PX}` }),
    );
  const square = drawing('svg', {
    viewBox: `0 0 ${SQUARE} ${SQUARE}`,
    preserveAspectRatio: 'none',
    width: '100%',
    height: `${HEIGHT_PX}`,
  });
  for (const { className, points } of lines)
    square.append(
      drawing('path', {
        class: `mark line ${className}`,
        d: points
          .map(({ share, value }, at) => {
            const [x, y] = [Math.round(share * SQUARE * 10) / 10, Math.round(up(value, SQUARE))];
            return at === 0 ? `M${x} ${y}` : isStepped ? `H${x}V${y}` : `L${x} ${y}`;
          })
          .join(''),
      }),
    );
  svg.append(square);
  for (const { points } of lines)
    for (const { share, value, hint } of points) {
      if (hint === undefined) continue;
      const at = { cx: across(share), cy: `${up(value, HEIGHT_PX)}`, r: '4' };
      const dot = drawing('circle', { class: 'mark rate-dot', ...at });
      dot.append(drawing('title', {}, hint));
      svg.append(dot);
    }
  ends?.forEach((text, end) => {
    const at = { x: end === 0 ? '0' : '100%', y: `${HEIGHT_PX + 18}` };
    svg.append(drawing('text', { ...at, 'text-anchor': end === 0 ? 'start' : 'end' }, text));
  });
  const legend = lines.map(({ name, className }) =>
    element('li', {}, element('span', { class: `swatch ${className}` }), name),
  );
  return element(
    'div',
    {},
    element('div', { class: 'plot' }, svg),
    lines.length > 1 ? element('ul', { class: 'legend' }, ...legend) : null,
  );
}

function across(share: number): string {
  return `${100 * share}%`;
}

function drawing(name: string, attributes: Readonly<Record<string, string>>, text = ''): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

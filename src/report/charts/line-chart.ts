import { html, type Markup } from '../page/markup.ts';
import { readable } from '../words/number-format.ts';
import { roundScale, type Tick } from './axis.ts';
import { type MarkedMoment, percent, pixels, plot } from './plot.ts';

/** One line of a chart; `undefined` leaves a gap. */
export interface Line {
  readonly className: string;
  readonly name: string;
  readonly values: readonly (number | undefined)[];
}

/** Lines over a common horizontal axis, from 0 up. */
export function lineChart({
  lines,
  top,
  hints,
  ...frame
}: {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly heightPx: number;
  readonly lines: readonly Line[];
  /** Highest value of the axis; absent: as high as the lines. */
  readonly top?: number;
  /** What pointing at each place says. */
  readonly hints: readonly string[];
  readonly xTicks: readonly Tick[];
  readonly xTitle?: string;
  readonly moments?: readonly MarkedMoment[];
}): Markup {
  const highest = lines.reduce(
    (most, { values }) => values.reduce<number>((one, value) => Math.max(one, value ?? 0), most),
    0,
  );
  const scale = roundScale(top ?? (highest > 0 ? highest : 1), 4);
  const end = scale.at(-1) ?? 1;
  const { heightPx } = frame;
  const across = (index: number): string => percent((index + 0.5) / hints.length);
  const up = (value: number): number => pixels(heightPx * (1 - Math.min(value, end) / end));
  return plot({
    ...frame,
    yTicks: scale.map((value) => ({ share: value / end, text: readable(value) })),
    marks: [
      lines.map(({ className, values }) =>
        values.map((value, index) => {
          const before = values[index - 1];
          if (value === undefined || index === 0 || before === undefined) return null;
          return html`<line class="${className}" x1="${across(index - 1)}" y1="${up(before)}" x2="${across(index)}" y2="${up(value)}"/>`;
        }),
      ),
      hints.map(
        (hint, index) =>
          html`<rect class="mark" fill="transparent" x="${percent(index / hints.length)}" width="${percent(1 / hints.length)}" y="0" height="${heightPx}"><title>${hint}</title></rect>`,
      ),
    ],
  });
}

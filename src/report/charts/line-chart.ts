import { html, type Markup } from '../page/markup.ts';
import { readable } from '../words/number-format.ts';
import { roundScale } from './axis.ts';
import { type ChartFrame, percent, pixels, plot, segments } from './plot.ts';

/** One line of a chart; `undefined` leaves a gap. */
export interface Line {
  readonly className: string;
  readonly values: readonly (number | undefined)[];
}

interface LineChart extends ChartFrame {
  readonly lines: readonly Line[];
  /** Highest value of the axis; absent: as high as the lines. */
  readonly top?: number;
  /** What pointing at each place says. */
  readonly hints: readonly string[];
}

/** Lines over a common horizontal axis, from 0 up. */
export function lineChart({ lines, top, hints, ...frame }: LineChart): Markup {
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
        segments(
          className,
          values.map((value, index) => (value === undefined ? undefined : [across(index), up(value)])),
        ),
      ),
      hints.map(
        (hint, index) =>
          html`<rect class="mark" fill="transparent" x="${percent(index / hints.length)}" width="${percent(1 / hints.length)}" y="0" height="${heightPx}"><title>${hint}</title></rect>`,
      ),
    ],
  });
}

import { readable } from '../words/number-format.ts';
import { html, type Markup } from '../page/markup.ts';
import { roundScale, type Tick } from './axis.ts';
import { percent, pixels, type Plot, plot, segments } from './plot.ts';

/** One probe's mark; a failed one is a cross, so that it can be told apart without colour. */
export interface RatePoint {
  readonly rate: number;
  readonly value: number;
  readonly holds: boolean;
  readonly hint: string;
}

/** Values by rate, in the order of the rates. */
export interface RateLine {
  readonly className: string;
  readonly values: readonly (readonly [rate: number, value: number])[];
}

/** What a search found, drawn over every chart of it. */
export interface RateLimit {
  /** `undefined`: not known. */
  readonly interval: readonly [from: number, to: number] | undefined;
  readonly rate: number | undefined;
  readonly knee: number | undefined;
}

const HEIGHT_PX = 190;
const CROSS_PX = 4;

interface RateChart extends Pick<Plot, 'id' | 'title' | 'description'> {
  readonly points: readonly RatePoint[];
  readonly lines: readonly RateLine[];
  readonly limit: RateLimit;
  /** Highest rate of the axis. */
  readonly upTo: number;
  readonly scale: ValueScale;
}

/** Marks and lines against the offered rate, from 0 up. */
export function rateChart({ points, lines, limit, upTo, scale, ...frame }: RateChart): Markup {
  const rates = roundScale(upTo, 6);
  const end = rates.at(-1) ?? 1;
  const across = (rate: number): string => percent(Math.min(rate, end) / end);
  const up = (value: number): number => pixels(HEIGHT_PX * (1 - scale.shareOf(value)));
  const [from, to] = limit.interval ?? [];
  return plot({
    ...frame,
    heightPx: HEIGHT_PX,
    yTicks: scale.ticks,
    xTicks: rates.map((rate) => ({ share: rate / end, text: readable(rate) })),
    xTitle: 'offered, payments per second',
    marks: [
      from === undefined || to === undefined
        ? null
        : html`<rect class="interval" x="${across(from)}" width="${percent((Math.min(to, end) - from) / end)}" y="0" height="${HEIGHT_PX}"/>`,
      limit.rate === undefined ? null : upright('limit', across(limit.rate)),
      limit.knee === undefined ? null : upright('knee', across(limit.knee)),
      lines.map(({ className, values }) =>
        segments(
          className,
          values.map(([rate, value]) => [across(rate), up(value)]),
        ),
      ),
      points.map(({ rate, value, holds, hint }) => probeMark({ x: across(rate), y: up(value), holds, hint })),
    ],
  });
}

/** Where a value lies between the bottom (0) and the top (1) of a chart. */
export interface ValueScale {
  readonly ticks: readonly Tick[];
  shareOf(value: number): number;
}

/** From 0 up to at least `top`, evenly. */
export function evenScale(top: number): ValueScale {
  const values = roundScale(top > 0 ? top : 1, 4);
  const end = values.at(-1) ?? 1;
  return {
    ticks: values.map((value) => ({ share: value / end, text: readable(value) })),
    shareOf: (value) => Math.min(Math.max(value / end, 0), 1),
  };
}

/** By powers of ten around the values: latencies below and above a limit differ by a factor of a hundred. */
export function powerScale(values: readonly number[], textOf: (value: number) => string): ValueScale {
  const positive = values.filter((value) => value > 0);
  const least = Math.floor(Math.log10(Math.min(...positive, 1e9)) + 1e-9);
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...positive, 1e-9)) - 1e-9));
  const from = positive.length === 0 ? 0 : least;
  const powers = (positive.length === 0 ? 1 : most) - from;
  return {
    ticks: Array.from({ length: powers + 1 }, (_, power) => ({
      share: power / powers,
      text: textOf(10 ** (from + power)),
    })),
    shareOf: (value) => (value > 0 ? Math.min(Math.max((Math.log10(value) - from) / powers, 0), 1) : 0),
  };
}

interface ProbeMark extends Pick<RatePoint, 'holds'>, Partial<Pick<RatePoint, 'hint'>> {
  readonly x: string | number;
  readonly y: number;
}

/** A probe that held, or one that did not, as it stands in charts and legends. */
export function probeMark({ x, y, holds, hint }: ProbeMark): Markup {
  const title = hint === undefined ? null : html`<title>${hint}</title>`;
  if (holds) return html`<circle class="rate-dot mark" cx="${x}" cy="${y}" r="4">${title}</circle>`;
  const arms = [
    `${-CROSS_PX},${-CROSS_PX} ${CROSS_PX},${CROSS_PX}`,
    `${-CROSS_PX},${CROSS_PX} ${CROSS_PX},${-CROSS_PX}`,
  ];
  // A percentage cannot stand in a transform, but it can in a nested drawing's place.
  return html`<svg class="mark" x="${x}" y="${y}" width="1" height="1" overflow="visible"><circle r="6" fill="transparent">${title}</circle>${arms.map((points) => html`<polyline class="probe-cross" points="${points}"/>`)}</svg>`;
}

function upright(className: string, x: string): Markup {
  return html`<line class="${className}" x1="${x}" x2="${x}" y1="0" y2="${HEIGHT_PX}"/>`;
}

import { describeChange } from '../../model/run/describe-operation.ts';
import type { OperationKind } from '../../model/run/operation.ts';
import type { MarkedMoment } from '../charts/plot.ts';
import type { Figures } from '../figures/figures.ts';
import { html, type Markup } from '../page/markup.ts';
import { durationText, grouped } from '../words/number-format.ts';

/** Something that happened in a run, to be marked on its charts. */
export interface RunMoment {
  readonly atMs: number;
  readonly text: string;
}

const EVENTS: ReadonlySet<OperationKind> = new Set([
  'open',
  'deposit',
  'withdraw',
  'close',
  'leave',
  'stop',
  'start',
  'slow',
]);

// More marks than these hide the curve.
const MOST_EVENTS = 8;
const MOST_DRY = 3;

/** The changes that a scenario's steps made while payments ran, and the first channel ends that ran dry, in their order. */
export function momentsOf({ tally, depletedEnds = [], inTokens }: Figures): readonly RunMoment[] {
  const steps = tally.steps
    .filter(({ operation, outcome }) => EVENTS.has(operation.kind) && outcome.kind === 'succeeded')
    .map((record) => ({ atMs: record.endedAtMs, text: describeChange(record, inTokens) }));
  const dry = depletedEnds.slice(0, MOST_DRY).map(({ atMs, owner, partner }) => ({
    atMs,
    text: `${owner} has run dry towards ${partner}`,
  }));
  return [...steps.slice(0, MOST_EVENTS), ...dry].sort((one, other) => one.atMs - other.atMs);
}

// Numbers closer than this share of a chart would stand on each other on a narrow page.
const LEAST_APART = 0.06;

/** Moments as numbers on a chart that ends at `endMs`, with what each number means below it. */
export function numberedMoments(moments: readonly RunMoment[], endMs: number): NumberedMarks {
  const within = moments.filter(({ atMs }) => atMs <= endMs);
  const marked: { share: number; numbers: number[] }[] = [];
  within.forEach(({ atMs }, at) => {
    const share = atMs / endMs;
    const last = marked.at(-1);
    if (last !== undefined && share - last.share < LEAST_APART) last.numbers.push(at + 1);
    else marked.push({ share, numbers: [at + 1] });
  });
  if (marked.length === 0) return { moments: [], legend: null };
  const items = within.map(
    ({ atMs, text }) => html`<li>${text} <span class="muted">after ${durationText(atMs)}</span></li>`,
  );
  return {
    moments: marked.map(({ share, numbers }) => ({ share, text: rangeText(numbers) })),
    legend: html`<ol class="moments">${items}</ol>`,
  };
}

/** Marks of a chart, and what each of their numbers means. */
interface NumberedMarks {
  readonly moments: readonly MarkedMoment[];
  readonly legend: Markup | null;
}

function rangeText(numbers: readonly number[]): string {
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? first;
  return first === last ? grouped(first) : `${grouped(first)}–${grouped(last)}`;
}

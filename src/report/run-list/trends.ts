import { gather } from '../../model/gather.ts';
import type { ListedFigure, ListedRun } from '../../web/runs/listed-run.ts';
import { type Block, chart, section } from '../blocks/block.ts';
import { type Tick } from '../charts/axis.ts';
import { lineChart } from '../charts/plot.ts';
import { minuteText } from '../page/frame.ts';
import { html } from '../page/markup.ts';
import { numberedMarks, type NumberedMarks } from '../sections/moments.ts';
import { counted, grouped } from '../words/number-format.ts';
import { nodesText } from '../words/nodes-text.ts';
import { buildText, FIGURES, figureText } from '../../web/runs/listed-figures.ts';

const JOBS = { simulate: 'simulation', replay: 'replay', load: 'load' } as const;

// Points closer than those of so many runs cannot be told apart.
const MOST_RUNS = 100;
const HEIGHT_PX = 110;
const MOST_TICKS = 6;

const DRAWN: readonly { readonly figure: ListedFigure; readonly caption: string }[] = [
  { figure: 'success', caption: 'Payments that succeeded' },
  { figure: 'p95', caption: 'Of payments that succeeded, 95 of 100 within' },
  { figure: 'rate', caption: 'Payments sent per second' },
  { figure: 'differences', caption: 'Differences between target and simulation' },
];

/** How figures went over the runs of one scenario, and what changed between them; `null`: none ran twice. */
export function trendsSection(listed: readonly ListedRun[]): Block | null {
  const groups = new Map<string, ListedRun[]>();
  for (const run of listed) gather(groups, JSON.stringify([run.scenario, run.job]), run);
  const repeated = [...groups.values()].filter((runs) => runs.length > 1);
  if (repeated.length === 0) return null;
  return section(
    {
      id: 'trends',
      title: 'Trends',
      hint: 'Runs of one scenario from the oldest to the newest. Numbered lines mark where something else was run than before.',
    },
    repeated.map((runs, at) => groupBlock(runs.slice(0, MOST_RUNS).toReversed(), { runs: runs.length, at })),
  );
}

function groupBlock(
  runs: readonly ListedRun[],
  { runs: inAll, at }: { readonly runs: number; readonly at: number },
): Block {
  const [first] = runs;
  const { scenario = '', job = 'simulate' } = first ?? {};
  const shown = inAll > runs.length ? `, the newest ${grouped(runs.length)}` : '';
  const { moments, legend } = changesOf(runs);
  const id = `trend-${at}`;
  return {
    kind: 'folded',
    summary: `${scenario}: ${counted(inAll, JOBS[job])}${shown}`,
    // The scenario that ran last is looked for first.
    isOpen: at === 0,
    blocks: [
      {
        kind: 'beside',
        look: 'multiples',
        blocks: DRAWN.map(({ figure, caption }) => figureChart(runs, { id, figure, caption, moments })),
      },
      legend === null ? null : { kind: 'markup', markup: legend },
    ],
  };
}

function figureChart(
  runs: readonly ListedRun[],
  {
    id,
    figure,
    caption,
    moments,
  }: Pick<NumberedMarks, 'moments'> & {
    readonly id: string;
    readonly figure: ListedFigure;
    readonly caption: string;
  },
): Block | null {
  const values = runs.map(({ figures }) => figures[figure] ?? undefined);
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return null;
  return chart(
    caption,
    lineChart({
      id: `${id}-${figure}`,
      title: `${caption}, over ${runs.length} runs`,
      description: `From ${figureText(runs[0] as ListedRun, figure)} to ${figureText(runs.at(-1) as ListedRun, figure)}.`,
      heightPx: HEIGHT_PX,
      xTicks: runTicks(runs.length),
      xTitle: 'run, the newest at the right',
      lines: [{ className: 'rate', values }],
      hints: runs.map((run) => `${minuteText(run.startedAt)}: ${figureText(run, figure)}, seed ${run.seed}`),
      textOf: FIGURES[figure].write,
      moments,
      ...axisOf(figure, known),
    }),
  );
}

// An axis that begins at 0 would hide what changes between 93 % and 97 %.
function axisOf(
  figure: ListedFigure,
  values: readonly number[],
): { readonly top?: number; readonly bottom?: number } {
  // Halves of a difference are no steps of an axis.
  if (figure === 'differences') return { top: Math.max(4, ...values) };
  const top = figure === 'success' ? 1 : Math.max(...values);
  const least = Math.min(...values);
  return { top, bottom: least > top / 2 ? Math.max(0, least - (top - least)) : 0 };
}

function runTicks(runs: number): readonly Tick[] {
  const every = Math.max(1, Math.ceil((runs - 1) / (MOST_TICKS - 1)));
  return Array.from({ length: runs }, (_, index) => index)
    .filter((index) => index % every === 0)
    .map((index) => ({ share: (index + 0.5) / runs, text: grouped(index + 1) }));
}

/** Where a run differs from the one before it in what was run, as marks of a chart over all of them. */
function changesOf(runs: readonly ListedRun[]): NumberedMarks {
  const events = runs.flatMap((run, at) => {
    const before = runs[at - 1];
    const changes = before === undefined ? [] : changesBetween(before, run);
    if (changes.length === 0) return [];
    return {
      share: (at + 0.5) / runs.length,
      text: html`${changes.join(', ')} <span class="muted">run ${at + 1}, ${minuteText(run.startedAt)}</span>`,
    };
  });
  return numberedMarks(events);
}

function changesBetween(before: ListedRun, run: ListedRun): readonly string[] {
  const change = (name: string, from = 'not said', to = 'not said'): readonly string[] =>
    from === to ? [] : [`${name} ${from} → ${to}`];
  return [
    ...change('build', before.build && buildText(before.build), run.build && buildText(run.build)),
    ...change('nodes', nodesText(before.sandbox), nodesText(run.sandbox)),
    ...change('version of the nodes', before.nodesVersion, run.nodesVersion),
    ...change('Millrace', before.millrace, run.millrace),
    ...change('seed', before.seed, run.seed),
  ];
}

import type { DataColumn } from '../blocks/block.ts';
import { badge, runJudgement } from '../page/badge.ts';
import { html, withDetail } from '../page/markup.ts';
import { durationText, given, grouped, minuteText, percentText, readable } from '../words/number-format.ts';
import type { EntryOf } from './index-entry.ts';

/** One run of the list. */
export type ListedRun = EntryOf<'millrace-entry/1'>;

export type ListedFigure = 'payments' | 'success' | 'p95' | 'rate' | 'depleted' | 'differences';

interface FigureLook {
  readonly head: string;
  readonly write: (value: number) => string;
  /** `undefined`: the run has no such thing. */
  readonly of: (run: ListedRun) => number | undefined;
}

const metric =
  (name: string) =>
  ({ summary }: ListedRun): number =>
    summary.metrics[name] ?? 0;

const ofPayments = (name: string) => (run: ListedRun) =>
  metric('payments')(run) > 0 ? metric(name)(run) : undefined;

/** The figures of the list, in the order of their columns. */
export const FIGURES: Readonly<Record<ListedFigure, FigureLook>> = {
  payments: { head: 'Payments', write: grouped, of: metric('payments') },
  success: { head: 'Success', write: percentText, of: ofPayments('success_rate') },
  p95: { head: 'p95', write: durationText, of: ofPayments('latency_p95_ms') },
  rate: { head: 'Rate', write: (value) => `${readable(value, 1)}/s`, of: ({ rate }) => rate },
  depleted: { head: 'Depleted', write: grouped, of: metric('drained_channels') },
  differences: {
    head: 'Differences',
    write: grouped,
    of: (run) => (run.summary.job === 'replay' ? metric('differences')(run) : undefined),
  },
};

/** The names of these figures. */
export const FIGURE_NAMES = Object.keys(FIGURES) as readonly ListedFigure[];

/** A figure of a run as people read it, `–` where it has none. */
export function figureText(run: ListedRun, name: ListedFigure): string {
  const value = FIGURES[name].of(run);
  return value === undefined ? '–' : FIGURES[name].write(value);
}

/** Seed, build, and the version that the nodes reported, which tell a run from others of its scenario. */
export function seedText({
  seed,
  build,
  nodesVersion,
}: Readonly<Partial<Record<'seed' | 'build' | 'nodesVersion', string | undefined>>>): string {
  // A commit is cut to its short form.
  const short = build?.replace(/^([0-9a-f]{10})[0-9a-f]{30}$/, '$1');
  return given([seed, short && `build ${short}`, nodesVersion && `nodes ${nodesVersion}`]).join(', ');
}

/** The columns of the list of runs. */
export function runColumns(runs: readonly ListedRun[]): readonly DataColumn[] {
  const at = (row: number): ListedRun => runs[row] as ListedRun;
  return [
    {
      head: 'Run',
      text: (row) => `${at(row).summary.scenario} ${at(row).summary.question}`,
      cell: (row) => {
        const { href, summary } = at(row);
        return withDetail(html`<a href="${href}">${summary.scenario}</a>`, summary.question);
      },
    },
    {
      head: 'Job, seed',
      text: (row) => {
        const { summary, ...tested } = at(row);
        return `${summary.job}, seed ${seedText({ ...tested, seed: summary.seed })}`;
      },
    },
    {
      head: 'Verdict',
      text: (row) => runJudgement(at(row).summary.verdict)[1],
      cell: (row) => badge(...runJudgement(at(row).summary.verdict)),
    },
    ...FIGURE_NAMES.map(
      (name): DataColumn => ({
        head: FIGURES[name].head,
        number: true,
        text: (row) => figureText(at(row), name),
        order: (row) => FIGURES[name].of(at(row)) ?? -1,
      }),
    ),
    { head: 'Started (UTC)', className: 'unbroken', text: (row) => minuteText(at(row).startedAt) },
  ];
}

/** A run in a few words: `demo, 2026-01-31 10:00`. */
export function runName({ summary, startedAt }: ListedRun): string {
  return `${summary.scenario}, ${minuteText(startedAt)}`;
}

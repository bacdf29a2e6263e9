import type { BadgeText, DataColumn } from '../blocks/block.ts';
import { badge } from '../page/badge.ts';
import { html, withDetail } from '../page/markup.ts';
import { durationText, grouped, minuteText, percentText, readable } from '../words/number-format.ts';

/** One run as the list of runs holds it for its script. */
export interface ListedRun {
  /** Where its page is, relative to the list. */
  readonly href: string;
  readonly scenario: string;
  readonly question: string;
  readonly seed: string;
  readonly job: 'simulate' | 'replay' | 'load';
  readonly judgement: BadgeText;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  /** The version or commit that was tested. */
  readonly build?: string | undefined;
  /** The version that the nodes reported. */
  readonly nodesVersion?: string | undefined;
  readonly millrace?: string | undefined;
  readonly figures: Readonly<Record<ListedFigure, number | null>>;
}

/** The figures of a run in the list; `null` where a run has no such thing. */
export type ListedFigure = 'payments' | 'success' | 'p95' | 'rate' | 'drained' | 'differences';

interface FigureLook {
  readonly head: string;
  readonly write: (value: number) => string;
}

/** The figures of the list, in the order of their columns. */
export const FIGURES: Readonly<Record<ListedFigure, FigureLook>> = {
  payments: { head: 'Payments', write: grouped },
  success: { head: 'Success', write: percentText },
  p95: { head: 'p95', write: durationText },
  rate: { head: 'Rate', write: (value) => `${readable(value, 1)}/s` },
  drained: { head: 'Depleted', write: grouped },
  differences: { head: 'Differences', write: grouped },
};

/** The names of these figures. */
export const FIGURE_NAMES = Object.keys(FIGURES) as readonly ListedFigure[];

/** A figure of a run as people read it, `–` where it has none. */
export function figureText({ figures }: Pick<ListedRun, 'figures'>, name: ListedFigure): string {
  const value = figures[name];
  return value === null ? '–' : FIGURES[name].write(value);
}

/** A build in a few characters: a commit is cut to its short form. */
function buildText(build: string): string {
  return /^[0-9a-f]{40}$/.test(build) ? build.slice(0, 10) : build;
}

/** Seed, build, and the version that the nodes told, which tell a run from others of its scenario. */
export function seedText({
  seed,
  build,
  nodesVersion,
}: Pick<ListedRun, 'seed' | 'build' | 'nodesVersion'>): string {
  const tested = build === undefined ? [] : [`build ${buildText(build)}`];
  const told = nodesVersion === undefined ? [] : [`nodes ${nodesVersion}`];
  return [seed, ...tested, ...told].join(', ');
}

/** The columns of the list of runs. */
export function runColumns(runs: readonly ListedRun[]): readonly DataColumn[] {
  const at = (row: number): ListedRun => runs[row] as ListedRun;
  return [
    {
      head: 'Run',
      text: (row) => `${at(row).scenario} ${at(row).question}`,
      cell: (row) => withDetail(html`<a href="${at(row).href}">${at(row).scenario}</a>`, at(row).question),
    },
    { head: 'Job, seed', text: (row) => `${at(row).job}, seed ${seedText(at(row))}` },
    { head: 'Verdict', text: (row) => at(row).judgement[1], cell: (row) => badge(...at(row).judgement) },
    ...FIGURE_NAMES.map(
      (name): DataColumn => ({
        head: FIGURES[name].head,
        number: true,
        text: (row) => figureText(at(row), name),
        order: (row) => at(row).figures[name] ?? -1,
      }),
    ),
    { head: 'Started (UTC)', className: 'unbroken', text: (row) => minuteText(at(row).startedAt) },
  ];
}

/** A run in a few words: `demo, 2026-01-31 10:00`. */
export function runName({ scenario, startedAt }: ListedRun): string {
  return `${scenario}, ${minuteText(startedAt)}`;
}

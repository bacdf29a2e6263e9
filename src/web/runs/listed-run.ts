import { durationText, grouped, percentText, readable } from '../../report/words/number-format.ts';

/** One run as the list of runs holds it for its script. */
export interface ListedRun {
  /** Where its page is, relative to the list. */
  readonly href: string;
  readonly scenario: string;
  readonly question: string;
  readonly seed: string;
  readonly job: 'simulate' | 'replay' | 'load';
  readonly judgement: readonly [mark: 'good' | 'bad' | 'open' | 'unknown', word: string];
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  /** The version or commit that was tested; absent: not said. */
  readonly build?: string | undefined;
  /** The version that the nodes told; absent: none. */
  readonly nodesVersion?: string | undefined;
  readonly millrace?: string | undefined;
  readonly figures: Readonly<Record<ListedFigure, number | null>>;
}

/** The figures of a run in the list; `null` where a run has no such thing. */
export type ListedFigure = 'payments' | 'success' | 'p95' | 'rate' | 'drained' | 'differences';

/** A figure of the list of runs: its head, and how it is written. */
export interface FigureLook {
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

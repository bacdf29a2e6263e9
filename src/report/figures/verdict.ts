import {
  type Expectation,
  type JudgedExpectation,
  judgeExpectation,
} from '../../model/scenario/expectation.ts';
import { metricNamed } from '../../model/run/metrics.ts';
import { metricName } from '../../model/run/selected-metric.ts';
import { hasBailed, notDriven, type StoredRun } from '../../model/run/run.ts';
import type { RunWord } from '../page/badge.ts';
import { differencesOf, isDifference, shownText } from '../words/check-texts.ts';
import { Figures } from './figures.ts';
import { baselineName, thresholdTexts } from '../words/metric-words.ts';
import { capitalized, counted, given, grouped } from '../words/number-format.ts';
import { isStated } from './unexpected-steps.ts';
import { earlierInShort, unansweredInShort } from './standing.ts';
import { unreadText, unreadViews } from '../../model/run/unread-views.ts';
import type { PerformedCheck } from '../../model/load/load-result.ts';

/** The judgement of a run in one word and one sentence. */
export interface RunVerdict extends RunWord {
  readonly sentence: string;
}

/** Judges a run: its invariants, its expectations, its steps, and for replays the comparison. */
export function verdictOf(run: StoredRun, figures = new Figures(run)): RunVerdict {
  const faults = faultsOf(run, figures);
  const stated = figures.tally.steps.filter(isStated).length;
  const unknown = unknownText(run);
  const unanswered = unansweredInShort(run, figures.tally.payments);
  // Locks that stood there before the run, and that little of it was judged.
  const beforehand = [earlierInShort(run), unjudgedText(run)];
  if (faults.length > 0)
    return {
      word: 'not-as-expected',
      sentence: `${capitalized(given([unanswered, ...faults, unknown, ...beforehand]).join('; '))}.`,
    };
  const first = given([unanswered, ...beforehand])
    .map((text) => `${capitalized(text)}. `)
    .join('');
  if (run.partial) return { word: 'partial', sentence: `${first}The run broke off before its end.` };
  if (unknown !== undefined) return { word: 'unknown', sentence: `${first}Unknown: ${unknown}.` };
  const sentence = `${first}${praise(run, stated)}`;
  return stated > 0 || isAsked(run)
    ? { word: 'as-expected', sentence }
    : { word: 'as-expected', nothingExpected: true, sentence };
}

function isAsked(run: StoredRun): boolean {
  if (judgedOf(run).length > 0 || run.comparison !== undefined) return true;
  return run.load !== undefined && (run.load.thresholds.length > 0 || run.load.baseline !== undefined);
}

/** The scenario's expectations against the run's metrics, those about paths and fees only where nodes report them. */
export function judgedExpectations(
  run: StoredRun,
  metrics: Readonly<Record<string, number>>,
): readonly JudgedExpectation[] {
  return judgedOf(run).map((expectation) => judgeExpectation(expectation, metrics));
}

// Nodes under load report no paths and fees.
function judgedOf({ header, load }: StoredRun): readonly Expectation[] {
  const needsPaths = ({ metric }: Expectation): boolean =>
    metricNamed(metricName(metric))?.needs?.includes('paths') === true;
  return header.scenario.expect.filter((expectation) => load === undefined || !needsPaths(expectation));
}

function faultsOf(run: StoredRun, figures: Figures): readonly string[] {
  const differences = run.comparison?.differences ?? 0;
  // The differences of a replay name what breaks an invariant.
  const broken = differences > 0 ? 0 : figures.invariants.filter(({ holds }) => holds === false).length;
  const judged = judgedOf(run).length === 0 ? [] : judgedExpectations(run, figures.metrics);
  const missed = judged.filter(({ met }) => !met).length;
  const { unexpected } = figures.tally;
  return given([
    ...loadFaults(run),
    broken > 0 && `${counted(broken, 'invariant')} broken`,
    missed > 0 && `${missed} of ${counted(judged.length, 'expectation')} not met`,
    unexpected > 0 && `${counted(unexpected, 'step')} did not end as the scenario expects`,
    differences > 0 &&
      `${counted(differences, 'difference')} between target and simulation${differencesText(run)}`,
    hasBailed(run) && bailText(run),
  ]);
}

// `; the first: alice pays shop 40 DAI: refused, and paid all the same`
function differencesText({ comparison, header }: StoredRun): string {
  const [first, ...others] = comparison === undefined ? [] : differencesOf(comparison);
  if (first === undefined) return '';
  const { title, predicted, observed, amountsOf } = first;
  const [then, now] = [predicted, observed].map((text) => shownText(text, first, { header }));
  const amounts = amountsOf === undefined ? '' : ` (predicted ${then}, observed ${now})`;
  return `${others.length === 0 ? ': ' : '; the first: '}${title}${amounts}`;
}

function bailText(run: StoredRun): string {
  const rest = notDriven(run);
  const { differences = 0, counts } = run.comparison ?? {};
  const where =
    differences >= (run.header.bail ?? 0)
      ? 'stopped there'
      : `stopped after ${counted(counts?.differs ?? 0, 'operation')} that differ`;
  return rest === 0
    ? 'the last operation was driven, and nothing was read at the end'
    : `${where}: ${grouped(rest)} of ${counted(rest + run.records.length, 'operation')} not driven (--bail 0 goes on)`;
}

// Where more than one operation in twenty may have ended in several ways, the rest says little of the target.
const MOST_ALLOWED = 0.05;

// Nodes do not report what is expected, or overlapping operations excused more than a small share.
function unjudgedText(run: StoredRun): string | undefined {
  const { comparison, header } = run;
  const unseen = header.scenario.expect.length - judgedOf(run).length;
  if (unseen > 0)
    return `not judged: ${counted(unseen, 'expectation')} of paths or fees, which a load does not see`;
  const allowed = comparison?.counts['allowed-by-concurrency'] ?? 0;
  const all = comparison?.operations.length ?? 0;
  if (allowed <= MOST_ALLOWED * all) return undefined;
  return `little was judged: ${grouped(allowed)} of ${counted(all, 'operation')} overlapped and may have ended in several ways`;
}

function loadFaults({ load, partial }: StoredRun): readonly string[] {
  if (load === undefined) return [];
  // A load without payments says nothing about its target.
  const isIdle = load.aggregate.counts.operations === 0 && !partial;
  const missed = load.thresholds.filter(({ met }) => !met);
  const unsampled = missed.filter(({ actual }) => actual === undefined).length;
  const names = missed.map(
    ({ threshold: { metric, condition } }) => thresholdTexts(metric, condition, 0).words,
  );
  const violated = load.checks.filter(({ verdict }) => verdict === 'violated').map(({ name }) => name);
  const first = load.findings.find(isDifference);
  const worse = load.baseline?.figures.filter((figure) => figure.worse) ?? [];
  const without = unsampled > 0 ? `, ${unsampled} of them without a sample` : '';
  const unsent = load.aggregate.reasons.get('driver-limit') ?? 0;
  return given([
    isIdle && 'nothing was sent',
    unsent > 0 && `${counted(unsent, 'payment')} could not be sent from here`,
    violated.length > 0 && `${counted(violated.length, 'check')} violated: ${violated.join(', ')}`,
    missed.length > 0 &&
      `${missed.length} of ${counted(load.thresholds.length, 'threshold')} not met${without}: ${names.join(', ')}`,
    worse.length > 0 &&
      `worse than the baseline: ${worse.map(({ metric }) => baselineName(metric)).join(', ')}`,
    // Last, because a terminal cuts long sentences.
    violated.length > 0 && first !== undefined && `the first finding: ${first.title}`,
  ]);
}

function loadPraise({ load }: StoredRun): string {
  if (load === undefined) return '';
  const count = (wanted: (typeof load.checks)[number]['verdict']): number =>
    load.checks.filter(({ verdict }) => verdict === wanted).length;
  const unmade = count('not-checked');
  const thresholds = load.thresholds.length === 0 ? 'no threshold was set' : 'all thresholds are met';
  const unclear = load.baseline?.figures.filter((figure) => figure.unclear).length ?? 0;
  const limit = unclear === 0 ? '' : `, but too few payments for ${counted(unclear, 'figure')}`;
  const baseline =
    load.baseline === undefined ? '' : `; no figure is significantly worse than in the baseline${limit}`;
  const checks = `${counted(count('holds'), 'check')} held${unmade > 0 ? `, ${unmade} not made` : ''}`;
  return `${thresholds}${baseline}; ${checks}`;
}

function praise(run: StoredRun, statedSteps: number): string {
  const expectations = judgedOf(run).length;
  const met =
    ['', 'the expectation is met', 'both expectations are met'][expectations] ??
    `all ${expectations} expectations are met`;
  const compared = run.comparison ? 'the target matches the simulation' : '';
  const unresolved = run.comparison?.counts.indeterminate ?? 0;
  const open = unresolved === 0 ? '' : `${counted(unresolved, 'operation')} stayed without an answer`;
  const stated = run.load === undefined ? statedSteps : 0;
  const steps = stated === 0 ? '' : `${counted(stated, 'step')} ended as the scenario says`;
  const parts = [loadPraise(run), compared, open, steps, met].filter((part) => part !== '');
  const limit =
    run.load === undefined ? '' : ' One rate does not show the limit; --find-capacity searches it.';
  if (parts.length > 0) return `${capitalized(parts.join('; '))}.${limit}`;
  return 'The run ended. The scenario has no expectations (expect:).';
}

/** One judgement that could not be made, and why. */
export type Unknown = Pick<PerformedCheck, 'name' | 'detail'>;

/** The judgements that could not be made because something was not read: checks of a load, readings of a replay. */
export function unknownsOf(run: StoredRun): readonly Unknown[] {
  if (run.load !== undefined)
    return run.load.checks
      .filter(({ verdict }) => verdict === 'unknown')
      .map(({ name, detail }) => ({ name, detail }));
  const unread = unreadViews(run);
  const [first] = unread;
  const detail = `${unreadText(unread)} could not be read (${first?.value.detail})`;
  return first === undefined ? [] : [{ name: 'readings', detail }];
}

/** The unknown judgements in one sentence without its stop. */
export function unknownText(run: StoredRun): string | undefined {
  const unknowns = unknownsOf(run);
  const [first] = unknowns;
  if (first === undefined) return undefined;
  if (run.load === undefined) return first.detail;
  const names = unknowns.map(({ name }) => name).join(', ');
  const unread = unreadText(unreadViews(run));
  const why = unread === '' ? first.detail : `not read: ${unread}`;
  return `${counted(unknowns.length, 'check')} could not be made (${names}): ${why}`;
}

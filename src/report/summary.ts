import type { PlaceCount } from '../model/failure-place.ts';
import { type Finding, HARMS, type JudgedOperation, type Verdict } from '../model/run/finding.ts';
import type { StoredRun } from '../model/run/run.ts';
import type { ChannelBalance } from './figures/channel-balances.ts';
import { Figures, type JudgedInvariant } from './figures/figures.ts';
import { failuresByPlace, failuresByReason } from './figures/payment-tally.ts';
import { type InStrings, type LoadSummary, loadSummary } from './load/load-summary.ts';
import type { DepletedEnd } from '../model/network/depleted-end.ts';
import type { UnexpectedStep } from './figures/unexpected-steps.ts';
import { standingTexts } from './figures/standing.ts';
import { judgedExpectations, type RunVerdict, verdictOf } from './figures/verdict.ts';

/** The content of `summary.json`: plain JSON values in a fixed order; the same run gives the same bytes. */
export interface Summary {
  readonly format: 'millrace-summary/1';
  readonly scenario: string;
  readonly question: string;
  readonly seed: string;
  readonly job: StoredRun['header']['job'];
  readonly pace: StoredRun['header']['pace'];
  readonly partial: boolean;
  readonly verdict: RunVerdict;
  /** How the target stood before the run and stands after it, in sentences; absent: well. */
  readonly standing?: readonly string[];
  readonly metrics: Readonly<Record<string, number>>;
  readonly failures: {
    readonly byReason: Readonly<Record<string, number>>;
    /** The most frequent places; `elsewhere` counts the failures at the others. */
    readonly byPlace: readonly PlaceCount[];
    readonly elsewhere: number;
  };
  /** Number of succeeded payments by number of hops. */
  readonly pathLengths: Readonly<Record<string, number>>;
  readonly drainedChannels: readonly DrainedChannel[];
  /** Channel ends in the order in which they ran dry, the first ones; absent: the records do not tell. */
  readonly ranDry?: readonly DepletedEnd[];
  readonly expectations: readonly {
    readonly text: string;
    /** `null`: the run has no such metric. */
    readonly actual: number | null;
    readonly met: boolean;
  }[];
  /** Steps that ended otherwise than the scenario says: the first ones; the metric `unexpected_outcomes` counts all. */
  readonly unexpectedSteps: readonly UnexpectedStep[];
  readonly invariants: readonly JudgedInvariant[];
  /** Replays only. */
  readonly comparison?: ComparisonSummary;
  /** Loads only. */
  readonly load?: LoadSummary;
}

/** One drained channel; amounts are decimal strings, in smallest units. */
export interface DrainedChannel
  extends InStrings<Pick<ChannelBalance, 'channel' | 'between' | 'balance' | 'capacity'>> {
  readonly drained: string;
}

/** A comparison without the operations that agree. */
export interface ComparisonSummary {
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly differences: number;
  /** The first ones; `differences` counts all. */
  readonly found: readonly Finding[];
}

// Enough to act on, and a summary stays readable; the report has everything.
const MAX_PLACES = 20;
const MAX_DRAINED = 20;
const MAX_STEPS = 50;
const MAX_FINDINGS = 50;

/** Everything worth knowing about a run as one JSON-able object. */
export function summaryOf(run: StoredRun, figures = new Figures(run)): Summary {
  const { scenario, seed, job, pace } = run.header;
  const { metrics, tally } = figures;
  const { payments } = tally;
  const { most: byPlace, failures: placed } = failuresByPlace(run, payments, MAX_PLACES);
  const standing = standingTexts(run);
  return {
    format: 'millrace-summary/1',
    scenario: scenario.name,
    question: scenario.question,
    seed,
    job,
    pace,
    partial: run.partial,
    verdict: verdictOf(run, figures),
    ...(standing.length === 0 ? {} : { standing }),
    metrics,
    failures: {
      byReason: Object.fromEntries(
        failuresByReason(run, payments).map(({ reason, count }) => [reason, count]),
      ),
      byPlace,
      elsewhere: byPlace.reduce((left, { count }) => left - count, placed),
    },
    pathLengths: Object.fromEntries(payments.pathLengths.map(({ hops, count }) => [String(hops), count])),
    drainedChannels: drainedOf(figures),
    ...(figures.depletedEnds === undefined ? {} : { ranDry: figures.depletedEnds.slice(0, MAX_DRAINED) }),
    expectations: judgedExpectations(run, metrics).map(({ expectation: { text }, actual = null, met }) => ({
      text,
      actual,
      met,
    })),
    unexpectedSteps: figures.unexpectedSteps.slice(0, MAX_STEPS),
    invariants: figures.invariants,
    ...(run.comparison ? { comparison: comparisonOf(run.comparison) } : {}),
    ...(run.load ? { load: loadSummary(run.load, run.records) } : {}),
  };
}

const HARM_ORDER = Object.keys(HARMS);

/** All findings of severity `difference`: money that went astray first, then those of operations in their order, then the general ones. */
export function differencesOf(comparison: NonNullable<StoredRun['comparison']>): readonly Finding[] {
  const all = [
    ...comparison.operations.flatMap(({ findings }: JudgedOperation) => findings),
    ...comparison.general,
  ];
  const cost = ({ harm }: Finding): number =>
    harm === undefined ? HARM_ORDER.length : HARM_ORDER.indexOf(harm);
  return all
    .filter(({ severity }) => severity === 'difference')
    .sort((one, other) => cost(one) - cost(other));
}

function comparisonOf(comparison: NonNullable<StoredRun['comparison']>): ComparisonSummary {
  const { agrees, differs, indeterminate, 'allowed-by-concurrency': allowed } = comparison.counts;
  return {
    counts: { agrees, differs, indeterminate, 'allowed-by-concurrency': allowed },
    differences: comparison.differences,
    found: differencesOf(comparison).slice(0, MAX_FINDINGS),
  };
}

function drainedOf({ endBalances }: Figures): readonly DrainedChannel[] {
  const channels = endBalances?.drained ?? [];
  return channels.slice(0, MAX_DRAINED).map(({ channel, between, balance, capacity, drainedEnd }) => ({
    channel,
    between,
    balance: [balance[0].toString(), balance[1].toString()],
    capacity: capacity.toString(),
    drained: between[drainedEnd],
  }));
}

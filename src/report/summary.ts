import type { StoredRun } from '../model/run/run.ts';
import { Figures } from './figures/figures.ts';
import { failuresByPlace, failuresByReason } from './figures/payment-tally.ts';
import { standingTexts } from './figures/standing.ts';
import { differencesOf } from './words/check-texts.ts';
import { judgedExpectations, verdictOf } from './figures/verdict.ts';
import { withoutUndefined } from '../model/without-undefined.ts';
import { toJson } from '../model/json.ts';
import type { LatencyHistogram } from '../statistics/latency-histogram.ts';
import type { LoadAftermath, LoadResult } from '../model/load/load-result.ts';
import type { OperationRecord } from '../model/run/operation.ts';
import { resolvedCounts } from '../model/load/resolved-counts.ts';
import type { LoadWatch } from '../model/load/load-watch.ts';

/** The content of `summary.json`: plain JSON values in a fixed order; the same run gives the same bytes. */
export type Summary = ReturnType<typeof summaryOf>;

// Enough to act on, and a summary stays readable; the report has everything.
const MAX_PLACES = 20;
const MAX_DEPLETED = 20;
const MAX_STEPS = 50;
const MAX_FINDINGS = 50;

/** Everything worth knowing about a run as one JSON-able object. */
export function summaryOf(run: StoredRun, figures = new Figures(run)) {
  const { scenario, seed, job, pace } = run.header;
  const { tally } = figures;
  const metrics: Readonly<Record<string, number>> = figures.metrics;
  const { payments } = tally;
  const { most: byPlace, failures: placed } = failuresByPlace(run, payments, MAX_PLACES);
  const standing = standingTexts(run);
  return {
    format: 'millrace-summary/1' as const,
    scenario: scenario.name,
    question: scenario.question,
    seed,
    job,
    pace,
    partial: run.partial,
    verdict: verdictOf(run, figures),
    // How the target stood before the run and stands after it, where that is not well.
    ...(standing.length === 0 ? {} : { standing }),
    metrics,
    // Places: the most frequent ones; `elsewhere` counts the failures at the others.
    failures: {
      byReason: Object.fromEntries(
        failuresByReason(run, payments).map(({ reason, count }) => [reason, count]),
      ),
      byPlace,
      elsewhere: byPlace.reduce((left, { count }) => left - count, placed),
    },
    // Succeeded payments by number of hops.
    pathLengths: Object.fromEntries(payments.pathLengths.map(({ hops, count }) => [String(hops), count])),
    drainedChannels: depletedOf(figures),
    // Channel ends in the order in which they were first depleted; left out where the records do not show them.
    ...(figures.depletedEnds === undefined ? {} : { ranDry: figures.depletedEnds.slice(0, MAX_DEPLETED) }),
    expectations: judgedExpectations(run, metrics).map(({ expectation: { text }, actual = null, met }) => ({
      text,
      actual,
      met,
    })),
    // The first ones; the metric `unexpected_outcomes` counts all.
    unexpectedSteps: figures.unexpectedSteps.slice(0, MAX_STEPS),
    invariants: figures.invariants,
    ...(run.comparison ? { comparison: comparisonOf(run.comparison) } : {}),
    ...(run.load ? { load: loadSummary(run.load, run.records) } : {}),
  };
}

// Without the operations that agree; `differences` counts all findings, of which `found` has the first.
function comparisonOf(comparison: NonNullable<StoredRun['comparison']>) {
  const { agrees, differs, indeterminate, 'allowed-by-concurrency': allowed } = comparison.counts;
  return {
    counts: { agrees, differs, indeterminate, 'allowed-by-concurrency': allowed },
    differences: comparison.differences,
    found: differencesOf(comparison).slice(0, MAX_FINDINGS),
  };
}

// Amounts are decimal strings, in smallest units.
function depletedOf({ endBalances }: Figures) {
  const channels = endBalances?.depleted ?? [];
  return channels.slice(0, MAX_DEPLETED).map(({ channel, between, balance, capacity, depletedEnd }) => ({
    channel,
    between,
    balance: [balance[0].toString(), balance[1].toString()],
    capacity: capacity.toString(),
    drained: between[depletedEnd],
  }));
}

/** A type with decimal strings for big integers. */
export type InStrings<T> = T extends bigint
  ? string
  : T extends object
    ? { readonly [Key in keyof T]: InStrings<T[Key]> }
    : T;

type Percentiles = Readonly<Record<'mean' | 'p50' | 'p90' | 'p95' | 'p99' | 'p99_9' | 'max', number>>;

function byName(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The part of `summary.json` that only loads have, in plain JSON values; durations in milliseconds. */
export function loadSummary(load: LoadResult, records: Iterable<OperationRecord>) {
  const { engine, aggregate, kept, thresholds, abortedBy, checks, findings, driver } = load;
  const { counts, failures, unanswered } = resolvedCounts(aggregate, records);
  return withoutUndefined({
    engine,
    // Payments without an answer count as what reading showed of them; the metrics are made of these.
    counts: { ...counts },
    kept,
    reasons: byName(failures),
    unanswered: byName(unanswered),
    serviceMs: percentilesOf(aggregate.service),
    responseMs: percentilesOf(aggregate.response),
    lagMs: percentilesOf(aggregate.lag),
    thresholds: thresholds.map(({ threshold: { metric, condition }, actual = null, met }) => ({
      metric,
      condition,
      actual,
      met,
    })),
    abortedBy,
    checks,
    findings,
    driver,
    baseline: load.baseline,
    course: load.course,
    watch: load.watch && withoutSteps(load.watch),
    aftermath: load.aftermath && (JSON.parse(toJson(load.aftermath)) as InStrings<LoadAftermath>),
  });
}

// `load.json` has the steps.
function withoutSteps({
  steps: _steps,
  stepMs: _stepMs,
  ...rest
}: LoadWatch): Omit<LoadWatch, 'steps' | 'stepMs'> {
  return rest;
}

function percentilesOf(histogram: LatencyHistogram): Percentiles | null {
  if (histogram.count === 0) return null;
  return {
    mean: histogram.meanMs,
    p50: histogram.percentileMs(50),
    p90: histogram.percentileMs(90),
    p95: histogram.percentileMs(95),
    p99: histogram.percentileMs(99),
    p99_9: histogram.percentileMs(99.9),
    max: histogram.maxMs,
  };
}

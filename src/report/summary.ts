import { type Finding, HARMS, type JudgedOperation } from '../model/run/finding.ts';
import type { StoredRun } from '../model/run/run.ts';
import { Figures } from './figures/figures.ts';
import { failuresByPlace, failuresByReason } from './figures/payment-tally.ts';
import { loadSummary } from './load/load-summary.ts';
import { standingTexts } from './figures/standing.ts';
import { judgedExpectations, verdictOf } from './figures/verdict.ts';

/** The content of `summary.json`: plain JSON values in a fixed order; the same run gives the same bytes. */
export type Summary = ReturnType<typeof summaryOf>;

// Enough to act on, and a summary stays readable; the report has everything.
const MAX_PLACES = 20;
const MAX_DRAINED = 20;
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
    drainedChannels: drainedOf(figures),
    // Channel ends in the order in which they were first depleted; left out where the records do not show them.
    ...(figures.depletedEnds === undefined ? {} : { ranDry: figures.depletedEnds.slice(0, MAX_DRAINED) }),
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
function drainedOf({ endBalances }: Figures) {
  const channels = endBalances?.drained ?? [];
  return channels.slice(0, MAX_DRAINED).map(({ channel, between, balance, capacity, drainedEnd }) => ({
    channel,
    between,
    balance: [balance[0].toString(), balance[1].toString()],
    capacity: capacity.toString(),
    drained: between[drainedEnd],
  }));
}

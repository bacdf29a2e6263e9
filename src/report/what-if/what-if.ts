import { toJson } from '../../model/json.ts';
import type { StoredRun, RunHeader } from '../../model/run/run.ts';
import {
  differenceInterval,
  type Interval,
  SHARE_CONFIDENCE,
  shareInterval,
} from '../../statistics/share-interval.ts';
import { Figures } from '../figures/figures.ts';
import { type RunVerdict, verdictOf } from '../figures/verdict.ts';
import { nodesText } from '../words/nodes-text.ts';
import { comparePayments, type PaymentPairs, type PlanOverlap } from './payment-pairs.ts';
import { eachSide, joined, type MetricChange, metricChanges, type Sides } from './sides.ts';

/** Two runs side by side, as plain JSON values: the effect of a change. Differences are B less A. */
export interface WhatIf {
  readonly format: 'millrace-what-if/1';
  readonly runs: Sides<ComparedRun>;
  /** The settings that were changed between them. */
  readonly changes: readonly ScenarioChange[];
  readonly metrics: readonly MetricChange[];
  readonly plan: PlanOverlap;
  /** `null`: the runs asked for other payments. */
  readonly pairs: PaymentPairs | null;
  /** `null`: the runs asked for the same payments, so the difference is what the change did. */
  readonly statistics: SuccessStatistics | null;
}

/** One of the two runs. */
export interface ComparedRun {
  readonly scenario: string;
  readonly question: string;
  readonly seed: string;
  readonly pace: StoredRun['header']['pace'];
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly partial: boolean;
  readonly verdict: RunVerdict;
}

/** Compares two simulations, or two replays. */
export function whatIfOf(runs: Sides<StoredRun>): WhatIf {
  const paid = eachSide(runs, (run) => new Figures(run));
  const metrics = eachSide(paid, (figures) => figures.metrics);
  const { plan, pairs } = comparePayments(paid);
  const counts = eachSide(metrics, ({ succeeded = 0, payments = 0 }) => ({ succeeded, payments }));
  return {
    format: 'millrace-what-if/1',
    runs: eachSide(paid, comparedRun),
    changes: scenarioChanges(eachSide(runs, ({ header }) => header)),
    metrics: metricChanges(metrics),
    plan,
    pairs,
    statistics: plan.kind === 'same' ? null : successStatistics(counts),
  };
}

/** True when nothing that was compared differs. */
export function isUnchanged({ changes, metrics, pairs, plan }: WhatIf): boolean {
  return (
    changes.length === 0 &&
    plan.kind === 'same' &&
    pairs?.changed.length === 0 &&
    metrics.every(({ difference }) => difference === 0)
  );
}

function comparedRun(figures: Figures): ComparedRun {
  const { run } = figures;
  const { scenario, seed, pace, startedAt } = run.header;
  return {
    scenario: scenario.name,
    question: scenario.question,
    seed,
    pace,
    startedAt,
    partial: run.partial,
    verdict: verdictOf(run, figures),
  };
}

/** Two success rates whose payments are not the same, compared as if payments were independent. */
export interface SuccessStatistics {
  readonly confidence: number;
  readonly rate: Sides<Interval>;
  /** Of B less A. */
  readonly difference: Interval;
  /** True when the interval holds 0: two runs of one scenario may be as far apart. */
  readonly mayBeChance: boolean;
}

// Intervals for both success rates and for their difference.
function successStatistics(
  counts: Sides<{ readonly succeeded: number; readonly payments: number }>,
): SuccessStatistics {
  const { a, b } = eachSide(counts, ({ succeeded, payments }) => ({ part: succeeded, of: payments }));
  const difference = differenceInterval(a, b);
  return {
    confidence: SHARE_CONFIDENCE,
    rate: { a: shareInterval(a), b: shareInterval(b) },
    difference,
    mayBeChance: difference[0] <= 0 && difference[1] >= 0,
  };
}

/** A setting that is not the same in both runs: its value as text; `null` where a run has none. */
interface ScenarioChange extends Sides<string | null> {
  /** As the scenario is kept in `run.json`, a single network as it is written: `network.capacity.amount`. */
  readonly path: string;
}

// Names, questions and expectations of a scenario change nothing that happens.
const WORDS = ['name', 'question', 'description', 'expect', 'load'];

// Every setting of the scenarios that differs, then how they were run.
function scenarioChanges(headers: Sides<RunHeader>): readonly ScenarioChange[] {
  return joined({ a: settingsOf(headers.a), b: settingsOf(headers.b) }, null)
    .filter(([, { a, b }]) => a !== b)
    .map(([path, sides]) => ({ path, ...sides }));
}

function settingsOf({
  job,
  scenario,
  pace,
  versions,
  build,
  nodesVersion,
  sandbox,
}: RunHeader): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  const plain = JSON.parse(toJson(scenario)) as Readonly<Record<string, unknown>>;
  const { networks, ...others } = plain;
  // One network is written as `network:`, and so it is told.
  const written = isSingle(networks) ? { network: networks[0], ...others } : plain;
  for (const [name, value] of Object.entries(written)) if (!WORDS.includes(name)) add(settings, name, value);
  settings.set('pace', pace);
  if (build !== undefined) settings.set('build', build);
  if (job !== 'simulate') settings.set('nodes', nodesText(sandbox));
  if (nodesVersion !== undefined) settings.set('version of the nodes', nodesVersion);
  settings.set('version of millrace', versions.millrace);
  return settings;
}

function isSingle(value: unknown): value is readonly [unknown] {
  return Array.isArray(value) && value.length === 1;
}

function add(settings: Map<string, string>, path: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) {
    settings.set(path, String(value));
    return;
  }
  const isList = Array.isArray(value);
  if (isList && value.every((item) => typeof item !== 'object')) {
    settings.set(path, value.join(', '));
    return;
  }
  for (const [name, item] of Object.entries(value))
    add(settings, isList ? `${path}[${name}]` : `${path}.${name}`, item);
}

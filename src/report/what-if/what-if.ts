import { toJson } from '../../model/json.ts';
import type { StoredRun, RunHeader } from '../../model/run/run.ts';
import { differenceInterval, type Interval } from '../../statistics/share-interval.ts';
import { Figures } from '../figures/figures.ts';
import { type RunVerdict, verdictOf } from '../figures/verdict.ts';
import { nodesText } from '../words/nodes-text.ts';
import { comparePayments, type PaymentPairs, type PlanOverlap } from './payment-pairs.ts';
import { eachSide, joined, type Sides } from './sides.ts';

/** Two runs side by side, as plain JSON values: the effect of a change. Differences are B - A. */
export interface WhatIf {
  readonly format: 'millrace-what-if/1';
  readonly runs: Sides<ComparedRun>;
  /** The settings that were changed between them. */
  readonly changes: readonly ScenarioChange[];
  readonly metrics: readonly MetricChange[];
  readonly plan: PlanOverlap;
  /** `null`: the runs made other payments. */
  readonly pairs: PaymentPairs | null;
}

/** One figure of both runs; `null` where a run does not have it. */
export interface MetricChange extends Sides<number | null> {
  readonly metric: string;
  readonly difference: number | null;
  /** 95 % confidence interval of the difference of two shares, as if payments were independent; absent: not known. */
  readonly interval?: Interval;
}

/** One of the two runs. */
export interface ComparedRun
  extends Pick<RunHeader, 'seed' | 'pace' | 'startedAt'>,
    Pick<StoredRun, 'partial'> {
  readonly scenario: string;
  readonly question: string;
  readonly verdict: RunVerdict;
}

/** Compares two simulations, or two replays. */
export function whatIfOf(runs: Sides<StoredRun>): WhatIf {
  const figures = eachSide(runs, (run) => new Figures(run));
  const { plan, pairs } = comparePayments(figures);
  return {
    format: 'millrace-what-if/1',
    runs: eachSide(figures, comparedRun),
    changes: joined(eachSide(runs, ({ header }) => settingsOf(header)))
      .filter(([, { a, b }]) => a !== b)
      .map(([path, sides]) => ({ path, ...sides })),
    metrics: metricChanges(
      eachSide(figures, ({ metrics }) => metrics),
      plan,
    ),
    plan,
    pairs,
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
  const { name, question } = scenario;
  return {
    scenario: name,
    question,
    seed,
    pace,
    startedAt,
    partial: run.partial,
    verdict: verdictOf(run, figures),
  };
}

// A mean that is summed up in another order differs in its last digits: that is no change.
const NOISE = 1e-12;

/** The metrics of either run, in their order. */
export function metricChanges(
  metrics: Sides<Readonly<Record<string, number>>>,
  plan: Pick<PlanOverlap, 'kind'>,
): readonly MetricChange[] {
  const { a, b } = eachSide(metrics, ({ succeeded = 0, payments = 0 }) => ({
    part: succeeded,
    of: payments,
  }));
  const success = plan.kind === 'same' ? {} : { interval: differenceInterval(a, b) };
  return joined(metrics).map(([metric, values]) => {
    // A reason that no payment failed for has no metric: it counts 0.
    const sides = metric.startsWith('failures.') ? eachSide(values, (value) => value ?? 0) : values;
    const isKnown = sides.a !== null && sides.b !== null;
    const difference = isKnown ? differenceOf(sides.a, sides.b) : null;
    return { metric, ...sides, difference, ...(metric === 'success_rate' ? success : {}) };
  });
}

function differenceOf(a: number, b: number): number {
  const difference = b - a;
  return Math.abs(difference) <= NOISE * Math.max(Math.abs(a), Math.abs(b)) ? 0 : difference;
}

/** A setting that is not the same in both runs: its value as text; `null` where a run has none. */
interface ScenarioChange extends Sides<string | null> {
  /** As the scenario is kept in `run.json`, a single network as it is written: `network.capacity.amount`. */
  readonly path: string;
}

// Names, questions and expectations of a scenario change nothing that happens.
const WORDS = ['name', 'question', 'description', 'expect', 'load'];

// Every setting of the scenario, then how it was run.
function settingsOf(header: RunHeader): Readonly<Record<string, string>> {
  const { job, scenario, seed, pace, versions, build, nodesVersion, sandbox } = header;
  const { networks, ...others } = JSON.parse(toJson(scenario)) as Readonly<Record<string, unknown>>;
  const isSingle = Array.isArray(networks) && networks.length === 1;
  const written = { ...(isSingle ? { network: networks[0] as unknown } : { networks }), ...others };
  return {
    ...Object.fromEntries(
      Object.entries(written).flatMap(([name, value]) => (WORDS.includes(name) ? [] : leaves(name, value))),
    ),
    seed,
    pace,
    ...(build === undefined ? {} : { build }),
    ...(job === 'simulate' ? {} : { nodes: nodesText(sandbox) }),
    ...(nodesVersion === undefined ? {} : { 'version of the nodes': nodesVersion }),
    'version of millrace': versions.millrace,
  };
}

function leaves(path: string, value: unknown): readonly (readonly [path: string, text: string])[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  const isList = Array.isArray(value);
  if (isList && value.every((item) => typeof item !== 'object')) return [[path, value.join(', ')]];
  return Object.entries(value).flatMap(([name, item]) =>
    leaves(isList ? `${path}[${name}]` : `${path}.${name}`, item),
  );
}

import type { Run } from '../../model/run/run.ts';
import { Figures } from '../figures/figures.ts';
import { type UnexpectedStep, unexpectedSteps } from '../figures/unexpected-steps.ts';
import { judgedExpectations, type RunVerdict, verdictOf } from '../figures/verdict.ts';
import { type ChannelChange, channelChanges } from './channel-changes.ts';
import { type FailureChanges, failureChanges } from './failure-changes.ts';
import { type MetricChange, metricChanges } from './metric-changes.ts';
import type { Changed } from './most-changed.ts';
import { type NodeChange, nodeChanges } from './node-changes.ts';
import { comparePayments, type PaymentPairs, type PlanOverlap } from './payment-pairs.ts';
import { type ScenarioChange, scenarioChanges } from './scenario-changes.ts';
import { eachSide, type Sides } from './sides.ts';
import { type SuccessStatistics, successStatistics } from './success-statistics.ts';

/** What a change did: two simulations side by side, as plain JSON values. Differences are B less A. */
export interface WhatIf {
  readonly format: 'millrace-what-if/1';
  readonly runs: Sides<ComparedRun>;
  /** What was changed between them. */
  readonly changes: readonly ScenarioChange[];
  readonly metrics: readonly MetricChange[];
  readonly plan: PlanOverlap;
  /** `null`: the runs asked for other payments. */
  readonly pairs: PaymentPairs | null;
  /** `null`: the runs asked for the same payments, so the difference is what the change did. */
  readonly statistics: SuccessStatistics | null;
  readonly failures: FailureChanges;
  readonly nodes: Changed<NodeChange>;
  readonly channels: Changed<ChannelChange>;
}

/** One of the two runs. */
export interface ComparedRun {
  readonly scenario: string;
  readonly question: string;
  readonly seed: string;
  readonly pace: Run['header']['pace'];
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly partial: boolean;
  readonly verdict: RunVerdict;
  readonly unmet: readonly UnmetExpectation[];
  readonly unexpectedSteps: readonly UnexpectedStep[];
  /** Invariants that do not hold, in words. */
  readonly broken: readonly string[];
  /** At the start. */
  readonly network: { readonly nodes: number; readonly channels: number };
}

/** An expectation of a scenario that its run did not meet. */
export interface UnmetExpectation {
  readonly text: string;
  readonly metric: string;
  /** `null`: the run has no such metric. */
  readonly actual: number | null;
}

/** Compares two simulations. */
export function whatIfOf(runs: Sides<Run>): WhatIf {
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
    failures: failureChanges(paid),
    nodes: nodeChanges(paid),
    channels: channelChanges(paid),
  };
}

/** True when nothing that was compared differs. */
export function isUnchanged({ changes, metrics, pairs, nodes, channels, plan }: WhatIf): boolean {
  return (
    changes.length === 0 &&
    plan.kind === 'same' &&
    pairs?.changed.length === 0 &&
    metrics.every(({ difference }) => difference === 0) &&
    nodes.changedInAll + channels.changedInAll === 0
  );
}

function comparedRun(figures: Figures): ComparedRun {
  const { run, metrics, invariants } = figures;
  const { scenario, seed, pace, startedAt } = run.header;
  return {
    scenario: scenario.name,
    question: scenario.question,
    seed,
    pace,
    startedAt,
    partial: run.partial,
    verdict: verdictOf(run, figures),
    unmet: judgedExpectations(run, metrics)
      .filter(({ met }) => !met)
      .map(({ expectation: { text, metric }, actual = null }) => ({ text, metric, actual })),
    unexpectedSteps: unexpectedSteps(run),
    broken: invariants.filter(({ holds }) => !holds).map(({ detail }) => detail),
    network: { nodes: run.start.order, channels: run.start.size },
  };
}

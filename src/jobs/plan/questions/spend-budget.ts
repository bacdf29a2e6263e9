import type { Amount } from '../../../model/network/amount.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { NetworkChange } from '../../../model/plan/experiment.ts';
import type { MeasuredRun } from '../../../model/plan/replication.ts';
import { assembleNetwork } from '../../assemble.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { benefit, changed, pairedDifference, type PlanEffect, rankedEffects } from '../effects.ts';
import { estimateMetric } from '../estimate-metric.ts';
import type { QuestionContext } from '../question.ts';
import { type EndNeed, endNeeds, placed, type Placement, simpleRules } from './funding-rules.ts';
import { searchedPlacements, spentOn } from './funding-search.ts';

/** The money to place. */
export interface Budget {
  readonly budget: Amount;
  /** The least that is tried at one end; absent: a tenth of the budget. */
  readonly step?: Amount;
}

/**
 * A plan of how much to put where. Some replications choose it, others tell what it gains, so that no gain is shown that
 * chance alone has made.
 */
export interface FundingAnswer {
  readonly budget: Amount;
  /** How the money was divided. */
  readonly rule: string;
  /** The plan beside each simple rule, the best of them first. */
  readonly rules: readonly ComparedRule[];
  /** The part of the budget that is left: nothing that was tried gains from it. */
  readonly unplaced: Amount;
  /** The effect of one step alone at each of the ends that lack most. */
  readonly ranking: readonly PlanEffect[];
  readonly step: Amount;
  readonly before: Estimate;
  readonly after: Estimate;
  /** The goal's metric with the plan less without. */
  readonly gain: Estimate;
  /** The sum that each end gets, the most first. */
  readonly ends: readonly FundedEnd[];
  readonly changes: readonly NetworkChange[];
}

/** A rule that divides the same budget. */
export interface ComparedRule {
  readonly name: string;
  /** The goal's metric with the plan less with the rule. */
  readonly difference: Estimate;
}

/** The sum that one channel end gets. */
interface FundedEnd {
  readonly channel: string;
  readonly node: NodeName;
  readonly partner: NodeName;
  readonly amount: Amount;
}

// Further ends lacked less than all of these.
const MOST_RANKED = 8;

const STEPS = 10n;

/**
 * Puts a budget where it helps most. Simple rules divide it by what ends are short of, by traffic and by class; a search
 * starts from them. What it finds is taken where it beats the best rule on replications that had no part in the search:
 * a plan is never below a rule but by chance.
 */
export async function spendBudget(context: QuestionContext<Budget>): Promise<FundingAnswer> {
  const { base, settings } = context;
  const { budget, step = budget / STEPS > 0n ? budget / STEPS : 1n } = settings;
  const network = assembleNetwork(base.scenario);
  const needs = await endNeeds(context);
  const rules = simpleRules(needs, budget);
  const searched = await searchedPlacements(context, { needs, budget, step, rules });
  const { chosen, ranked } = await choose(context, rules, searched);
  return {
    budget,
    rule: chosen.name,
    unplaced: budget - spentOn(chosen.changes),
    ranking: await rankedEffects(context, singleSteps(network, needs, step)),
    step,
    ends: fundedEnds(network, chosen),
    changes: chosen.changes,
    ...(await told(context, chosen, ranked)),
  };
}

interface Chosen {
  readonly chosen: Placement;
  /** The rules, the best first. */
  readonly ranked: readonly Placement[];
}

const NOTHING: Placement = { name: 'nothing', changes: [] };

/** The best rule by all replications so far; a searched placement instead where it gains more on those that it was not searched with. */
async function choose(
  { base, spec: { goal, replications: count }, laboratory, seeds }: QuestionContext,
  rules: readonly Placement[],
  searched: readonly Placement[],
): Promise<Chosen> {
  const rowsOf = async (placements: readonly Placement[], first: number) =>
    await laboratory.metricsOf(
      placements.map(({ changes }) => ({ experiment: changed(base, changes), first, count })),
    );
  const withSearched = await rowsOf(searched, seeds.checking);
  const checkedRows = await rowsOf([NOTHING, ...rules], seeds.checking);
  const choosingRows = await rowsOf([NOTHING, ...rules], seeds.choosing);
  const [without = [], ...withRules] = checkedRows.map((rows, at) => [...rows, ...(choosingRows[at] ?? [])]);
  const gain = (from: readonly MeasuredRun[], to: readonly MeasuredRun[]): Estimate => {
    const difference = pairedDifference(from, to, goal.metric);
    return { ...difference, mean: benefit(goal, difference.mean) };
  };
  const ranked = rules
    .map((rule, at) => ({ rule, rows: withRules[at] ?? [], gain: gain(without, withRules[at] ?? []).mean }))
    // Of two that gain the same the cheaper one is the better.
    .sort((a, b) => b.gain - a.gain || Number(spentOn(a.rule.changes) - spentOn(b.rule.changes)));
  const [best] = ranked;
  if (best === undefined) return { chosen: NOTHING, ranked: [] };
  const better = searched
    .map((placement, at) => ({ placement, over: gain(best.rows.slice(0, count), withSearched[at] ?? []) }))
    .filter(({ over }) => over.mean * Math.sqrt(over.count) > over.deviation)
    .sort((a, b) => b.over.mean - a.over.mean);
  const isUseless = best.gain <= ROUNDING_NOISE;
  const chosen = better[0]?.placement ?? (isUseless ? NOTHING : best.rule);
  return { chosen, ranked: ranked.map(({ rule }) => rule) };
}

// Differences of shares that are equal come out as 1e-17.
const ROUNDING_NOISE = 1e-12;

/** By replications that had no part in choosing. */
async function told(
  { base, spec, laboratory, seeds }: QuestionContext,
  chosen: Placement,
  rules: readonly Placement[],
): Promise<Pick<FundingAnswer, 'before' | 'after' | 'gain' | 'rules'>> {
  const { replications: count, goal } = spec;
  const [before = [], after = [], ...withRules] = await laboratory.metricsOf(
    [NOTHING, chosen, ...rules].map(({ changes }) => ({
      experiment: changed(base, changes),
      count,
      first: seeds.telling,
    })),
  );
  return {
    before: estimateMetric(before, goal.metric),
    after: estimateMetric(after, goal.metric),
    gain: pairedDifference(before, after, goal.metric),
    rules: rules.map(({ name }, at) => ({
      name,
      difference: pairedDifference(withRules[at] ?? [], after, goal.metric),
    })),
  };
}

function singleSteps(network: Network, needs: readonly EndNeed[], step: Amount) {
  return needs
    .filter(({ lacked }) => lacked > 0n)
    .sort((a, b) => Number(b.lacked > a.lacked) - Number(a.lacked > b.lacked))
    .slice(0, MOST_RANKED)
    .map((need) => {
      const [node, partner] = [
        network.extremities(need.channel)[need.end],
        network.extremities(need.channel)[1 - need.end],
      ];
      return { what: `${node}’s end of its channel with ${partner}`, changes: placed([[need, step]]) };
    });
}

function fundedEnds(network: Network, { changes }: Placement): readonly FundedEnd[] {
  return changes
    .map(({ channel, end, amount }): FundedEnd => {
      const extremities = network.extremities(channel);
      return { channel, node: extremities[end], partner: extremities[1 - end] as string, amount };
    })
    .sort((a, b) => Number(b.amount > a.amount) - Number(a.amount > b.amount));
}

import type { Amount } from '../../../model/network/amount.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { NetworkChange } from '../../../model/plan/experiment.ts';
import type { EndUse, Replication } from '../../../model/plan/replication.ts';
import { assembleNetwork } from '../../assemble.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { changed, effectsOf, pairedDifference, type PlanEffect, type Trial } from '../effects.ts';
import { estimateMetric } from '../estimate-metric.ts';
import type { OwnPart } from '../own-part.ts';
import type { QuestionContext } from '../question.ts';
import { rankedSums } from '../ranked-sums.ts';

/** The money to place. */
export interface Budget {
  readonly budget: Amount;
  /** Added by one step; absent: a tenth of the budget. */
  readonly step?: Amount;
}

/**
 * A plan of how much to put where. It is chosen by one half of the replications and measured by the other, so that no
 * gain is shown that chance alone has made.
 */
export interface FundingAnswer {
  readonly budget: Amount;
  /** In the order in which they are worth it; less than the budget when more would change nothing. */
  readonly steps: readonly FundingStep[];
  /** The worth of the next tokens at each of the most promising ends alone, before any step; the most first. */
  readonly ranking: readonly FundingStep[];
  readonly before: Estimate;
  readonly after: Estimate;
  /** The goal's metric with the plan less without. */
  readonly gain: Estimate;
  /** With the plan less with the same budget given to all ends alike. */
  readonly overUniform: Estimate;
  /** The sum that each end gets, the most first. */
  readonly ends: readonly FundedEnd[];
  readonly changes: readonly NetworkChange[];
}

/** The sum that one channel end gets. */
interface FundedEnd {
  readonly channel: string;
  readonly node: NodeName;
  readonly partner: NodeName;
  readonly amount: Amount;
}

/** One step: what to put where, and what it added to those before it. */
export interface FundingStep extends PlanEffect {
  readonly amount: Amount;
  /** Gain of the goal's metric for each thousand units. */
  readonly perThousand: number;
}

// Where so many more payments lacked money is looked for the next token; further ends lacked less than all of them.
const MOST_CANDIDATES = 8;

// A table of more is not acted on.
const MOST_SHARING = 40;

// A tenth of the budget: the plan is not a list of single tokens, and ten steps can still change direction.
const STEPS = 10n;

/**
 * Puts a budget where it helps most, step by step: what the most promising ends gain is tried by simulating the same
 * payments with a step more at each of them, at all of them together in proportion to what they lacked, and at the
 * ends that traffic drains, because a payment that several ends stop gains nothing from one. The best is kept, and
 * what then lacks is looked at anew.
 */
export async function spendBudget(context: QuestionContext<Budget>): Promise<FundingAnswer> {
  const {
    base,
    isTimeUp,
    settings: { budget, step },
  } = context;
  const network = assembleNetwork(base.scenario);
  const nameOf = ({ channel, end }: EndPlace): string =>
    `${network.extremities(channel)[end]}’s end of its channel with ${network.extremities(channel)[1 - end] as string}`;
  const stepAmount = step ?? (budget / STEPS > 0n ? budget / STEPS : 1n);
  const steps: FundingStep[] = [];
  let ranking: readonly FundingStep[] | undefined;
  let changes: readonly NetworkChange[] = [];
  for (let left = budget; left > 0n && !isTimeUp(); ) {
    const tried = await bestStep({ ...context, base: changed(base, changes) }, { stepAmount, left, nameOf });
    ranking ??= tried.singles;
    if (tried.best === undefined) break;
    steps.push(tried.best);
    changes = [...changes, ...tried.best.changes];
    left -= tried.best.amount;
  }
  return {
    budget,
    steps,
    ranking: ranking ?? [],
    ends: fundedEnds(network, changes),
    changes,
    ...(await measured(context, changes, budget)),
  };
}

interface Step {
  readonly stepAmount: Amount;
  readonly left: Amount;
  readonly nameOf: (end: EndPlace) => string;
}

interface TriedSteps {
  /** Absent: no step helps. */
  readonly best?: FundingStep;
  /** Steps at one end alone, the most effective first. */
  readonly singles: readonly FundingStep[];
}

/** The most effective step; where one helps nowhere a larger one may: payments fail by all that they are short of. */
async function bestStep(context: QuestionContext, { stepAmount, left, nameOf }: Step): Promise<TriedSteps> {
  const { base, spec, laboratory, own, isTimeUp } = context;
  const [rows = []] = await laboratory.replicationsOf([{ experiment: base, count: spec.replications }]);
  let singles: readonly FundingStep[] = [];
  for (let amount = stepAmount; !isTimeUp(); amount *= 2n) {
    if (amount > left) amount = left;
    const effects = await effectsOf(context, fundingTrials(rows, { amount, nameOf, own }));
    const worth = effects
      .map((each) => stepOf(each, amount))
      .sort((a, b) => b.difference.mean - a.difference.mean);
    singles = worth.filter(({ changes }) => changes.length === 1);
    const [best] = worth;
    if (best !== undefined && best.difference.mean > 0) return { best, singles };
    if (amount === left) break;
  }
  const chain = await chainTrial(context, rows, left);
  if (chain === undefined || isTimeUp()) return { singles };
  const [effect] = (await effectsOf(context, [chain])) as [PlanEffect];
  return effect.difference.mean > 0 ? { best: stepOf(effect, left), singles } : { singles };
}

function stepOf(effect: PlanEffect, amount: Amount): FundingStep {
  return { ...effect, amount, perThousand: (effect.difference.mean / Number(amount)) * 1000 };
}

// Longer ways with less than enough at so many ends are hardly ever the last hope of a budget.
const MOST_LOOKS_AHEAD = 6;

/**
 * The ends that payments would lack money at next if those that stop them held enough, and so on: each stops a payment
 * that the others let through, so that a step at one of them alone helps nowhere. Undefined: fewer than two ends lack
 * anything.
 */
async function chainTrial(
  { base, spec, laboratory, own }: QuestionContext,
  rows: readonly Replication[],
  amount: Amount,
): Promise<Trial | undefined> {
  const ends = new Map<string, WeightedEnd>();
  let latestRows = rows;
  for (let look = 0; look < MOST_LOOKS_AHEAD; look += 1) {
    const further = weightedEnds(latestRows, own, ({ lackedAmount }) => lackedAmount)
      .filter((each) => !ends.has(placeKey(each)))
      .slice(0, MOST_CANDIDATES);
    if (further.length === 0) break;
    for (const each of further) ends.set(placeKey(each), each);
    const changes = [...ends.values()].map((end) => fundAt(end, amount));
    const wanted = { experiment: changed(base, changes), count: spec.replications };
    [latestRows = []] = await laboratory.replicationsOf([wanted]);
  }
  return ends.size < 2
    ? undefined
    : sharedBy([...ends.values()], amount, 'what stops payments one after the other');
}

function placeKey({ channel, end }: EndPlace): string {
  return `${channel} ${end}`;
}

function fundAt({ channel, end }: EndPlace, amount: Amount): NetworkChange {
  return { kind: 'fund', channel, end, amount };
}

type EndPlace = Pick<EndUse, 'channel' | 'end'>;

function fundingTrials(
  rows: readonly Replication[],
  { amount, nameOf, own }: Pick<Step, 'nameOf'> & Pick<QuestionContext, 'own'> & { readonly amount: Amount },
): readonly Trial[] {
  const lacking = weightedEnds(rows, own, ({ lackedAmount }) => lackedAmount).slice(0, MOST_CANDIDATES);
  const drained = weightedEnds(rows, own, ({ netSent }) => netSent).slice(0, MOST_SHARING);
  const single = lacking.map(
    ({ channel, end }): Trial => ({
      what: nameOf({ channel, end }),
      changes: [fundAt({ channel, end }, amount)],
    }),
  );
  // Payments that fail lack money at one end, and would at the next ones: those that traffic drains.
  const needs = lacking.length === 0 ? [] : [sharedBy(drained, amount, 'what traffic takes from them')];
  if (lacking.length > 1) needs.unshift(sharedBy(lacking, amount, 'what they lacked'));
  return [...single, ...needs.filter(({ changes }) => changes.length > 1)];
}

function sharedBy(ends: readonly WeightedEnd[], amount: Amount, weights: string): Trial {
  const changes = divided(ends, amount);
  return { what: `${changes.length} ends, in proportion to ${weights}`, changes };
}

/** In proportion to their weights; what rounding leaves goes to the first. */
function divided(ends: readonly WeightedEnd[], amount: Amount): readonly NetworkChange[] {
  const all = ends.reduce((sum, { weight }) => sum + weight, 0n);
  const shares = ends.map(({ weight }) => (amount * weight) / all);
  const rest = amount - shares.reduce((sum, share) => sum + share, 0n);
  return ends
    .map((end, at) => [end, (shares[at] as Amount) + (at === 0 ? rest : 0n)] as const)
    .filter(([, share]) => share > 0n)
    .map(([end, share]) => fundAt(end, share));
}

function fundedEnds(network: Network, changes: readonly NetworkChange[]): readonly FundedEnd[] {
  const ends = new Map<string, FundedEnd>();
  for (const change of changes) {
    if (change.kind !== 'fund') continue;
    const { channel, end, amount } = change;
    const [node, partner] = [
      network.extremities(channel)[end],
      network.extremities(channel)[1 - end] as string,
    ];
    const key = placeKey(change);
    ends.set(key, { channel, node, partner, amount: (ends.get(key)?.amount ?? 0n) + amount });
  }
  return [...ends.values()].sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1));
}

interface WeightedEnd extends EndPlace {
  readonly weight: Amount;
}

/** Ends that may be funded, by how much of that they show in all replications, the most first; those that show none are left out. */
function weightedEnds(
  rows: readonly Replication[],
  own: OwnPart,
  weightOf: (use: EndUse) => Amount,
): readonly WeightedEnd[] {
  const uses = rows.flatMap(({ ends }) => ends.map((use) => [use, weightOf(use)] as const));
  return rankedSums(uses, placeKey)
    .map(({ item: { channel, end }, sum }) => ({ channel, end, weight: sum }))
    .filter((end) => own.mayChange(fundAt(end, end.weight)));
}

// By replications that had no part in choosing.
async function measured(
  { base, spec, laboratory, own }: QuestionContext,
  changes: readonly NetworkChange[],
  budget: Amount,
) {
  const { replications: count, goal } = spec;
  const others = { count, first: count };
  const spread = changed(base, [{ kind: 'spread', at: own.ends, amount: budget }]);
  const [before = [], after = [], uniform = []] = await laboratory.replicationsOf([
    { experiment: base, ...others },
    { experiment: changed(base, changes), ...others },
    { experiment: spread, ...others },
  ]);
  return {
    before: estimateMetric(before, goal.metric),
    after: estimateMetric(after, goal.metric),
    gain: pairedDifference(before, after, goal.metric),
    overUniform: pairedDifference(uniform, after, goal.metric),
  };
}

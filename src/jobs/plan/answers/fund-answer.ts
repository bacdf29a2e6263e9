import type { Amount } from '../../../model/network/amount.ts';
import type { Network } from '../../../model/network/network.ts';
import type { NetworkChange } from '../../../model/plan/experiment.ts';
import type { PlanEffect, FundedEnd, FundingAnswer, FundingStep } from '../../../model/plan/plan-result.ts';
import type { EndUse, Replication } from '../../../model/plan/replication.ts';
import { assembleNetwork } from '../../assemble.ts';
import type { Asked } from './asked.ts';
import { changed, effectsOf, pairedDifference, type Trial } from './effects.ts';
import { estimateMetric } from '../estimate-metric.ts';

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
export async function fundAnswer(asked: Asked, budget: Amount): Promise<FundingAnswer> {
  const { base, spec, isTimeUp } = asked;
  const network = assembleNetwork(base.scenario);
  const nameOf = ({ channel, end }: EndPlace): string =>
    `${network.extremities(channel)[end]}’s end of its channel with ${network.extremities(channel)[1 - end] as string}`;
  const stepAmount = spec.fund?.step ?? (budget / STEPS > 0n ? budget / STEPS : 1n);
  const steps: FundingStep[] = [];
  let ranking: readonly FundingStep[] | undefined;
  let changes: readonly NetworkChange[] = [];
  for (let left = budget; left > 0n && !isTimeUp(); ) {
    const found = await bestStep({ ...asked, base: changed(base, changes) }, { stepAmount, left, nameOf });
    ranking ??= found.singles;
    if (found.best === undefined) break;
    steps.push(found.best);
    changes = [...changes, ...found.best.changes];
    left -= found.best.amount;
  }
  return {
    budget,
    steps,
    ranking: ranking ?? [],
    ends: fundedEnds(network, changes),
    changes,
    ...(await measured(asked, changes, budget)),
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
  /** What is worth it at one end alone, the most first. */
  readonly singles: readonly FundingStep[];
}

/** What helps most; where a step helps nowhere a larger one may, for payments fail by as much as they are short of. */
async function bestStep(asked: Asked, { stepAmount, left, nameOf }: Step): Promise<TriedSteps> {
  const { base, spec, laboratory, isTimeUp } = asked;
  const [rows = []] = await laboratory.replicationsOf([{ experiment: base, count: spec.replications }]);
  let singles: readonly FundingStep[] = [];
  for (let amount = stepAmount; !isTimeUp(); amount *= 2n) {
    if (amount > left) amount = left;
    const effects = await effectsOf(asked, fundingTrials(rows, amount, nameOf));
    const worth = effects
      .map((each) => stepOf(each, amount))
      .sort((a, b) => b.difference.mean - a.difference.mean);
    singles = worth.filter(({ changes }) => changes.length === 1);
    const [best] = worth;
    if (best !== undefined && best.difference.mean > 0) return { best, singles };
    if (amount === left) break;
  }
  const chain = await chainTrial(asked, rows, left);
  if (chain === undefined || isTimeUp()) return { singles };
  const [found] = (await effectsOf(asked, [chain])) as [PlanEffect];
  return found.difference.mean > 0 ? { best: stepOf(found, left), singles } : { singles };
}

function stepOf(effect: PlanEffect, amount: Amount): FundingStep {
  return { ...effect, amount, perThousand: (effect.difference.mean / Number(amount)) * 1000 };
}

// Longer ways with less than enough at so many ends are hardly ever the last hope of a budget.
const MOST_LOOKS_AHEAD = 6;

/**
 * What payments would lack next if the ends that stop them held enough, and so on: each of them stops a payment that
 * the others let through, so that a step at one of them alone helps nowhere. Undefined: no end lacks anything then.
 */
async function chainTrial(
  { base, spec, laboratory }: Asked,
  rows: readonly Replication[],
  amount: Amount,
): Promise<Trial | undefined> {
  const ends = new Map<string, WeightedEnd>();
  let found = rows;
  for (let look = 0; look < MOST_LOOKS_AHEAD; look += 1) {
    const further = weightedEnds(found, ({ lackedAmount }) => lackedAmount)
      .filter((each) => !ends.has(placeKey(each)))
      .slice(0, MOST_CANDIDATES);
    if (further.length === 0) break;
    for (const each of further) ends.set(placeKey(each), each);
    const changes = [...ends.values()].map((end) => fundAt(end, amount));
    const wanted = { experiment: changed(base, changes), count: spec.replications };
    [found = []] = await laboratory.replicationsOf([wanted]);
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
  amount: Amount,
  nameOf: (end: EndPlace) => string,
): readonly Trial[] {
  const lacking = weightedEnds(rows, ({ lackedAmount }) => lackedAmount).slice(0, MOST_CANDIDATES);
  const drained = weightedEnds(rows, ({ netSent }) => netSent).slice(0, MOST_SHARING);
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

/** Ends by how much of that they show in all replications, the most first; those that show none are left out. */
function weightedEnds(
  rows: readonly Replication[],
  weightOf: (use: EndUse) => Amount,
): readonly WeightedEnd[] {
  const ends = new Map<string, WeightedEnd>();
  for (const use of rows.flatMap((row) => row.ends)) {
    const { channel, end } = use;
    const key = placeKey(use);
    ends.set(key, { channel, end, weight: (ends.get(key)?.weight ?? 0n) + weightOf(use) });
  }
  return [...ends]
    .filter(([, { weight }]) => weight > 0n)
    .sort(([keyA, a], [keyB, b]) =>
      a.weight === b.weight ? (keyA < keyB ? -1 : 1) : a.weight > b.weight ? -1 : 1,
    )
    .map(([, end]) => end);
}

// By replications that had no part in choosing.
async function measured(
  { base, spec, laboratory }: Asked,
  changes: readonly NetworkChange[],
  budget: Amount,
) {
  const { replications: count, goal } = spec;
  const others = { count, first: count };
  const spread = changed(base, [{ kind: 'spread', amount: budget }]);
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

import type { AdvisedChanges, ChangesAnswer, TriedChange } from '../../../model/plan/answers.ts';
import type { Experiment } from '../../../model/plan/experiment.ts';
import type { MeasuredRun } from '../../../model/plan/replication.ts';
import { metricName } from '../../../model/run/selected-metric.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { beyondChance, chanceBeside } from '../../../statistics/false-discoveries.ts';
import { benefit, changed, isShownBetter, pairedDifference } from '../effects.ts';
import { estimateMetric } from '../estimate-metric.ts';
import type { Candidate, Generator, Question, QuestionContext } from '../question.ts';
import { gainsOf } from '../search.ts';
import { charge } from './charge.ts';
import { areMet } from './cheapest.ts';
import { ROUNDING_NOISE } from './funding-rules.ts';
import { close, open } from './open-or-close.ts';
import { remove } from './remove.ts';
import { replenish } from './replenish.ts';

// The order in which plans are read; in the list what is removed is a loss, and comes last.
const GENERATORS: readonly Generator[] = [open, close, charge, replenish, remove];

/** The changes to a network that help most, and what its parts are worth: one ranked list. */
export const changes: Question<'changes'> = { name: 'changes', settings: GENERATORS, answer: triedChanges };

/** Changes are measured on the same payments as the network as it stands: some seeds rank them, others measure. */
async function triedChanges(context: QuestionContext): Promise<ChangesAnswer> {
  const { base, spec, laboratory, seeds } = context;
  const { goal, replications: count } = spec;
  const given = GENERATORS.filter(({ key }) => spec[key] !== undefined);
  // Without any of the keys the question is what the parts of the network are worth.
  const [candidates, lacking] = [[] as Candidate[], [] as ChangesAnswer['lacking'][number][]];
  for (const { key, candidatesOf, rulesIn } of given.length === 0 ? [remove] : given) {
    const found = await candidatesOf(context, spec[key]);
    const missed = (rulesIn?.(spec[key]) ?? 1) - found.length;
    if (missed > 0) lacking.push({ kind: key, count: missed });
    candidates.push(...found);
  }
  const experiments = [base, ...candidates.map((each) => withCandidates(base, [each]))];
  const rows = await laboratory.metricsOf(
    [seeds.choosing, seeds.telling].flatMap((first) =>
      experiments.map((experiment) => ({ experiment, count, first })),
    ),
  );
  const [choosing, telling] = [rows.slice(0, experiments.length), rows.slice(experiments.length)];
  const [asItStands = [], ...others] = telling;
  const differences = others.map((each) => pairedDifference(asItStands, each, goal.metric));
  const areBeyond = beyondChance(differences.map(chanceBeside));
  const moneyOf = moneyIn(telling, candidates);
  const ranked = candidates
    .map((candidate, at) => ({ candidate, at, rank: rankOf(choosing, { candidate, at, goal }) }))
    .sort(({ rank: [a, b, c] }, { rank: [x, y, z] }) => a - x || y - b || z - c);
  const tried = ranked.map(({ candidate, at }): TriedChange => {
    const { metric: _metric, onChain: _price, ...change } = candidate;
    const money = moneyOf[at];
    return {
      ...change,
      difference: differences[at] as Estimate,
      mayBeChance: areBeyond[at] === false,
      goal: estimateMetric(telling[at + 1] ?? [], goal.metric),
      ...(money && { money }),
    };
  });
  const inOrder = ranked.map((each) => each.candidate);
  const advised = await advisedChanges(context, { tried, candidates: inOrder });
  return { tried, lacking, ...(advised && { advised }) };
}

function withCandidates(base: Experiment, candidates: readonly Candidate[]): Experiment {
  const rules = candidates.flatMap(({ replenish: rule }) => rule ?? []);
  const { replenish: others = [], ...scenario } = base.scenario;
  const filled = rules.length === 0 ? base.scenario : { ...scenario, replenish: [...others, ...rules] };
  return changed(
    { ...base, scenario: filled },
    candidates.flatMap((each) => each.changes),
  );
}

type Rows = readonly (readonly MeasuredRun[])[];

function moneyIn(
  [before = [], ...after]: Rows,
  candidates: readonly Candidate[],
): readonly TriedChange['money'][] {
  const sums = candidates.map((candidate, at) => {
    const { metric, onChain = 0 } = candidate;
    const rows = after[at] ?? [];
    if (metric === undefined) return undefined;
    const amount = movedBy(estimateMetric(rows, metric), -onChain);
    return { metric, amount, difference: moneyChange(candidate, before, rows) };
  });
  const all = sums.filter((each) => each !== undefined);
  const areBeyond = beyondChance(all.map(({ difference }) => chanceBeside(difference)));
  return sums.map((each) => each && { ...each, mayBeChance: areBeyond[all.indexOf(each)] === false });
}

/** The change of the money that a candidate is about, less the price of its transactions. */
function moneyChange(
  { metric = '', onChain = 0 }: Candidate,
  before: readonly MeasuredRun[],
  after: readonly MeasuredRun[],
): Estimate {
  return movedBy(pairedDifference(before, after, metric), -onChain);
}

function movedBy({ mean, interval: [low, high], ...rest }: Estimate, amount: number): Estimate {
  return { ...rest, mean: mean + amount, interval: [low + amount, high + amount] };
}

type Rank = readonly [isRemoved: number, gain: number, money: number];

/** What is removed comes last, by the damage; before it what surely changes the goal, then what brings most money. */
function rankOf(
  rows: Rows,
  trial: Pick<QuestionContext['spec'], 'goal'> & { readonly candidate: Candidate; readonly at: number },
): Rank {
  const { candidate, at, goal } = trial;
  const [before = [], after = []] = [rows[0], rows[at + 1]];
  const change = pairedDifference(before, after, goal.metric);
  const gain = benefit(goal, change.mean);
  if (candidate.kind === 'remove') return [1, -gain, 0];
  if (candidate.metric === undefined) return [0, gain, 0];
  const isSure = Math.abs(gain) > ROUNDING_NOISE && change.interval[0] * change.interval[1] > 0;
  const needed = benefit(goal, goal.value - estimateMetric(before, goal.metric).mean);
  // Beyond the goal money decides.
  return [
    0,
    isSure ? Math.min(gain, needed) : 0,
    moneyBenefit(candidate.metric, moneyChange(candidate, before, after).mean),
  ];
}

function moneyBenefit(metric: string, change: number): number {
  return metricName(metric) === 'cost' ? -change : change;
}

/** The changes to make, best first: each helps beside those before it, on seeds that neither ranked nor measured it; others that help alone are alternatives. */
async function advisedChanges(
  context: QuestionContext,
  trials: { readonly tried: readonly TriedChange[]; readonly candidates: readonly Candidate[] },
): Promise<AdvisedChanges | undefined> {
  const { tried, candidates } = trials;
  const { base, spec, laboratory, seeds } = context;
  const { goal, replications: count } = spec;
  const rowsOf = async (list: readonly Candidate[], first: number) =>
    (await laboratory.metricsOf([{ experiment: withCandidates(base, list), count, first }]))[0] ?? [];
  let chosen: readonly Candidate[] = [];
  const alternatives: Candidate[] = [];
  let before = await rowsOf(chosen, seeds.checking);
  for (const candidate of candidates.filter((_, at) => isAdvisable(tried[at] as TriedChange, goal))) {
    const { kind, metric = goal.metric } = candidate;
    if (ONE_OF_A_KIND.has(kind) && chosen.some((each) => each.kind === kind)) continue;
    const after = await rowsOf([...chosen, candidate], seeds.checking);
    const gain = benefit(goal, pairedDifference(before, after, goal.metric).mean);
    const money =
      metric === goal.metric ? 0 : moneyBenefit(metric, moneyChange(candidate, before, after).mean);
    if (gain < -ROUNDING_NOISE || (gain <= ROUNDING_NOISE && money <= ROUNDING_NOISE)) {
      alternatives.push(candidate);
      continue;
    }
    chosen = [...chosen, candidate];
    before = after;
  }
  while (!areMet([estimateMetric(before, goal.metric)], [goal])) {
    const further = await bestBeside(context, candidates, chosen);
    const after = await rowsOf([...chosen, ...further], seeds.checking);
    if (!isShownBetter(goal, pairedDifference(before, after, goal.metric))) break;
    [chosen, before] = [[...chosen, ...further], after];
  }
  if (chosen.length === 0) return undefined;
  const [without, together] = [await rowsOf([], seeds.telling), await rowsOf(chosen, seeds.telling)];
  return {
    places: chosen.map((each) => candidates.indexOf(each)),
    alternatives: alternatives.flatMap((each) => (chosen.includes(each) ? [] : candidates.indexOf(each))),
    changes: chosen.flatMap((each) => each.changes),
    replenish: chosen.flatMap(({ replenish: rule }) => rule ?? []),
    difference: pairedDifference(without, together, goal.metric),
    goal: estimateMetric(together, goal.metric),
  };
}

// The number of further changes of which all pairs are tried: 45.
const MOST_BESIDE = 10;

/** The one or two channels to open or close that gain most beside the chosen changes: two that make one way help only together. */
async function bestBeside(
  context: QuestionContext,
  candidates: readonly Candidate[],
  chosen: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const left = candidates
    .filter((each) => (each.kind === 'open' || each.kind === 'close') && !chosen.includes(each))
    .slice(0, MOST_BESIDE);
  const groups = left.flatMap((one, at) => left.slice(at).map((other) => [...new Set([one, other])]));
  groups.sort((a, b) => a.length - b.length);
  const gains = await gainsOf(
    { ...context, base: withCandidates(context.base, chosen) },
    groups.map((group) => group.flatMap((each) => each.changes)),
  );
  return groups[gains.indexOf(Math.max(...gains))] ?? [];
}

// The same node cannot charge two schedules, nor fill its ends by two rules that were sought alone.
const ONE_OF_A_KIND: ReadonlySet<string> = new Set(['charge', 'replenish']);

/** Whether a change surely helps the goal, or surely brings money and surely does not hurt the goal. */
function isAdvisable(
  { kind, difference, mayBeChance, money }: TriedChange,
  goal: QuestionContext['spec']['goal'],
): boolean {
  if (kind === 'remove') return false;
  if (!mayBeChance && isShownBetter(goal, difference)) return true;
  const isHarmless = difference.interval.every((each) => benefit(goal, each) >= 0);
  return (
    money !== undefined &&
    !money.mayBeChance &&
    moneyBenefit(money.metric, money.difference.mean) > 0 &&
    isHarmless
  );
}

import type { ChangedMoney, ChangesAnswer, TriedChange } from '../../../model/plan/answers.ts';
import type { PlanSpec } from '../../../model/plan/plan-spec.ts';
import type { MeasuredRun } from '../../../model/plan/replication.ts';
import type { Expectation } from '../../../model/scenario/expectation.ts';
import { metricName, MINE } from '../../../model/run/selected-metric.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { beyondChance, chanceBeside } from '../../../statistics/false-discoveries.ts';
import { benefit, isShownBetter, pairedDifference } from '../effects.ts';
import { areCertain, estimateMetric, goalMetrics, isMet } from '../estimate-metric.ts';
import type { Candidate, Generator, Question, QuestionContext } from '../question.ts';
import { rowsOf } from '../search.ts';
import { charge } from './charge.ts';
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
  const { spec, seeds } = context;
  const { goal } = spec;
  const given = GENERATORS.filter(({ key }) => spec[key] !== undefined);
  // Without any of the keys the question is what the parts of the network are worth.
  const [candidates, lacking] = [[] as Candidate[], [] as ChangesAnswer['lacking'][number][]];
  for (const { key, candidatesOf, rulesIn } of given.length === 0 ? [remove] : given) {
    const found = await candidatesOf(context, spec[key]);
    const missed = (rulesIn?.(spec[key]) ?? 1) - found.length;
    if (missed > 0) lacking.push({ kind: key, count: missed });
    candidates.push(...found);
  }
  const lists = [[], ...candidates.map((each) => [each])];
  const [before = [], ...withEach] = await rowsOf(context, lists, seeds.choosing);
  const telling = await rowsOf(context, lists, seeds.telling);
  const [asItStands = [], ...others] = telling;
  const differences = others.map((each) => pairedDifference(asItStands, each, goal.metric));
  const areBeyond = beyondChance(differences.map(chanceBeside));
  const money = moneyIn(telling, candidates);
  const ranked = candidates
    .map((candidate, at) => ({ candidate, at, rank: rankOf(candidate, goal, [before, withEach[at] ?? []]) }))
    .sort(({ rank: [a, b, c] }, { rank: [x, y, z] }) => a - x || y - b || z - c);
  const tried = ranked.map(({ candidate, at }): TriedChange => {
    const { metric: _metric, onChain: _price, ...change } = candidate;
    return {
      ...change,
      difference: differences[at] as Estimate,
      mayBeChance: areBeyond[at] === false,
      goal: estimateMetric(telling[at + 1] ?? [], goal.metric),
      ...(money[at] && { money: money[at] }),
    };
  });
  const inOrder = ranked.map((each) => each.candidate);
  const helpful = inOrder.filter((_, at) => isAdvisable(tried[at] as TriedChange, goal));
  const brokenBy = (one: Candidate) => brokenGoals(spec, asItStands, others[candidates.indexOf(one)] ?? []);
  const advisable = helpful.filter((one) => brokenBy(one).length === 0);
  const broken = [...new Set(helpful.flatMap(brokenBy))];
  return { tried, lacking, broken, ...(await advisedChanges(context, inOrder, advisable)) };
}

type Measured = readonly MeasuredRun[];
type Rows = readonly Measured[];
type Candidates = readonly Candidate[];

function moneyIn([before = [], ...after]: Rows, candidates: Candidates): readonly TriedChange['money'][] {
  const sums = candidates.map((one, at) =>
    one.metric === undefined ? undefined : moneyOf(one.metric, [one], [before, after[at] ?? []]),
  );
  const all = sums.filter((each) => each !== undefined);
  const areBeyond = beyondChance(all.map(({ difference }) => chanceBeside(difference)));
  return sums.map((each) => each && { ...each, mayBeChance: areBeyond[all.indexOf(each)] === false });
}

/** The money that changes are about, with them and less without, less the price of their transactions. */
function moneyOf(metric: string, list: Candidates, [before = [], after = []]: Rows): ChangedMoney {
  const price = onChainOf(list);
  const paid = ({ mean, interval: [low, high], ...rest }: Estimate): Estimate => {
    return { ...rest, mean: mean - price, interval: [low - price, high - price] };
  };
  const difference = paid(pairedDifference(before, after, metric));
  return { metric, amount: paid(estimateMetric(after, metric)), difference, mayBeChance: false };
}

function onChainOf(list: Candidates): number {
  return list.reduce((sum, { onChain = 0 }) => sum + onChain, 0);
}

type Rank = readonly [isRemoved: number, gain: number, money: number];

/** What is removed comes last, by the damage; before it what surely changes the goal, then what brings most money. */
function rankOf(candidate: Candidate, goal: Expectation, [before = [], after = []]: Rows): Rank {
  const change = pairedDifference(before, after, goal.metric);
  const gain = benefit(goal, change.mean);
  if (candidate.kind === 'remove') return [1, -gain, 0];
  if (candidate.metric === undefined) return [0, gain, 0];
  const isSure = Math.abs(gain) > ROUNDING_NOISE && change.interval[0] * change.interval[1] > 0;
  const needed = Math.max(0, benefit(goal, goal.value - estimateMetric(before, goal.metric).mean));
  // Beyond the goal money decides.
  return [0, isSure ? Math.min(gain, needed) : 0, moneyGain(candidate, before, after)];
}

function moneyGain(candidate: Candidate, before: Measured, after: Measured): number {
  const { metric, difference } = moneyOf(candidate.metric ?? '', [candidate], [before, after]);
  return moneyBenefit(metric, difference.mean);
}

function moneyBenefit(metric: string, change: number): number {
  return metricName(metric) === 'cost' ? -change : change;
}

/** The changes to make, on seeds that neither ranked nor measured them: what helps alone, then channels that help beside that. */
async function advisedChanges(
  context: QuestionContext,
  candidates: Candidates,
  advisable: Candidates,
): Promise<Pick<ChangesAnswer, 'advised' | 'unpaired'>> {
  const { spec, seeds, isTimeUp } = context;
  const { goal, also = [] } = spec;
  const [start = []] = await rowsOf(context, [[]], seeds.checking);
  // More than a goal asks for is nothing to pay for, but what there is of it is kept.
  const aims = [goal, ...also].map((each) =>
    isMet(start, each) ? { ...each, value: estimateMetric(start, each.metric).mean } : each,
  );
  let [chosen, note] = [await helpfulAlone(context, advisable, aims), {} as Pick<ChangesAnswer, 'unpaired'>];
  const [together, further]: [Candidates[], Candidate[]] = [[], []];
  const metrics = moneyMetrics(candidates);
  // In the end money decides. Pairs take many simulations: where chance decides, only needless changes are left out.
  for (const missed of [goal, ...also, undefined])
    for (let next: Candidates | undefined = chosen; next !== undefined && !isTimeUp(); ) {
      const [before = []] = await rowsOf(context, [chosen], seeds.checking);
      if (missed !== undefined && isMet(before, missed)) break;
      const left = candidates.filter((each) => !chosen.includes(each));
      const isInPairs = missed !== undefined || areCertain(before);
      const [groups, count] = isInPairs ? groupsBeside(chosen, left) : [chosen.map((one) => [one]), 0];
      next = await bestBeside(context, groups, { chosen, missed, aims, metrics });
      const added = next?.filter((each) => left.includes(each)) ?? [];
      if (added.length > 1) together.push(added);
      if (missed !== goal && missed !== undefined) further.push(...added);
      chosen = next ?? chosen;
      if (next === undefined && missed && count > 0) note = { unpaired: { goal: missed, count } };
    }
  if (chosen.length === 0) return note;
  const [without = [], withAll = []] = await rowsOf(context, [[], chosen], seeds.telling);
  const placesOf = (list: Candidates): readonly number[] => list.map((each) => candidates.indexOf(each));
  const advised = {
    places: placesOf(chosen),
    together: placesOf(together.filter((pair) => pair.every((each) => chosen.includes(each))).flat()),
    further: placesOf(chosen.filter((each) => further.includes(each))),
    alternatives: placesOf(advisable.filter((each) => !chosen.includes(each) && !isTaken(each, chosen))),
    changes: chosen.flatMap((each) => each.changes),
    replenish: chosen.flatMap(({ replenish: rule }) => rule ?? []),
    difference: pairedDifference(without, withAll, goal.metric),
    goal: estimateMetric(withAll, goal.metric),
    also: goalMetrics(withAll, also),
    money: moneyMetrics(chosen).map((metric) => moneyOf(metric, chosen, [without, withAll])),
  };
  return { advised, ...note };
}

/** Each change that helps beside those before it. */
async function helpfulAlone(context: QuestionContext, advisable: Candidates, aims: readonly Expectation[]) {
  const { spec, seeds, isTimeUp } = context;
  const [aim = spec.goal] = aims;
  let chosen: Candidates = [];
  let [before = []] = await rowsOf(context, [chosen], seeds.checking);
  for (const candidate of advisable) {
    if (isTimeUp() || isTaken(candidate, chosen)) continue;
    const [after = []] = await rowsOf(context, [[...chosen, candidate]], seeds.checking);
    const gain = lackOf(aim, before) - lackOf(aim, after);
    const money = moneyGain(candidate, before, after);
    const helps = gain > ROUNDING_NOISE || (gain >= -ROUNDING_NOISE && money > ROUNDING_NOISE);
    if (helps && brokenGoals(spec, before, after).length === 0)
      [chosen, before] = [[...chosen, candidate], after];
  }
  return chosen;
}

/** How far away an aim is; one of more than 0 is missed by 0. */
function lackOf(aim: Expectation, rows: Measured): number {
  const away = benefit(aim, aim.value - estimateMetric(rows, aim.metric).mean);
  return isMet(rows, aim) ? 0 : away + 2 * ROUNDING_NOISE;
}

/** The goals that are met before and missed after. */
function brokenGoals({ goal, also = [] }: PlanSpec, before: Measured, after: Measured) {
  return [goal, ...also].filter((each) => isMet(before, each) && !isMet(after, each));
}

// The numbers of further changes, and of those chosen last, of which all pairs are tried: 136.
const [MOST_BESIDE, MOST_REPLACED] = [12, 5];

/** Changes to add to those chosen, or to take away: each by itself, and in pairs; and how many are in no pair. */
function groupsBeside(chosen: Candidates, left: Candidates): readonly [Candidates[], number] {
  const [channels, others] = [left.filter(isChannel), left.filter(isOneOfAKind)];
  // The best of a kind alone and the worst, of fees without effect the least and the most: others may replace them later.
  const kinds = others.map(({ kind }) => kind);
  const ends = others.filter(({ kind }, at) => at === kinds.indexOf(kind) || at === kinds.lastIndexOf(kind));
  const added = [...channels.slice(0, MOST_BESIDE - ends.length), ...ends];
  const tried = [...added, ...chosen.slice(-MOST_REPLACED)];
  const pairs = tried.flatMap((one, at) => tried.slice(at).map((other) => [...new Set([one, other])]));
  return [[...others.map((one) => [one]), ...pairs], channels.length + others.length - added.length];
}

interface Beside {
  readonly chosen: Candidates;
  /** Absent: the aims are kept, and money is sought. */
  readonly missed: Expectation | undefined;
  readonly aims: readonly Expectation[];
  /** What counts as money. */
  readonly metrics: readonly string[];
}

/** The chosen changes with one or two more, less, or in place of others: what gains most, of equal ones what keeps most. */
async function bestBeside(
  context: QuestionContext,
  groups: readonly Candidates[],
  { chosen, missed, aims, metrics }: Beside,
): Promise<Candidates | undefined> {
  const { spec, seeds } = context;
  const lists = groups.flatMap((group) => {
    const added = group.filter((each) => !chosen.includes(each));
    const [one, other] = added;
    if (one !== undefined && other !== undefined && isTaken(one, [other])) return [];
    return [[...chosen.filter((each) => !group.includes(each) && !isTaken(each, added)), ...added]];
  });
  const dropped = (list: Candidates): number => chosen.filter((each) => !list.includes(each)).length;
  lists.sort((a, b) => dropped(a) - dropped(b) || a.length - b.length);
  const kept = missed === undefined ? aims : missed === spec.goal ? [] : [spec.goal];
  const keeps = (before: Measured, after: Measured): boolean =>
    brokenGoals(spec, before, after).length === 0 &&
    kept.every((aim) => lackOf(aim, after) <= lackOf(aim, before) + ROUNDING_NOISE);
  const [before = [], ...afters] = await rowsOf(context, [chosen, ...lists], seeds.choosing);
  const priceOf = (list: Candidates): number => onChainOf(list) + 2 * ROUNDING_NOISE * list.length;
  const gains = afters.map((after, at) => {
    if (!keeps(before, after)) return 0;
    if (missed) return benefit(missed, pairedDifference(before, after, missed.metric).mean);
    const list = lists[at] as Candidates;
    return metrics.reduce(
      (sum, metric) => sum + moneyBenefit(metric, pairedDifference(before, after, metric).mean),
      priceOf(chosen) - priceOf(list),
    );
  });
  const most = Math.max(...gains);
  const best = lists[gains.findIndex((gain) => gain > ROUNDING_NOISE && gain >= most - ROUNDING_NOISE)];
  if (best === undefined) return best;
  const [now = [], then = []] = await rowsOf(context, [chosen, best], seeds.checking);
  const isBetter = missed === undefined || isShownBetter(missed, pairedDifference(now, then, missed.metric));
  return isBetter && keeps(now, then) ? best : undefined;
}

/** The metrics of the money of changes: that of all my nodes includes those of one. */
function moneyMetrics(candidates: Candidates): readonly string[] {
  const metrics = [...new Set(candidates.flatMap(({ metric }) => metric ?? []))];
  const whole = metrics.filter((metric) => metric.includes(`=${MINE}}`));
  return whole.length > 0 ? whole : metrics;
}

const isChannel = ({ kind }: Candidate): boolean => kind === 'open' || kind === 'close';

// The same node cannot charge two schedules, nor fill its ends by two rules that were sought alone.
const isOneOfAKind = ({ kind }: Candidate): boolean => kind === 'charge' || kind === 'replenish';

function isTaken(candidate: Candidate, chosen: Candidates): boolean {
  return isOneOfAKind(candidate) && chosen.some(({ kind }) => kind === candidate.kind);
}

/** Whether a change surely helps the goal, or surely brings money and surely does not hurt the goal. */
function isAdvisable({ kind, difference, mayBeChance, money }: TriedChange, goal: Expectation): boolean {
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

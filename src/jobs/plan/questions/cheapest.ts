import { type Amount, larger } from '../../../model/network/amount.ts';
import type { EndSelector, NetworkChange } from '../../../model/plan/experiment.ts';
import type { MeasuredRun } from '../../../model/plan/replication.ts';
import type { Expectation } from '../../../model/scenario/expectation.ts';
import { firstIndex } from '../../../statistics/first-index.ts';
import { areCertain, estimateMetric, goalMetrics, isMet, standingOf } from '../estimate-metric.ts';
import { MOST_TIMES, type QuestionContext } from '../question.ts';
import { manyRowsOf, rowsOf } from '../search.ts';
import {
  type EndNeed,
  endNeeds,
  type FundedPlace,
  fundedEnds,
  placed,
  placeKey,
  type Placement,
  spentOn,
  withClassShortages,
  withoutEmpty,
} from './funding-rules.ts';
import { obstaclesTo } from './obstacles.ts';

/** The least money that meets all goals, or the first one if none meets all; or why no placement meets the first goal. */
export async function cheapestThatMeets(context: QuestionContext, search: CheapestSearch) {
  const { goal, also = [] } = context.spec;
  const forAll = await cheapestFor(context, { ...search, goals: [goal, ...also] });
  if (typeof forAll === 'object') return { cheapest: forAll };
  const forFirst = also.length === 0 ? forAll : await cheapestFor(context, { ...search, goals: [goal] });
  if (typeof forFirst === 'object')
    return forFirst.money > 0n ? { cheapest: { ...forFirst, isForFirst: true as const } } : {};
  const obstacles = await obstaclesTo(forFirst === 'in few' ? withMany(context) : context, search.at);
  return obstacles ? { obstacles } : {};
}

/** The same, with needs that many replications show. */
function withMany({ spec, seeds, ...context }: QuestionContext): QuestionContext {
  const many = { ...spec, replications: MOST_TIMES * spec.replications };
  return { ...context, spec: many, seeds: { ...seeds, choosing: seeds.checking } };
}

/**
 * The least money that meets goals: each end gets what it is short of, equally often, raised until the goal is met by
 * replications that did not show the needs; or all get the same deposit. Then many more replications have to be sure of
 * it; if they are not, the needs of many are raised until they are. Undefined: no placement meets the goal; or only 'in few'.
 */
async function cheapestFor(
  context: QuestionContext,
  { at, needs, alike, placements = [], goals }: GoalSearch,
) {
  const { spec, seeds, own } = context;
  const rowsAt = async (changes: readonly NetworkChange[]) =>
    (await rowsOf(context, [[{ changes }]], seeds.checking))[0] ?? [];
  const isEnough = async (changes: readonly NetworkChange[]) => areMet(await rowsAt(changes), goals);
  const toldBy = (changes: readonly NetworkChange[]) => manyRowsOf(context, changes, seeds.confirming);
  // The cheapest first.
  const found: (readonly FundedPlace[])[] = [];
  const climb = async (placementAt: Ladder, levels = TOP_LEVEL): Promise<void> => {
    // In each further ladder only what takes less money is tried.
    const [least] = found;
    const isLess = (level: number): boolean => !least || spentOn(placementAt(level)) < spentOn(least);
    const top = firstIndex(levels, (level) => !isLess(level));
    const level = await leastLevel((each) => isEnough(placementAt(each)), top);
    if (level !== undefined && isLess(level)) found.unshift(placementAt(level));
  };
  for (const shortOf of [needs, withClassShortages(needs)]) await climb(byNeeds(shortOf));
  for (const { changes } of placements) await climb(() => changes, 0);
  if (alike !== undefined) await climb(atLeast(alike, needs));
  const [best = []] = found;
  const isCertain = areCertain(await rowsAt(best));
  if (found.length === 0 && !isCertain) return undefined;
  const least = isCertain ? await leastOf(context, beginnings(best, needs), isEnough) : undefined;
  let changes = withoutEmpty(least ?? (await surelyEnough(context, goals, best, (places) => places)));
  if (!areMet(await toldBy(changes), goals)) {
    if (isCertain || context.isTimeUp()) return undefined;
    const ladder = byNeeds(await endNeeds(withMany(context), at));
    const level = await leastLevel(async (each) => areMet(await toldBy(ladder(each)), goals));
    if (level === undefined) return 'in few';
    changes = ladder(level);
  }
  const told = await toldBy(changes);
  return {
    money: spentOn(changes),
    ends: fundedEnds(own.network, changes),
    changes,
    goal: estimateMetric(told, spec.goal.metric),
    also: goalMetrics(told, spec.also ?? []),
  };
}

interface CheapestSearch {
  /** The ends that may get money. */
  readonly at: EndSelector;
  readonly needs: readonly EndNeed[];
  /** The least deposit of all ends alike, where it is known. */
  readonly alike?: Amount | undefined;
  /** Further placements, found in other ways. */
  readonly placements?: readonly Pick<Placement, 'changes'>[];
}

// So many levels of how often an end holds enough, then amounts that double with every nine levels, up to four times.
const [SHARE_LEVELS, LEVELS_TO_DOUBLE, DOUBLINGS] = [40, 9, 2];

const TOP_LEVEL = SHARE_LEVELS + LEVELS_TO_DOUBLE * DOUBLINGS;

/** Placements of ever more money, by level. */
type Ladder = (level: number) => readonly FundedPlace[];

/** Each end holds enough equally often, by what ends need themselves. */
function byNeeds(needs: readonly EndNeed[]): Ladder {
  return (level) => placed(needs.map((need) => [need, levelsOf(need.deposits)(level) - need.deposit]));
}

/** The same deposit at all ends, from the least common one on. */
function atLeast(alike: Amount, needs: readonly EndNeed[]): Ladder {
  const depositAt = levelsOf(needs.flatMap(({ deposits }) => deposits).sort((a, b) => (a < b ? -1 : 1)));
  return (level) => placed(needs.map((need) => [need, larger(alike, depositAt(level)) - need.deposit]));
}

/** The amount, of ascending ones, that is enough for the share of a level; above all of them ever more. */
export function levelsOf(amounts: readonly Amount[]): (level: number) => Amount {
  return (level) => {
    const share = Math.min(level, SHARE_LEVELS) / SHARE_LEVELS;
    return raised(amounts[Math.ceil(share * amounts.length) - 1] ?? 0n, level - SHARE_LEVELS);
  };
}

const PARTS_OF_ONE = 1024n;

function raised(amount: Amount, levels: number): Amount {
  if (levels <= 0) return amount;
  const factor = BigInt(Math.round(2 ** (levels / LEVELS_TO_DOUBLE) * Number(PARTS_OF_ONE)));
  return roundedUp((amount * factor) / PARTS_OF_ONE);
}

// More digits of an amount that chance decides say nothing.
const DIGITS = 4;

/** The next amount of few digits: what is printed is what was simulated. */
export function roundedUp(amount: Amount): Amount {
  const unit = 10n ** BigInt(Math.max(0, String(amount).length - DIGITS));
  return ((amount + unit - 1n) / unit) * unit;
}

type GoalSearch = CheapestSearch & { readonly goals: readonly Expectation[] };

/** Whether the means of metrics meet the goals. */
export function areMet(rows: readonly MeasuredRun[], goals: readonly Expectation[]): boolean {
  return goals.every((goal) => isMet(rows, goal));
}

/** The least level that is enough; undefined: the highest one is not. */
export async function leastLevel(
  isEnough: (level: number) => Promise<boolean>,
  top = TOP_LEVEL,
): Promise<number | undefined> {
  if (!(await isEnough(top))) return undefined;
  let [fails, suffices] = [-1, top];
  while (suffices - fails > 1) {
    const middle = Math.floor((fails + suffices) / 2);
    if (await isEnough(middle)) suffices = middle;
    else fails = middle;
  }
  return suffices;
}

// Amounts are scaled in sixteenths from a half on: to be sure, to half as much again, and to be met twice as much.
const [HALF, TWICE] = [8, 24];

/** The amounts, scaled to the least that meets the goals for sure, and with further seeds too; else as they are. */
export async function surelyEnough<Place extends Amounted>(
  context: QuestionContext,
  goals: readonly Expectation[],
  places: readonly Place[],
  changesOf: (places: readonly Place[]) => readonly NetworkChange[],
): Promise<readonly Place[]> {
  const scaled = (level: number): readonly Place[] =>
    places.map((place) => ({
      ...place,
      amount: roundedUp((place.amount * BigInt(HALF + level)) / BigInt(2 * HALF)),
    }));
  const rowsAt = async (level: number, first: number) =>
    context.isTimeUp() ? [] : await manyRowsOf(context, changesOf(scaled(level)), first);
  const isSure = async (level: number): Promise<boolean> => {
    const rows = await rowsAt(level, context.seeds.checking);
    return goals.every((goal) => standingOf(estimateMetric(rows, goal.metric), goal) === 'met');
  };
  // No replications are sure of a goal of 100 %: then the further seeds decide alone.
  const sure = (await leastLevel(isSure, 2 * HALF)) ?? HALF;
  const isHeld = async (more: number) => areMet(await rowsAt(sure + more, context.seeds.confirming), goals);
  const more = (await isHeld(0)) ? 0 : await leastLevel(isHeld, TWICE - sure);
  return scaled(sure + (more ?? 0));
}

/** Beginnings for the least money: these places, plenty at each end that was ever short, and plenty everywhere. */
export function beginnings(
  places: readonly FundedPlace[],
  needs: readonly EndNeed[],
): readonly (readonly FundedPlace[])[] {
  const short = needs.filter(({ shortages, lacked }) => lacked > 0n || (shortages.at(-1) ?? 0n) > 0n);
  const plentyAt = (ends: readonly EndNeed[]) => placed(ends.map((need) => [need, need.plenty]));
  const plenty = plentyAt(short);
  const atAll = (one: readonly FundedPlace[], other: readonly FundedPlace[]): readonly FundedPlace[] => {
    const there = new Set(one.map(placeKey));
    return [...one, ...other.flatMap((each) => (there.has(placeKey(each)) ? [] : { ...each, amount: 0n }))];
  };
  // With plenty on one way, no end of another one is ever short.
  return [atAll(places, plenty), atAll(plenty, places), plentyAt(needs)];
}

// Ends of more are not brought down one by one, and amounts to a millionth, from a part of 2 to this power upwards.
const [MOST_TRIMMED, MOST_ORDERS, PARTS, HALVINGS] = [40, 6, 1_000_000n, 12n];

// Amounts are raised one by one, by thirds of the money: all of up to five ends, some of up to twelve.
const [RAISES, MOST_RAISED] = [[1n, 2n, 3n], 2_000];

type Holds<Place> = (places: readonly Place[]) => Promise<boolean>;

type Amounted = Pick<FundedPlace, 'amount'>;

/**
 * The least money of several beginnings in which each amount in turn is brought down, some to 0, as far as that holds,
 * then of those in which one end has more and the others are brought down first. Undefined: it never holds, or time is up.
 */
export async function leastOf<Place extends Amounted>(
  { isTimeUp }: Pick<QuestionContext, 'isTimeUp'>,
  starts: readonly (readonly Place[])[],
  isEnough: Holds<Place>,
): Promise<readonly Place[] | undefined> {
  const holds: Holds<Place> = async (places) => !isTimeUp() && (await isEnough(places));
  const tried = starts
    .filter((start) => withoutEmpty(start).length <= MOST_TRIMMED)
    .flatMap((start) => ordersOf(start).map((order) => broughtDown(start, order, holds)));
  const lists = await Promise.all(tried);
  const areEnough = await Promise.all(lists.map(holds));
  const [best] = lists.filter((_, at) => areEnough[at]).sort((a, b) => Number(spentOn(a) - spentOn(b)));
  return best && (await exchanged(best, holds));
}

async function exchanged<Place extends Amounted>(
  places: readonly Place[],
  holds: Holds<Place>,
): Promise<readonly Place[]> {
  let [best, left, isBetter] = [places, Math.floor(MOST_RAISED / places.length ** 3), true];
  while (isBetter) {
    isBetter = false;
    for (const thirds of RAISES)
      for (const at of places.keys()) {
        left -= 1;
        if (left < 0) return best;
        const more = larger(1n, (spentOn(best) * thirds) / 3n);
        const start = best.map((place, index) =>
          index === at ? { ...place, amount: place.amount + more } : place,
        );
        const others = largestFirst(start).filter((index) => index !== at);
        const list = await broughtDown(start, [...others, at], holds);
        if (spentOn(list) >= spentOn(best) || !(await holds(list))) continue;
        [best, isBetter] = [list, true];
      }
  }
  return best;
}

// The result depends on the order, so some of the largest amounts come first once.
function ordersOf(places: readonly Amounted[]): readonly (readonly number[])[] {
  const largest = largestFirst(places);
  const count = Math.min(MOST_ORDERS, Math.ceil(MOST_TRIMMED / 2 / places.length));
  return largest.slice(0, count).map((first) => [first, ...largest.filter((at) => at !== first)]);
}

function largestFirst(places: readonly Amounted[]): readonly number[] {
  const amounts = places.map(({ amount }) => amount);
  return [...amounts.keys()].sort((a, b) => Number((amounts[b] as Amount) - (amounts[a] as Amount)));
}

async function broughtDown<Place extends Amounted>(
  places: readonly Place[],
  order: readonly number[],
  holds: Holds<Place>,
): Promise<readonly Place[]> {
  let kept = places;
  for (const at of order) {
    const others = kept;
    const withAmount = (amount: Amount): readonly Place[] =>
      others.map((each, index) => (index === at ? { ...each, amount } : each));
    const { amount } = others[at] as Place;
    // Less may do where more lets a payment through that gets in the way of others.
    let [fails, suffices] = [0n, 0n];
    for (let halvings = HALVINGS; halvings >= 0n && !(await holds(withAmount(suffices))); halvings -= 1n)
      [fails, suffices] = [suffices, amount >> halvings];
    while (suffices - fails > 1n && (suffices - fails) * PARTS > suffices) {
      const middle = (fails + suffices) / 2n;
      if (await holds(withAmount(middle))) suffices = middle;
      else fails = middle;
    }
    kept = withAmount(suffices);
  }
  return kept;
}

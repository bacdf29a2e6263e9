import type { Amount } from '../../../model/network/amount.ts';
import type { MeasuredRun } from '../../../model/plan/replication.ts';
import { benefit, changed, pairedDifference } from '../effects.ts';
import { areCertain } from '../estimate-metric.ts';
import type { QuestionContext } from '../question.ts';
import {
  divided,
  type EndNeed,
  type FundedPlace,
  merged,
  placed,
  type Placement,
  placeKey,
} from './funding-rules.ts';

/** The gains of placements over none, by the replications that choose. */
export class PlacementTrials {
  readonly #context: QuestionContext;

  constructor(context: QuestionContext) {
    this.#context = context;
  }

  /** Whether chance decides nothing, so that an amount that gains is known to the unit. */
  async areCertain(): Promise<boolean> {
    const { base, spec, laboratory, seeds } = this.#context;
    const asked = { experiment: base, count: spec.replications, first: seeds.choosing };
    const [rows = []] = await laboratory.metricsOf([asked]);
    return areCertain(rows);
  }

  /** The mean gain of each, in their order. */
  async gainsOf(placements: readonly (readonly FundedPlace[])[]): Promise<readonly number[]> {
    const { base, spec, laboratory, seeds } = this.#context;
    const count = spec.replications;
    const [before = [], ...after] = await laboratory.metricsOf(
      [[], ...placements].map((changes) => ({
        experiment: changed(base, changes),
        count,
        first: seeds.choosing,
      })),
    );
    return after.map((rows: readonly MeasuredRun[]) =>
      benefit(spec.goal, pairedDifference(before, rows, spec.goal.metric).mean),
    );
  }
}

// The ends that lack most; further ones lacked less than all of these. More where one simulation tells a gain.
const [MOST_ENDS, MOST_CERTAIN_ENDS] = [8, 40];

/** The placements that a search finds beyond the rules, each from the same needs: none is taken unless it beats the best rule. */
export async function searchedPlacements(
  context: QuestionContext,
  { needs, budget, step, rules }: FundingSearch,
): Promise<readonly Placement[]> {
  const trials = new PlacementTrials(context);
  const isCertain = await trials.areCertain();
  const short = [...needs]
    .map((need) => ({ need, most: need.shortages.at(-1) ?? 0n }))
    .filter(({ most }) => most > 0n)
    .sort((a, b) => Number(b.need.lacked - a.need.lacked) || Number(b.most - a.most))
    .slice(0, isCertain ? MOST_CERTAIN_ENDS : MOST_ENDS)
    .map(({ need }) => need);
  const found: Placement[] = [];
  if (short.length > (isCertain ? 0 : 1) && !context.isTimeUp()) {
    const changes = await chosenSubset(trials, { short, budget, step, isCertain });
    found.push({ name: 'by the gains of single ends', changes });
  }
  if (short.length > 1 && !context.isTimeUp())
    found.push({
      name: 'by need, without what is missed least',
      changes: await withoutLeast(trials, short, budget),
    });
  if (!context.isTimeUp())
    found.push({
      name: 'by shifts between rules and classes',
      changes: await shifted(trials, { needs, budget, placements: [...rules, ...found] }),
    });
  return found.filter(({ changes }) => changes.length > 0);
}

interface FundingSearch {
  readonly needs: readonly EndNeed[];
  readonly budget: Amount;
  /** The least that is tried at one end. */
  readonly step: Amount;
  readonly rules: readonly Placement[];
}

interface Option {
  readonly need: EndNeed;
  readonly amount: Amount;
  readonly gain: number;
}

/** The amounts at single ends whose gains add up to most within the budget: a knapsack, as if gains added up. */
async function chosenSubset(
  trials: PlacementTrials,
  {
    short,
    budget,
    step,
    isCertain,
  }: {
    readonly short: readonly EndNeed[];
    readonly budget: Amount;
    readonly step: Amount;
    readonly isCertain: boolean;
  },
): Promise<readonly FundedPlace[]> {
  const amounts = (need: EndNeed): readonly Amount[] => [
    ...amountsFor(need, budget, step),
    ...(isCertain ? rungsOf(need, budget) : []),
  ];
  const untold = short.flatMap((need) => [...new Set(amounts(need))].map((amount) => ({ need, amount })));
  const gains = await trials.gainsOf(untold.map(({ need, amount }) => placed([[need, amount]])));
  const told = untold.map((option, at): Option => ({ ...option, gain: gains[at] as number }));
  const options = isCertain ? [...told, ...(await leastAmounts(trials, told))] : told;
  let best: readonly Choice[] = [{ spent: 0n, gain: 0, options: [] }];
  for (const need of short) {
    const own = options.filter((option) => option.need === need && option.gain > 0);
    best = undominated(
      best.flatMap((choice) => [
        choice,
        ...own.map((option) => ({
          spent: choice.spent + option.amount,
          gain: choice.gain + option.gain,
          options: [...choice.options, option],
        })),
      ]),
      budget,
    );
  }
  const chosen = best.at(-1)?.options ?? [];
  return placed(chosen.map(({ need, amount }) => [need, amount]));
}

interface Choice {
  readonly spent: Amount;
  readonly gain: number;
  readonly options: readonly Option[];
}

// More choices than these differ by next to nothing.
const MOST_CHOICES = 2000;

/** Those of which none gains as much for less, the cheapest first. */
function undominated(choices: readonly Choice[], budget: Amount): readonly Choice[] {
  const sorted = choices
    .filter(({ spent }) => spent <= budget)
    .sort((a, b) => (a.spent === b.spent ? b.gain - a.gain : a.spent < b.spent ? -1 : 1));
  const kept: Choice[] = [];
  for (const choice of sorted)
    if (kept.length === 0 || choice.gain > (kept.at(-1) as Choice).gain) kept.push(choice);
  return kept.slice(-MOST_CHOICES);
}

function amountsFor({ shortages }: EndNeed, budget: Amount, step: Amount): readonly Amount[] {
  const quarters = [1, 2, 3, 4].map((part) => shortages[Math.ceil((part * shortages.length) / 4) - 1] ?? 0n);
  const most = shortages.at(-1) ?? 0n;
  const steps = [1n, 2n, 3n, 5n, 8n].map((times) => times * step).filter((amount) => amount < most);
  return [...new Set([...quarters, ...steps])].filter((amount) => amount > 0n && amount <= budget);
}

const RUNGS = 12n;

/** Evenly up to what the end is ever short of, or to the budget. */
function rungsOf({ shortages }: EndNeed, budget: Amount): readonly Amount[] {
  const short = shortages.at(-1) ?? 0n;
  const most = short < budget ? short : budget;
  const rungs = Array.from({ length: Number(RUNGS) }, (_, at) => (most * BigInt(at + 1)) / RUNGS);
  return rungs.filter((amount) => amount > 0n);
}

// To a millionth of the distance between two that were tried.
const HALVINGS = 20;

/** Of each that gains more than the next smaller one of its end the least that gains as much, by halving between the two. */
async function leastAmounts(trials: PlacementTrials, options: readonly Option[]): Promise<readonly Option[]> {
  let open = options.flatMap((option): readonly { readonly fails: Amount; readonly gains: Option }[] => {
    const smaller = options.filter(({ need, amount }) => need === option.need && amount < option.amount);
    const next = smaller.reduce((most, each) => (each.amount > most.amount ? each : most), {
      amount: 0n,
      gain: 0,
    });
    return option.gain > next.gain ? [{ fails: next.amount, gains: option }] : [];
  });
  for (let round = 0; round < HALVINGS; round += 1) {
    const middles = open.map(({ fails, gains: { amount } }) => (fails + amount) / 2n);
    if (middles.every((middle, at) => middle === open[at]?.fails)) break;
    const seen = await trials.gainsOf(
      open.map(({ gains: { need } }, at) => placed([[need, middles[at] as Amount]])),
    );
    open = open.map(({ fails, gains }, at) => {
      const middle = middles[at] as Amount;
      return (seen[at] as number) >= gains.gain
        ? { fails, gains: { ...gains, amount: middle } }
        : { fails: middle, gains };
    });
  }
  return open.map(({ gains }) => gains);
}

/** All needs at once, of which the one that is missed least for its money is left out until the rest is within the budget. */
async function withoutLeast(
  trials: PlacementTrials,
  short: readonly EndNeed[],
  budget: Amount,
): Promise<readonly FundedPlace[]> {
  let places = placed(short.map((need) => [need, need.shortages.at(-1) ?? 0n]));
  while (spentOn(places) > budget && places.length > 0) {
    const without = places.map((place) => places.filter((each) => each !== place));
    const [all = 0, ...gains] = await trials.gainsOf([places, ...without]);
    const losses = places.map(({ amount }, at) => (all - (gains[at] as number)) / Number(amount));
    places = without[losses.indexOf(Math.min(...losses))] ?? [];
  }
  return places;
}

/** The sum of a placement. */
export function spentOn(places: readonly FundedPlace[]): Amount {
  return places.reduce((sum, { amount }) => sum + amount, 0n);
}

// A tenth of the budget is moved between two classes at a time.
const SHIFT = 10n;
const MOST_ROUNDS = 3;
const MOST_CLASSES = 4;

/** The best placement, mixed half and half with the next ones, then with money shifted between classes of ends as long as that helps. */
async function shifted(
  trials: PlacementTrials,
  {
    needs,
    budget,
    placements,
  }: Pick<FundingSearch, 'needs' | 'budget'> & { placements: readonly Placement[] },
): Promise<readonly FundedPlace[]> {
  const gains = await trials.gainsOf(placements.map(({ changes }) => changes));
  const ranked = placements
    .map(({ changes }, at) => ({ changes, gain: gains[at] as number }))
    .sort((a, b) => b.gain - a.gain);
  let [best] = ranked;
  if (best === undefined) return [];
  const classOf = new Map(needs.map((need) => [placeKey(need), need.class]));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const others: readonly (readonly FundedPlace[])[] =
      round === 0
        ? ranked.slice(1, MOST_CLASSES).map((other) => halved(best as Ranked, other))
        : shifts(best.changes, { needs, budget, classOf });
    const otherGains = await trials.gainsOf(others);
    const most = Math.max(...otherGains);
    if (most > best.gain)
      best = { changes: others[otherGains.indexOf(most)] as readonly FundedPlace[], gain: most };
    else if (round > 0) break;
  }
  return best.changes;
}

interface Ranked {
  readonly changes: readonly FundedPlace[];
  readonly gain: number;
}

function halved(one: Ranked, other: Ranked): readonly FundedPlace[] {
  const doubled = merged(one.changes, other.changes);
  // The units that rounding leaves at each of many ends go to the first.
  const halves = doubled.map((place) => ({ ...place, amount: place.amount / 2n }));
  const rest = spentOn(doubled) / 2n - spentOn(halves);
  return halves
    .map((place, at) => (at === 0 ? { ...place, amount: place.amount + rest } : place))
    .filter(({ amount }) => amount > 0n);
}

function shifts(
  places: readonly FundedPlace[],
  {
    needs,
    budget,
    classOf,
  }: Pick<FundingSearch, 'needs' | 'budget'> & { classOf: ReadonlyMap<string, string> },
): readonly (readonly FundedPlace[])[] {
  const classes = [...new Set(needs.map((need) => need.class))]
    .map((name) => ({ name, short: needs.filter((need) => need.class === name && needOf(need) > 0n) }))
    .filter(({ short }) => short.length > 0)
    .slice(0, MOST_CLASSES);
  return classes.flatMap(({ name: from }) => {
    const own = places.filter((place) => classOf.get(placeKey(place)) === from);
    const amount = budget / SHIFT;
    const sum = spentOn(own);
    if (sum < amount || amount === 0n) return [];
    const less = own.map((place) => ({ ...place, amount: place.amount - (place.amount * amount) / sum }));
    const rest = places.filter((place) => !own.includes(place));
    const freed = sum - spentOn(less);
    return classes
      .filter(({ name }) => name !== from)
      .map(({ short }) =>
        merged(
          rest,
          less,
          divided(
            short.map((need) => [need, needOf(need)]),
            freed,
          ),
        ),
      );
  });
}

function needOf({ shortages }: EndNeed): Amount {
  return shortages.reduce((sum, amount) => sum + amount, 0n);
}

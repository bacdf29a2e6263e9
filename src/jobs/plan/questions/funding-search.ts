import type { Amount } from '../../../model/network/amount.ts';
import { areCertain } from '../estimate-metric.ts';
import type { QuestionContext } from '../question.ts';
import { bestWithin, gainsOf, rowsOf } from '../search.ts';
import { beginnings, leastOf } from './cheapest.ts';
import {
  type EndNeed,
  type FundedPlace,
  placed,
  type Placement,
  placeKey,
  spentOn,
  withoutEmpty,
} from './funding-rules.ts';

// The ends that lack most; further ones lacked less than all of these. More where one simulation tells a gain.
const [MOST_ENDS, MOST_CERTAIN_ENDS] = [8, 40];

interface FundingSearch {
  readonly needs: readonly EndNeed[];
  readonly budget: Amount;
  /** The least that is tried at one end. */
  readonly step: Amount;
}

/** The placements that a search finds beyond the rules, each from the same needs: none is taken unless it beats the best rule. */
export async function searchedPlacements(
  context: QuestionContext,
  { needs, budget, step }: FundingSearch,
): Promise<readonly Placement[]> {
  const { seeds, isTimeUp } = context;
  const [rows = []] = await rowsOf(context, [[]], seeds.choosing);
  const isCertain = areCertain(rows);
  const short = [...needs]
    .map((need) => ({ need, most: need.shortages.at(-1) ?? 0n }))
    .filter(({ need, most }) => isCertain || most > 0n || need.lacked > 0n)
    .sort((a, b) => Number(b.need.lacked - a.need.lacked) || Number(b.most - a.most))
    .slice(0, isCertain ? MOST_CERTAIN_ENDS : MOST_ENDS)
    .map(({ need }) => need);
  const searched: Placement[] = [];
  if (short.length > 0 && !isTimeUp()) {
    const changes = await chosenSubset(context, { short, budget, step });
    searched.push({ name: 'by the gains of single ends', changes });
  }
  if (isCertain && !isTimeUp()) {
    const changes = await leastForGain(context, { needs, budget });
    searched.push({ name: 'without what gains least', changes });
  }
  return searched.filter(({ changes }) => changes.length > 0);
}

/** The amounts at single ends whose gains add up to most within the budget. */
async function chosenSubset(
  context: QuestionContext,
  { short, budget, step }: Omit<FundingSearch, 'needs'> & { readonly short: readonly EndNeed[] },
): Promise<readonly FundedPlace[]> {
  const untried = short.flatMap((need) => {
    const amounts = amountsFor(need, budget, step);
    return [...new Set(amounts)].map((cost) => ({ need, cost, group: placeKey(need) }));
  });
  const gains = await gainsOf(
    context,
    untried.map(({ need, cost }) => placed([[need, cost]])),
  );
  const options = untried.map((option, at) => ({ ...option, gain: gains[at] as number }));
  return placed(bestWithin(options, budget).map(({ need, cost }) => [need, cost]));
}

function amountsFor({ shortages }: EndNeed, budget: Amount, step: Amount): readonly Amount[] {
  const quarters = [1, 2, 3, 4].map((part) => shortages[Math.ceil((part * shortages.length) / 4) - 1] ?? 0n);
  const most = shortages.at(-1) ?? 0n;
  const steps = [1n, 2n, 3n, 5n, 8n].map((times) => times * step).filter((amount) => amount < most);
  // An end that lacks nothing once all others hold enough may yet be the first that helps.
  return [...quarters, ...steps, budget].filter((amount) => amount > 0n && amount <= budget);
}

// Parts of the gain of all shortages in full: in steps from the whole on, then halved.
const [FIRST_STEP, LEAST_STEP] = [1 / 16, 1 / 256];

/** All shortages in full, brought down until they fit the budget, each time as far as they still gain a part of the whole. */
async function leastForGain(
  context: QuestionContext,
  { needs, budget }: Pick<FundingSearch, 'needs' | 'budget'>,
): Promise<readonly FundedPlace[]> {
  const gainOf = async (places: readonly FundedPlace[]): Promise<number> =>
    (await gainsOf(context, [places]))[0] ?? 0;
  const full = placed(needs.map((need) => [need, need.shortages.at(-1) ?? 0n]));
  const whole = await gainOf(full);
  let [best, dearer]: [readonly FundedPlace[], readonly FundedPlace[]] = [[], full];
  for (let [part, step] = [1, FIRST_STEP]; part > 0 && part <= 1 && step >= LEAST_STEP; ) {
    const gain = part * whole;
    const places = await leastOf(
      context,
      beginnings(dearer, needs),
      async (fewer) => (await gainOf(fewer)) >= gain,
    );
    const fits = places !== undefined && spentOn(places) <= budget;
    if (fits) best = places;
    else dearer = places ?? dearer;
    if (best.length > 0) step /= 2;
    part += fits ? step : -step;
  }
  return withoutEmpty(best);
}

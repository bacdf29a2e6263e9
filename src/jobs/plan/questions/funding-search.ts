import type { Amount } from '../../../model/network/amount.ts';
import { areCertain } from '../estimate-metric.ts';
import type { QuestionContext } from '../question.ts';
import { bestWithin, gainsOf, type PricedOption } from '../search.ts';
import { type EndNeed, type FundedPlace, placed, type Placement, placeKey } from './funding-rules.ts';

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
  const { base, spec, laboratory, seeds, isTimeUp } = context;
  const [rows = []] = await laboratory.metricsOf([
    { experiment: base, count: spec.replications, first: seeds.choosing },
  ]);
  const isCertain = areCertain(rows);
  const short = [...needs]
    .map((need) => ({ need, most: need.shortages.at(-1) ?? 0n }))
    .filter(({ most }) => most > 0n)
    .sort((a, b) => Number(b.need.lacked - a.need.lacked) || Number(b.most - a.most))
    .slice(0, isCertain ? MOST_CERTAIN_ENDS : MOST_ENDS)
    .map(({ need }) => need);
  const searched: Placement[] = [];
  if (short.length > (isCertain ? 0 : 1) && !isTimeUp()) {
    const changes = await chosenSubset(context, { short, budget, step, isCertain });
    searched.push({ name: 'by the gains of single ends', changes });
  }
  // An end that lacks nothing once all others hold enough is in no rule, and yet may be the first that helps.
  const alone = mostLacking(needs, MOST_ENDS).map((need) => placed([[need, budget]]));
  if (alone.length > 0 && !isTimeUp()) {
    const gains = await gainsOf(context, alone);
    const changes = alone[gains.indexOf(Math.max(...gains))] ?? [];
    searched.push({ name: 'all of it at one end', changes });
  }
  return searched.filter(({ changes }) => changes.length > 0);
}

/** The ends that lacked most in payments that failed. */
export function mostLacking(needs: readonly EndNeed[], most: number): readonly EndNeed[] {
  return needs
    .filter(({ lacked }) => lacked > 0n)
    .sort((a, b) => Number(b.lacked > a.lacked) - Number(a.lacked > b.lacked))
    .slice(0, most);
}

interface Option extends PricedOption {
  readonly need: EndNeed;
}

/** The amounts at single ends whose gains add up to most within the budget. */
async function chosenSubset(
  context: QuestionContext,
  {
    short,
    budget,
    step,
    isCertain,
  }: Pick<FundingSearch, 'budget' | 'step'> & {
    readonly short: readonly EndNeed[];
    readonly isCertain: boolean;
  },
): Promise<readonly FundedPlace[]> {
  const untried = short.flatMap((need) => {
    const amounts = [...amountsFor(need, budget, step), ...(isCertain ? rungsOf(need, budget) : [])];
    return [...new Set(amounts)].map((cost) => ({ need, cost, group: placeKey(need) }));
  });
  const gains = await gainsOf(
    context,
    untried.map(({ need, cost }) => placed([[need, cost]])),
  );
  const options = untried.map((option, at): Option => ({ ...option, gain: gains[at] as number }));
  const least = isCertain ? await leastAmounts(context, options) : [];
  return placed(bestWithin([...options, ...least], budget).map(({ need, cost }) => [need, cost]));
}

function amountsFor({ shortages }: EndNeed, budget: Amount, step: Amount): readonly Amount[] {
  const quarters = [1, 2, 3, 4].map((part) => shortages[Math.ceil((part * shortages.length) / 4) - 1] ?? 0n);
  const most = shortages.at(-1) ?? 0n;
  const steps = [1n, 2n, 3n, 5n, 8n].map((times) => times * step).filter((amount) => amount < most);
  return [...quarters, ...steps].filter((amount) => amount > 0n && amount <= budget);
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

/** Bisects each amount down to the smallest with the same gain. */
async function leastAmounts(
  context: QuestionContext,
  options: readonly Option[],
): Promise<readonly Option[]> {
  let open = options.flatMap((option) => {
    const smaller = options.filter(({ need, cost }) => need === option.need && cost < option.cost);
    const next = smaller.reduce((most, each) => (each.cost > most.cost ? each : most), { cost: 0n, gain: 0 });
    return option.gain > next.gain ? [{ fails: next.cost, gains: option }] : [];
  });
  for (let round = 0; round < HALVINGS; round += 1) {
    const middles = open.map(({ fails, gains }) => (fails + gains.cost) / 2n);
    if (middles.every((middle, at) => middle === open[at]?.fails)) break;
    const seen = await gainsOf(
      context,
      open.map(({ gains: { need } }, at) => placed([[need, middles[at] as Amount]])),
    );
    open = open.map(({ fails, gains }, at) => {
      const middle = middles[at] as Amount;
      return (seen[at] as number) >= gains.gain
        ? { fails, gains: { ...gains, cost: middle } }
        : { fails: middle, gains };
    });
  }
  return open.map(({ gains }) => gains);
}

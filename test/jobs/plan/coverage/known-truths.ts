import { plan, type PlanOptions } from '../../../../src/jobs/plan/plan.ts';
import type { PlanResult } from '../../../../src/model/plan/answers.ts';
import type { Interval } from '../../../../src/statistics/share-interval.ts';
import { sourceOf } from '../../scenario-text.ts';

/** A stochastic scenario whose answer is known in closed form, and where a plan says that it lies. */
export interface KnownTruth {
  readonly truth: number;
  readonly text: string;
  /** The files that it names. */
  readonly files?: Readonly<Record<string, string>>;
  readonly options: Omit<PlanOptions, 'source'>;
  intervalIn(result: PlanResult): Interval;
}

const CAPACITY = 19;

/**
 * Two nodes pay each other single units through one channel, either direction equally likely: the balance of one end
 * is a random walk between 0 and the capacity C that stays where it would leave. Its stationary distribution is
 * uniform, and it begins in it, as `split: uniform` draws it. So each payment fails with probability 1 / (C + 1),
 * though not independently of those before it.
 */
export const DRIFTING_CHANNEL: KnownTruth = {
  truth: 1 - 1 / (CAPACITY + 1),
  text: `
question: How often does a channel between equals run dry?
seed: 1
protocol: {kind: instant}
network:
  topology: {line: {nodes: 2}}
  capacity: ${CAPACITY}
  split: uniform
traffic:
  - arrivals: {constant: {perSecond: 1}}
    count: 30
    amounts: {fixed: 1}
    pairs: uniform
plan: {network: drawn, replications: 20}
`,
  options: {},
  intervalIn: ({ points: [point] }) => point?.metrics['success_rate']?.interval ?? [1, 0],
};

const PAYERS = 8;
const LARGEST = 1000;
const GOAL = 0.7;
const pairsOf = (one: (name: string) => string): string =>
  Array.from({ length: PAYERS }, (_, at) => `    - ${one(String.fromCodePoint(97 + at))}`).join('\n');

/**
 * Eight pairs with a channel each, in which one payment is made whose amount is uniform from 1 to 1,000: it succeeds
 * when the payer's end holds as much, with probability D / 1,000 of a deposit D. So 700 is the least deposit with
 * which 70 % succeed.
 */
export const LONE_PAYMENTS: KnownTruth = {
  truth: GOAL * LARGEST,
  text: `
question: What must the payers hold?
seed: 1
protocol: {kind: instant}
network:
  topology:
    channels:
${pairsOf((name) => `{between: [payer-${name}, payee-${name}], deposits: [500, 500]}`)}
traffic:
${pairsOf((name) => `{name: ${name}, arrivals: {constant: {perSecond: 1}}, count: 1, amounts: {uniform: {min: 1, max: ${LARGEST}}}, pairs: {list: [[payer-${name}, payee-${name}]]}}`)}
plan: {goal: success_rate >= ${GOAL}, replications: 6}
`,
  options: { questions: ['deposit'] },
  intervalIn: ({ deposit: [answer] = [] }) => {
    const [least, sure] = answer?.interval ?? [];
    return [Number(least ?? Number.POSITIVE_INFINITY), Number(sure ?? Number.POSITIVE_INFINITY)];
  },
};

const [RUN_S, MEAN_UP_S, MEAN_AWAY_S] = [90, 1000, 2];

/**
 * A payment a second through a mediator that is away once in a thousand seconds, for two: at the second t it is away
 * with probability a / (a + b) (1 - exp(-(a + b) t)), going with rate a and coming back with rate b. Of ten runs all
 * are alike in four of ten plans.
 */
export const AWAY_MEDIATOR: KnownTruth = {
  truth: 1 - awayShare(),
  text: `
question: How often is the mediator away?
seed: 1
protocol: {kind: instant}
network: {topology: {channels: [{between: [ann, hub], deposits: [1000, 0]}, {between: [hub, ben], deposits: [1000, 0]}]}}
traffic:
  - arrivals: {constant: {perSecond: 1}}
    count: ${RUN_S}
    amounts: {fixed: 1}
    pairs: {list: [[ann, ben]]}
churn:
  - random: {nodes: [hub], online: {exponential: {mean: ${MEAN_UP_S}s}}, offline: {exponential: {mean: ${MEAN_AWAY_S}s}}}
plan: {goal: success_rate >= 99.9%, replications: 10}
`,
  options: {},
  intervalIn: ({ points: [point] }) => point?.metrics['success_rate']?.interval ?? [1, 0],
};

const SPOKES = 8;
const spokes = Array.from({ length: SPOKES }, (_, at) => `spoke${at + 1}`).join(', ');

/**
 * Spokes pay each other through a hub that lacks nothing: without one of them two of eight payments fail, whichever it
 * is. The spoke that seems to be missed most is the one of eight that chance was busiest at.
 */
export const MISSED_SPOKE: KnownTruth = {
  truth: -2 / SPOKES,
  text: `
question: Which spoke would be missed most?
seed: 1
protocol: {kind: instant}
network: {topology: {star: {spokes: ${SPOKES}}}, capacity: 1_000_000}
traffic:
  - arrivals: {constant: {perSecond: 1}}
    count: 30
    amounts: {fixed: 1}
    pairs: {uniform: {from: [${spokes}], to: [${spokes}]}}
plan: {goal: success_rate >= 99%, replications: 8, remove: {nodes: ${SPOKES + 1}, channels: 0}}
`,
  options: { questions: ['changes'] },
  intervalIn: ({ changes }) =>
    changes?.tried.find(({ what }) => !what.includes('hub,') && what.includes('spoke'))?.difference
      .interval ?? [1, 0],
};

/**
 * Eight payers with a deposit of 500 each make one payment of 1 to 1,000: each unit that one of them gets more lets one
 * in a thousand more of its payments through, up to 1,000. Of 1,600 the plan leaves what no payment needed: the gain is
 * that of the money it puts somewhere, wherever that is.
 */
export const FUNDED_PAYERS: KnownTruth = {
  truth: 0,
  text: LONE_PAYMENTS.text.replace(
    /plan: .*/,
    `plan: {mine: [${'abcdefgh'
      .split('')
      .map((name) => `payer-${name}`)
      .join(', ')}], replications: 6, fund: {budget: 1_600, step: 1_600, points: 1}}`,
  ),
  options: { questions: ['fund'] },
  intervalIn: ({ fund }) => lessPlaced(fund, fund?.gain.interval),
};

/** An interval less what the money that a plan puts into ends lets through; `beside`: other money that is put there instead. */
export function lessPlaced(
  fund: PlanResult['fund'],
  interval: readonly [number, number] = [1, 0],
  beside = 0n,
): readonly [number, number] {
  const placed = fund === undefined ? 0n : fund.budget - fund.unplaced - beside;
  const share = Number(placed) / PAYERS / LARGEST;
  return [interval[0] - share, interval[1] - share];
}

const [PER_SECOND, LASTS_S] = [2, 15];

/** Ann pays ben through hub, which asks 2 or 3 for each of its two channels: 30 payments on average, whose number is Poisson's. */
export const TOLL = `
question: What does the hub earn?
seed: 1
protocol: {kind: instant}
network: {topology: {channels: [{between: [ann, hub], deposits: [1_000_000, 0]}, {between: [hub, ben], deposits: [1_000_000, 0]}]}}
traffic:
  - arrivals: {poisson: {perSecond: ${PER_SECOND}}}
    duration: ${LASTS_S}s
    amounts: {fixed: 100}
    pairs: {list: [[ann, ben]]}
plan: {replications: 10, charge: {node: hub, schedules: [{flat: 2}, {flat: 3}]}}
`;

/** What hub earns with the better of two schedules: twice 3 a payment. */
export const EARNED_FEES: KnownTruth = {
  truth: 2 * 3 * PER_SECOND * LASTS_S,
  text: TOLL,
  options: { questions: ['changes'] },
  intervalIn: ({ changes }) => changes?.tried[0]?.money?.amount.interval ?? [1, 0],
};

/** What hub loses in a run at its end towards ben: 100 a payment. */
export const DRAINED_END: KnownTruth = {
  truth: 100 * PER_SECOND * LASTS_S,
  text: TOLL,
  options: { questions: ['rebalance'] },
  intervalIn: ({ rebalance }) => rebalance?.drains.find(({ node }) => node === 'hub')?.interval ?? [1, 0],
};

const HELD = 10;

/** An end that holds ten payments of a Poisson process of one a second is empty with the tenth: Erlang's distribution. */
export const DRY_AFTER: KnownTruth = {
  truth: medianOfErlang(HELD),
  text: `
question: When is the end empty?
seed: 1
protocol: {kind: instant, hopLatency: {fixed: 0s}}
network: {topology: {channels: [{between: [ann, ben], deposits: [${HELD}, 0]}]}}
traffic:
  - arrivals: {poisson: {perSecond: 1}}
    count: 20
    amounts: {fixed: 1}
    pairs: {list: [[ann, ben]]}
plan: {replications: 20}
`,
  options: { questions: ['rebalance'] },
  intervalIn: ({ rebalance }) => {
    const [soonest, latest] = rebalance?.dryEnds[0]?.interval ?? [1, 0];
    return [soonest ?? Number.POSITIVE_INFINITY, latest ?? Number.POSITIVE_INFINITY];
  },
};

/** By halving: the chance of at least so many arrivals in t is 1 - exp(-t) (1 + t + t^2 / 2 + ...). */
function medianOfErlang(arrivals: number): number {
  const chanceBy = (t: number): number => {
    let [term, sum] = [1, 0];
    for (let at = 0; at < arrivals; at += 1) {
      sum += term;
      term *= t / (at + 1);
    }
    return 1 - Math.exp(-t) * sum;
  };
  let [low, high] = [0, 10 * arrivals];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (chanceBy(middle) < 0.5) low = middle;
    else high = middle;
  }
  return low;
}

function awayShare(): number {
  const [going, coming] = [1 / MEAN_UP_S, 1 / MEAN_AWAY_S];
  const both = going + coming;
  const shares = Array.from(
    { length: RUN_S },
    (_, second) => (going / both) * (1 - Math.exp(-both * second)),
  );
  return shares.reduce((sum, share) => sum + share, 0) / RUN_S;
}

const plansMade = new Map<string, Promise<PlanResult>>();

/** The plan of that seed; of several figures of one plan each is counted. */
export async function resultOf({ text, files = {}, options }: KnownTruth, seed: string): Promise<PlanResult> {
  const key = JSON.stringify([text, options, seed]);
  const source = { ...sourceOf(text), readFile: (path: string): string => files[path] ?? '' };
  const made = plansMade.get(key) ?? plan({ source, ...options, seed }).then(({ result }) => result);
  plansMade.set(key, made);
  return await made;
}

/** In how many of so many plans, each with a seed of its own, the interval holds the truth. */
export async function coverageOf(known: KnownTruth, { plans }: { readonly plans: number }): Promise<number> {
  let covered = 0;
  for (let seed = 0; seed < plans; seed += 1) {
    const [low, high] = known.intervalIn(await resultOf(known, `plan-${seed}`));
    if (low <= known.truth && known.truth <= high) covered += 1;
  }
  return covered;
}

import {
  DRIFTING_CHANNEL,
  FUNDED_PAYERS,
  type KnownTruth,
  lessPlaced,
  LONE_PAYMENTS,
  TOLL,
} from './known-truths.ts';

const CERTAINLY_NOT = [1, 0] as const;

/** Of the random walk a twentieth of the 30 payments fail. */
export const FAILED_COUNT: KnownTruth = {
  ...DRIFTING_CHANNEL,
  truth: 30 / 20,
  intervalIn: ({ points: [point] }) => point?.metrics['failed']?.interval ?? CERTAINLY_NOT,
};

/**
 * Ann pays ben 1,000, which always succeeds, and an amount uniform from 1 to 1,000, which never does: success by amount is
 * 1,000 / (1,000 + amount), and in one run of twenty the amount is above 950.
 */
export const WORST_RUN: KnownTruth = {
  truth: 1000 / 1950,
  text: `
question: How bad is the worst run of twenty?
seed: 1
protocol: {kind: instant}
network: {topology: {channels: [{between: [ann, ben], deposits: [1000, 0]}, {between: [cat, dan], deposits: [0, 0]}]}}
traffic:
  - {arrivals: {constant: {perSecond: 1}}, count: 1, amounts: {fixed: 1000}, pairs: {list: [[ann, ben]]}}
  - {arrivals: {constant: {perSecond: 1}}, count: 1, amounts: {uniform: {min: 1, max: 1000}}, pairs: {list: [[cat, dan]]}}
plan: {goal: volume_rate >= 50%, replications: 80}
`,
  options: {},
  intervalIn: ({ points: [point] }) => point?.worst?.interval ?? CERTAINLY_NOT,
};

const [CAPACITY, IN_AN_HOUR, HOURS] = [19, 10, 4];

/**
 * The random walk again, ten payments an hour. All hours are alike, as the walk begins in its stationary distribution: the
 * chance of at most two failures in one of them is summed over all states. What one hour ends with the next begins with.
 */
export const GOOD_HOURS: KnownTruth = {
  truth: chanceOfFewFailures(2),
  text: `
question: In how many hours does it do?
seed: 1
protocol: {kind: instant, hopLatency: {fixed: 0s}}
network: {topology: {line: {nodes: 2}}, capacity: ${CAPACITY}, split: uniform}
traffic:
  - {arrivals: {constant: {perSecond: ${IN_AN_HOUR / 3600}}}, count: 1, amounts: {fixed: 1}, pairs: uniform}
plan: {network: drawn, horizon: ${HOURS}h, goal: success_rate >= 80% in 19 of 20 hours, replications: 20}
`,
  options: {},
  intervalIn: ({ goal, points: [point] }) => point?.metrics[goal.metric]?.interval ?? CERTAINLY_NOT,
};

/** The share of runs in which of eight pairs at least four pay, each with a chance of a half. */
export const GOOD_RUNS: KnownTruth = {
  ...LONE_PAYMENTS,
  truth: (70 + 56 + 28 + 8 + 1) / 256,
  text: LONE_PAYMENTS.text.replace(
    /plan: .*/,
    'plan: {goal: success_rate >= 50% in 19 of 20 runs, replications: 20}',
  ),
  options: {},
  intervalIn: (result) => GOOD_HOURS.intervalIn(result),
};

/** What is lost in a week: 100 a payment, two a second. Friends who pay each other lose nothing, though it may seem so. */
export const WEEKLY_LOSS: KnownTruth = {
  truth: 100 * 2 * 604_800,
  text: TOLL.replace(
    'channels: [',
    'channels: [{between: [fay, gus], deposits: [1_000_000, 1_000_000]}, ',
  ).replace(
    /plan: .*/,
    `  - {arrivals: {poisson: {perSecond: 2}}, duration: 15s, amounts: {fixed: 100}, pairs: {list: [[fay, gus], [gus, fay]]}}
plan: {mine: [hub, fay, gus], horizon: 15s, replications: 10}`,
  ),
  options: {},
  intervalIn: ({ drain }) => drain?.perWeek.interval ?? CERTAINLY_NOT,
};

const negated = (interval: readonly [number, number] | undefined) =>
  interval && ([-interval[1], -interval[0]] as const);

/** What a channel earns less what its money costs: 2 and 2 a payment, and for 15 s of a year next to nothing. */
export const CHANNEL_PROFIT: KnownTruth = {
  truth: 2 * 2 * 30,
  text: TOLL.replace('network: {', 'network: {fees: {flat: 2}, ').replace(
    /plan: .*/,
    'plan: {mine: hub, replications: 10, costs: {capitalPerYear: 0%}, close: {channels: 1}}',
  ),
  options: { questions: ['changes'] },
  intervalIn: ({ changes }) => negated(changes?.tried[0]?.money?.difference.interval) ?? CERTAINLY_NOT,
};

const [LOOKS, SALES_IN_ONE] = [9, 0.7];

/**
 * Bob looks every hour and fills his end wherever anything was sold since: once with the chance of a Poisson process of
 * 0.7 an hour, nine times. Money costs nothing, a transaction 10.
 */
export const TOP_UPS: KnownTruth = {
  truth: 10 * LOOKS * (1 - Math.exp(-SALES_IN_ONE)),
  text: `
question: What does filling cost?
seed: 1
protocol: {kind: instant, hopLatency: {fixed: 0s}}
network: {topology: {channels: [{between: [ann, bob], deposits: [100_000, 0]}, {between: [bob, shop], deposits: [600, 0]}, {between: [cat, dan], deposits: [9, 0]}]}}
traffic:
  - {arrivals: {poisson: {perSecond: ${SALES_IN_ONE / 3600}}}, duration: ${LOOKS + 0.5}h, amounts: {fixed: 10}, pairs: {list: [[ann, shop]]}}
  - {arrivals: {constant: {perSecond: 1}}, start: ${LOOKS + 0.5}h, count: 1, amounts: {fixed: 1}, pairs: {list: [[cat, dan]]}}
plan:
  mine: bob
  goal: success_rate >= 100%
  replications: 5
  costs: {onChain: 10}
  replenish: {policies: [{topUp: {node: bob, partners: [shop], below: 100%, every: 1h}}]}
`,
  options: { questions: ['changes'] },
  intervalIn: ({ changes }) =>
    changes?.tried.find(({ replenish }) => replenish !== undefined)?.money?.amount.interval ?? CERTAINLY_NOT,
};

/** What the dearest of a range that a payer accepts earns: of each 1,000 198, as 1,000 x 1.09 / 0.91 is 1,197.8. */
export const FEE_RANGE: KnownTruth = {
  truth: 198 * 30,
  text: TOLL.replace('amounts: {fixed: 100}', 'amounts: {fixed: 1000}').replace(
    /plan: .*/,
    'plan: {replications: 10, charge: {node: hub, proportionalPpm: [30_000, 60_000, 90_000, 200_000]}}',
  ),
  options: { questions: ['changes'] },
  intervalIn: ({ changes }) => changes?.tried[0]?.money?.amount.interval ?? CERTAINLY_NOT,
};

/** What the best schedule earns more than no fees, which the hub charges as it stands: 6 a payment. */
export const BEST_FEES: KnownTruth = {
  truth: 6 * 30,
  text: TOLL,
  options: { questions: ['changes'] },
  intervalIn: ({ changes }) => changes?.tried[0]?.money?.difference.interval ?? CERTAINLY_NOT,
};

const NAMES = 'abcdefgh'.split('');

/** Of eight pairs that cannot pay each other any one gains an eighth of all payments by a channel; the best as chosen. */
export const NEW_CHANNEL: KnownTruth = {
  truth: 1 / 8,
  text: `
question: Which channel would help most?
seed: 1
protocol: {kind: instant}
network: {topology: {channels: [{between: [hub, zoe], deposits: [0, 0]}, ${NAMES.flatMap((name) => [`{between: [payer-${name}, hub], deposits: [0, 0]}`, `{between: [payee-${name}, zoe], deposits: [0, 0]}`]).join(', ')}]}}
traffic:
  - {arrivals: {constant: {perSecond: 1}}, count: 30, amounts: {fixed: 1}, pairs: {list: [${NAMES.map((name) => `[payer-${name}, payee-${name}]`).join(', ')}]}}
plan: {replications: 8, open: {deposits: [100, 0], candidates: [${NAMES.map((name) => `[payer-${name}, payee-${name}]`).join(', ')}]}}
`,
  options: { questions: ['changes'] },
  intervalIn: ({ changes }) => changes?.tried[0]?.difference.interval ?? CERTAINLY_NOT,
};

/** Success once 1,600 are divided, however: 0.5 and 0.2. */
export const FUNDED_SUCCESS: KnownTruth = {
  ...FUNDED_PAYERS,
  truth: 0.5,
  intervalIn: ({ fund }) => lessPlaced(fund, fund?.after.interval),
};

/** Every rule places the whole budget where it helps, and no rule gains more than another; the plan lacks what it leaves. */
export const BESIDE_RULE: KnownTruth = {
  ...FUNDED_PAYERS,
  truth: 0,
  intervalIn: ({ fund }) => lessPlaced(fund, fund?.rules.at(-1)?.difference.interval, fund?.budget),
};

/** Three nodes pay each other around, twenty times each on average: as much goes around. */
export const AROUND: KnownTruth = {
  truth: 2000,
  text: `
question: What goes around?
seed: 1
protocol: {kind: instant}
network: {topology: {channels: [{between: [a, b], deposits: [1_000_000, 0]}, {between: [b, c], deposits: [1_000_000, 0]}, {between: [c, a], deposits: [1_000_000, 0]}]}}
traffic:
  - {arrivals: {poisson: {perSecond: 1}}, duration: 20s, amounts: {fixed: 100}, pairs: {list: [[a, b]]}}
  - {arrivals: {poisson: {perSecond: 1}}, duration: 20s, amounts: {fixed: 100}, pairs: {list: [[b, c]]}}
  - {arrivals: {poisson: {perSecond: 1}}, duration: 20s, amounts: {fixed: 100}, pairs: {list: [[c, a]]}}
plan: {replications: 10}
`,
  options: { questions: ['rebalance'] },
  intervalIn: ({ rebalance }) => rebalance?.cycles[0]?.interval ?? CERTAINLY_NOT,
};

/** Eight recorded payments of 500, each through a channel of 999 of which hub's part is drawn: half succeed. */
export const RECORDED: KnownTruth = {
  truth: 0.5,
  text: `
question: How far off is the model?
seed: 1
protocol: {kind: instant}
network:
  capacity: 999
  split: uniform
  topology: {star: {spokes: 8}}
recorded: [{file: week.csv}]
plan: {network: drawn, replications: 5}
`,
  files: {
    'week.csv': [
      'at,from,to,amount,outcome',
      ...NAMES.map((_, at) => `${at},hub,spoke${at + 1},500,succeeded`),
    ].join('\n'),
  },
  options: {},
  intervalIn: ({ record }) => record?.simulated.interval ?? CERTAINLY_NOT,
};

/** The chance that so few of the payments of an hour fail, by going through all balances and all directions. */
function chanceOfFewFailures(most: number): number {
  const uniform = 1 / (CAPACITY + 1);
  // chances[failures][balance]
  let chances = Array.from({ length: IN_AN_HOUR + 1 }, (_, failures) =>
    Array.from({ length: CAPACITY + 1 }, () => (failures === 0 ? uniform : 0)),
  );
  for (let payment = 0; payment < IN_AN_HOUR; payment += 1) {
    const next = chances.map((row) => row.map(() => 0));
    for (const [failures, row] of chances.entries())
      for (const [balance, chance] of row.entries())
        for (const step of [-1, 1]) {
          const then = balance + step;
          const fails = then < 0 || then > CAPACITY;
          const [to, at] = fails ? [failures + 1, balance] : [failures, then];
          const target = next[to];
          if (target !== undefined) target[at] = (target[at] ?? 0) + chance / 2;
        }
    chances = next;
  }
  return chances
    .slice(0, most + 1)
    .reduce((sum, row) => sum + row.reduce((all, chance) => all + chance, 0), 0);
}

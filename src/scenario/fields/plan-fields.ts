import { z } from 'zod';
import { Decimal } from '../../model/decimal.ts';
import { parseAmount } from '../../model/network/amount.ts';
import { type PlanSpec, RANGE_RULE, rangeValues } from '../../model/plan/plan-spec.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import { mapping, optional, scalar } from '../text/schema.ts';
import { goalFault, goalMetric, metricExpectation } from './metric-expectation.ts';
import {
  amountHint,
  duration,
  integer,
  nodeNames,
  number,
  parseShare,
  percentage,
  tokenName,
} from './values.ts';

// The goal of planning unless the scenario sets another one.
const DEFAULT_GOAL: Expectation = {
  metric: 'success_rate',
  relation: '>=',
  value: 0.95,
  text: 'success_rate >= 95%',
};

// More than any network grows within the time of a plan.
const MOST_GROWTH = 100;

/** A price may be less than a smallest unit, and of a token of 18 decimals more than a number holds to the unit. */
function price() {
  return scalar({
    expected: 'a number of at least 0',
    takesDecimals: true,
    hint: amountHint,
    read: (value) => {
      const units = value instanceof Decimal ? Number(value.units(3)) / 1000 : Number(parseAmount(value));
      const read = typeof value === 'number' ? value : units;
      return read >= 0 && read <= Number.MAX_VALUE ? read : undefined;
    },
    json: { type: ['number', 'string'], minimum: 0, 'x-type': 'number' },
  });
}

// Student's quantile for 20 values is 7 % above that for infinitely many.
const DEFAULT_REPLICATIONS = 20;
const MOST_REPLICATIONS = 100_000;

/** The settings of each planning question, by its name; handed in by the list of questions (jobs/plan/questions.ts). */
export type QuestionSettings = Readonly<Record<string, z.ZodType>>;

/** How `millrace plan` varies the scenario, and what it is asked. */
export function plan(settings: QuestionSettings) {
  return mapping({
    goal: metricExpectation(goalFault)
      .describe(
        'What must hold of the mean over replications, or, with `in 19 of 20 weeks`, of such a share of all weeks; periods are runs, hours, days, weeks and months of 30 days.',
      )
      .prefault(DEFAULT_GOAL.text),
    also: optional(
      z.array(metricExpectation(goalFault)),
      'Further goals, such as `earned{node=hub} >= 1_000`: the least money that meets all of them is sought.',
    ),
    vary: z
      .record(z.string(), values())
      .describe('Field paths of this file, such as `network.capacity`, and the values each takes.')
      .prefault({}),
    replications: integer({ min: 2, max: MOST_REPLICATIONS })
      .describe('Simulations of each point, each with its own seed.')
      .prefault(DEFAULT_REPLICATIONS),
    mostReplications: optional(
      integer({ min: 2, max: MOST_REPLICATIONS }),
      'Of each point at most, where `precision` asks for more; absent: 50 times as many.',
    ),
    precision: optional(precision(), "Half width of the goal's interval that is narrow enough."),
    network: z
      .enum(['fixed', 'drawn'])
      .describe('`fixed`: every replication has the network of the seed; `drawn`: each draws its own.')
      .prefault('fixed'),
    warmUp: duration().describe('Payments that start before are left out of the figures.').prefault('0s'),
    horizon: optional(
      duration({ positive: true }),
      'For how long the money must last, such as `1w`: traffic goes on for so long at its rate, whatever its own `duration` or `count`. Absent: as the scenario says.',
    ),
    growth: number({ min: 1e-6, max: MOST_GROWTH })
      .describe(
        'Payments for each payment of `traffic` and `recorded`; steps do not grow. Varied, it shows how long the money lasts as payments grow.',
      )
      .prefault(1),
    costs: optional(
      mapping({
        capitalPerYear: percentage({ most: 100 })
          .describe('Yearly return that the money in channels would earn elsewhere.')
          .prefault('0%'),
        onChain: price().describe('Of one transaction on chain, smallest units.').prefault(0),
      }),
      'Prices, for the metrics `cost{node=hub}` and `profit{node=hub}`.',
    ),
    token: optional(tokenName(), 'The token that is planned; needed only where a scenario has several.'),
    mine: optional(
      nodeNames(),
      'The nodes you run: only their ends are funded, only their channels and fees changed.',
    ),
    figures: optional(
      z.array(goalMetric()),
      'Metrics to tell besides the goal’s; absent: with `mine` success, earnings, capital and return of those nodes.',
    ),
    ...settings,
  })
    .transform(
      ({ vary, warmUp, horizon, mostReplications, replications, ...rest }): PlanSpec => ({
        ...rest,
        ...(horizon !== undefined && { horizonMs: horizon }),
        vary: Object.entries(vary).map(([path, list]) => ({ path, values: list })),
        replications,
        mostReplications: Math.max(replications, mostReplications ?? 50 * replications),
        warmUpMs: warmUp,
      }),
    )
    .meta({ 'x-section': 'Plan' });
}

/** A list of values, or a range of so many. */
export function values() {
  return scalar({
    expected: RANGE_RULE,
    read: (value): readonly unknown[] | undefined => {
      if (Array.isArray(value)) return value.length > 0 ? value : undefined;
      return typeof value === 'string' ? rangeValues(value) : undefined;
    },
    json: {
      type: ['array', 'string'],
      minItems: 1,
      examples: ['[1_000, 10_000] log 9'],
      'x-type': 'list or range',
    },
  });
}

/** A width such as `0.01` or `1%`. */
function precision() {
  return scalar({
    expected: 'a width above 0 such as 0.01 or 1%',
    read: readPrecision,
    json: { type: ['number', 'string'], 'x-type': 'number or percentage' },
  });
}

/** Reads `0.01` and `1%`; `undefined` for what is no width above 0. */
export function readPrecision(value: unknown): number | undefined {
  const width = parseShare(String(value)) ?? 0;
  return width > 0 && Number.isFinite(width) ? width : undefined;
}

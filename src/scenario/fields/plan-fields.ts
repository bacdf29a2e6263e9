import { z } from 'zod';
import { RANGE_RULE, rangeValues } from '../../model/plan/factor-text.ts';
import type { PlanSpec } from '../../model/plan/plan-spec.ts';
import type { Expectation } from '../../model/scenario/expectation.ts';
import { mapping } from '../text/mapping.ts';
import { scalar } from '../text/scalar.ts';
import { duration } from './duration-field.ts';
import { metricExpectation } from './metric-expectation.ts';
import { flag, nodeName, usableNames } from './name-fields.ts';
import { feeSchedule } from './network-fields.ts';
import { amount, integer, positiveAmount } from './number-fields.ts';

/** What planning asks for unless the scenario says otherwise. */
export const DEFAULT_GOAL: Expectation = {
  metric: 'success_rate',
  relation: '>=',
  value: 0.95,
  text: 'success_rate >= 95%',
};

// Student's quantile for 20 values is 7 % above that for infinitely many.
const DEFAULT_REPLICATIONS = 20;
const MOST_REPLICATIONS = 100_000;

/** How `millrace plan` varies the scenario, and what it is asked. */
export function plan() {
  return mapping({
    goal: metricExpectation()
      .describe('What must hold of the mean over replications.')
      .prefault(DEFAULT_GOAL.text),
    vary: z
      .record(z.string(), values())
      .describe('Field paths of this file, such as `network.capacity`, and the values each takes.')
      .prefault({}),
    sample: integer({ min: 1, max: 100_000 })
      .describe('So many points of a latin hypercube instead of every combination.')
      .exactOptional(),
    replications: integer({ min: 2, max: MOST_REPLICATIONS })
      .describe('Simulations of each point, each with a seed of its own.')
      .prefault(DEFAULT_REPLICATIONS),
    mostReplications: integer({ min: 2, max: MOST_REPLICATIONS })
      .describe('Of each point at most, where `precision` asks for more; absent: 50 times as many.')
      .exactOptional(),
    precision: precision()
      .describe("Half width of the goal's interval that is narrow enough.")
      .exactOptional(),
    network: z
      .enum(['fixed', 'drawn'])
      .describe('`fixed`: every replication has the network of the seed; `drawn`: each draws its own.')
      .prefault('fixed'),
    warmUp: duration().describe('Payments that start before are left out of the figures.').prefault('0s'),
    deposit: mapping({
      node: nodeName()
        .describe('Only the ends of this node; absent: both ends of all channels.')
        .exactOptional(),
      classes: z
        .record(z.string(), z.array(nodeName()).min(1))
        .superRefine(usableNames('a class'))
        .describe(
          'Each class of channels for itself: with `node` those to these partners, else the ends of these nodes; all others are one more class.',
        )
        .prefault({}),
      each: flag().describe('Every channel of the node for itself.').prefault(false),
    })
      .describe('Whose least deposit is sought.')
      .prefault({}),
    fund: mapping({
      budget: positiveAmount().describe('What may be added to deposits in all.'),
      step: positiveAmount().describe('What one step adds; absent: a tenth of the budget.').exactOptional(),
    })
      .describe('Where the next tokens should go.')
      .exactOptional(),
    remove: mapping({
      nodes: integer({ min: 0, max: 1000 }).describe('So many of the busiest nodes, one by one.').prefault(5),
      channels: integer({ min: 0, max: 1000 })
        .describe('So many of the busiest channels, one by one.')
        .prefault(5),
      groups: z
        .record(z.string(), z.array(nodeName()).min(1))
        .superRefine(usableNames('a group'))
        .describe('Nodes that go together, by names of your own.')
        .prefault({}),
    })
      .describe('What is taken away to see what it was worth.')
      .prefault({}),
    open: mapping({
      candidates: z
        .array(z.tuple([nodeName(), nodeName()]))
        .min(1)
        .describe('Pairs of nodes; absent: those between which most payments fail.')
        .exactOptional(),
      deposits: z.tuple([amount(), amount()]).describe('What the two ends put in.'),
    })
      .describe('Which new channel would help most.')
      .exactOptional(),
    charge: mapping({
      node: nodeName().describe('The mediator that asks.'),
      schedules: z.array(feeSchedule()).min(2).describe('What it might ask.'),
    })
      .describe('What a mediator should ask, others unchanged.')
      .exactOptional(),
  })
    .transform(
      ({ vary, warmUp, mostReplications, replications, ...rest }): PlanSpec => ({
        ...rest,
        vary: Object.entries(vary).map(([path, list]) => ({ path, values: list })),
        replications,
        mostReplications: Math.max(replications, mostReplications ?? 50 * replications),
        warmUpMs: warmUp,
      }),
    )
    .meta({ 'x-section': 'Plan' });
}

function values() {
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
  const [, digits, percent] = /^\s*(\d+(?:\.\d+)?(?:e-?\d+)?)\s*(%?)\s*$/.exec(String(value)) ?? [];
  if (digits === undefined) return undefined;
  const width = Number(digits) / (percent === '%' ? 100 : 1);
  return width > 0 && Number.isFinite(width) ? width : undefined;
}

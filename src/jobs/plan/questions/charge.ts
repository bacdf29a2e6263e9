import { z } from 'zod';
import { type FeeSchedule, NO_FEES } from '../../../model/network/fees.ts';
import type { NodeName, TokenName } from '../../../model/network/network.ts';
import type { NetworkChange } from '../../../model/plan/experiment.ts';
import type { NodeUse } from '../../../model/plan/replication.ts';
import { nodeName } from '../../../scenario/fields/values.ts';
import { feeSchedule } from '../../../scenario/fields/network-fields.ts';
import { values } from '../../../scenario/fields/plan-fields.ts';
import { addFault, mapping } from '../../../scenario/text/schema.ts';
import { changed } from '../effects.ts';
import { areCertain } from '../estimate-metric.ts';
import type { Candidate, Generator, QuestionContext } from '../question.ts';

const SCHEMA = z.lazy(() =>
  mapping({
    node: nodeName().describe('The mediator that charges.'),
    schedules: z.array(feeSchedule()).min(2).describe('What it might charge.').exactOptional(),
    proportionalPpm: values()
      .describe(
        'Or a range of shares of the amount, in millionths, of which the best is sought; its other fees stay.',
      )
      .exactOptional(),
  })
    .transform(({ node, schedules, proportionalPpm }, context): Charging => {
      const shares = (proportionalPpm ?? []).map((share) => Number(String(share).replaceAll('_', '')));
      const areShares = shares.every((ppm) => Number.isInteger(ppm) && ppm >= 0 && ppm <= MILLION);
      if (!areShares || (schedules === undefined) === (proportionalPpm === undefined))
        addFault(context, {
          expected: 'either schedules, or a range of proportionalPpm of whole numbers up to 1,000,000',
          path: [],
        });
      return { node, schedules, shares };
    })
    .describe('Fees of a mediator to try, others unchanged.')
    .exactOptional(),
);

const MILLION = 1_000_000;

/** A mediator, and what it might charge. */
interface Charging {
  readonly node: NodeName;
  /** Absent: a share of the amount within a range, beside the other parts of its present fees. */
  readonly schedules: readonly FeeSchedule[] | undefined;
  readonly shares: readonly number[];
}

/** Fees of a mediator, others unchanged. */
export const charge: Generator<Charging> = {
  key: 'charge',
  schema: SCHEMA,
  mentions: ({ node }) => [['node', node, 'changed']],
  metrics: ({ node }) => [earned(node)],
  async candidatesOf(context, { node, schedules, shares }) {
    const token = context.base.scenario.networks[0]?.token as TokenName;
    const present = context.own.network.getNodeAttribute(node, 'fees')?.[token] ?? NO_FEES;
    const withShare = (proportionalPpm: number): FeeSchedule => ({ ...present, proportionalPpm });
    const chargeOf = (fees: FeeSchedule): NetworkChange => ({ kind: 'charge', node, token, fees });
    const changeOf = (share: number): NetworkChange => chargeOf(withShare(share));
    const best = schedules === undefined ? await bestShare(context, { node, shares, changeOf, present }) : [];
    const tried = schedules ?? [...new Set([...shares, ...best])].map(withShare);
    return tried.map(
      (fees): Candidate => ({ kind: 'charge', what: node, changes: [chargeOf(fees)], metric: earned(node) }),
    );
  },
};

// The precision of the earnings is 1 % where chance decides something; else the search goes on to single ppm.
const [TOLERANCE, MOST_ROUNDS, GAPS_AT_ONCE] = [1.01, 24, 2];

interface ShareSearch {
  readonly node: NodeName;
  readonly shares: readonly number[];
  readonly changeOf: (share: number) => NetworkChange;
  readonly present: FeeSchedule;
}

/**
 * The share of the amount that earns most. A dearer mediator passes on no more than a cheaper one: so between two shares
 * it earns at most what the smaller one would if it were the larger, unless it pays for some payments (`uncapped`).
 * Gaps that may hold more than the best are halved.
 */
async function bestShare(
  { base, spec: { replications: count }, laboratory, seeds }: QuestionContext,
  { node, shares: given, changeOf, present }: ShareSearch,
): Promise<readonly number[]> {
  const tried = new Map<number, { readonly earned: number; readonly passed: number }>();
  const best = (): number => Math.max(...[...tried.values()].map((each) => each.earned));
  let next = given;
  let tolerance = 1;
  for (let round = 0; round <= MOST_ROUNDS && next.length > 0; round += 1) {
    const lists = await laboratory.replicationsOf(
      next.map((share) => ({ experiment: changed(base, [changeOf(share)]), count, first: seeds.choosing })),
    );
    if (!areCertain(lists[0] ?? [])) tolerance = TOLERANCE;
    for (const [at, rows] of lists.entries()) {
      const uses = rows.flatMap(({ nodes }) => nodes[node] ?? []);
      const sumOf = (of: (use: NodeUse) => number): number => uses.reduce((sum, use) => sum + of(use), 0);
      tried.set(next[at] as number, {
        earned: sumOf((use) => Number(use.earned)),
        passed: sumOf(({ mediated }) => mediated),
      });
    }
    const shares = [...tried.keys()].sort((a, b) => a - b);
    const gaps = shares.slice(1).map((high, at) => {
      const low = shares[at] as number;
      const { earned: sum = 0, passed = 0 } = tried.get(low) ?? {};
      // Each payment's fee may be rounded down by less than one unit; earnings at 0 bound none above it.
      const most = present.isUncapped ? Number.POSITIVE_INFINITY : ((sum + passed) * (high - 1)) / low;
      const atBest = Math.max(sum, tried.get(high)?.earned ?? 0);
      return { low, high, most, atBest };
    });
    next = gaps
      .filter(({ low, high, most }) => high - low > 1 && most > best() * tolerance)
      .sort((a, b) => b.most - a.most || b.atBest - a.atBest || b.high / b.low - a.high / a.low)
      .slice(0, GAPS_AT_ONCE)
      .map(({ low, high }) => Math.floor((low + high) / 2));
  }
  return [...tried].flatMap(([share, each]) => (each.earned === best() ? share : [])).slice(0, 1);
}

function earned(node: NodeName): string {
  return `earned{node=${node}}`;
}

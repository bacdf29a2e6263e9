import { z } from 'zod';
import { type FeeSchedule, flatOf, NO_FEES, shareOf } from '../../../model/network/fees.ts';
import type { NodeName, TokenName } from '../../../model/network/network.ts';
import type { NetworkChange } from '../../../model/plan/experiment.ts';
import { nodeName } from '../../../scenario/fields/values.ts';
import { feeSchedule } from '../../../scenario/fields/network-fields.ts';
import { values } from '../../../scenario/fields/plan-fields.ts';
import { addFault, mapping, optional } from '../../../scenario/text/schema.ts';
import { changed } from '../effects.ts';
import { areCertain } from '../estimate-metric.ts';
import type { Candidate, Generator, QuestionContext } from '../question.ts';

const SCHEMA = z.lazy(() =>
  mapping({
    node: nodeName().describe('The mediator that charges.'),
    schedules: optional(z.array(feeSchedule()).min(2), 'What it might charge.'),
    proportionalPpm: optional(
      values(),
      'Or a range of shares of the amount, in millionths, of which the best is sought; its other fees stay.',
    ),
  })
    .transform(({ node, schedules, proportionalPpm }, context): Charging => {
      const shares = (proportionalPpm ?? []).map((share) => Number(String(share).replaceAll('_', '')));
      const areShares = shares.every((ppm) => Number.isInteger(ppm) && ppm >= 0 && ppm <= MILLION);
      if (!areShares || (schedules === undefined) === (proportionalPpm === undefined))
        addFault(context, 'either schedules, or a range of proportionalPpm of whole numbers up to 1,000,000');
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
  metrics: ({ node }) => [`earned{node=${node}}`],
  async candidatesOf(context, { node, schedules, shares }) {
    const token = context.base.scenario.networks[0]?.token as TokenName;
    const present = context.own.network.getNodeAttribute(node, 'fees')?.[token] ?? NO_FEES;
    const withShare = (proportionalPpm: number): FeeSchedule => ({ ...present, proportionalPpm });
    const chargeOf = (fees: FeeSchedule): NetworkChange => ({ kind: 'charge', node, token, fees });
    const changeOf = (share: number): NetworkChange => chargeOf(withShare(share));
    const best = schedules === undefined ? await bestShare(context, { node, shares, changeOf, present }) : [];
    // The order in the file decides nothing.
    const byFee = (a: FeeSchedule, b: FeeSchedule): number =>
      Number(flatOf(a) - flatOf(b) || shareOf(a) - shareOf(b)) || a.imbalancePpm - b.imbalancePpm;
    const tried = (schedules ?? [...new Set([...shares, ...best])].map(withShare)).toSorted(byFee);
    return tried.map(
      (fees): Candidate => ({
        kind: 'charge',
        what: node,
        changes: [chargeOf(fees)],
        metric: `earned{node=${node}}`,
      }),
    );
  },
};

// The precision of the earnings is 1 % where chance decides something; else the search goes on to single ppm.
const [TOLERANCE, MOST_ROUNDS, GAPS_AT_ONCE] = [1.01, 36, 2];

// A payment that a dearer mediator refuses may leave room for others: so two cheaper shares count as well.
const CHEAPER = 2;

interface ShareSearch extends Pick<Charging, 'node' | 'shares'> {
  readonly changeOf: (share: number) => NetworkChange;
  readonly present: FeeSchedule;
}

interface TriedShare {
  readonly share: number;
  readonly sum: number;
  readonly passed: number;
  /** The most that it earns per millionth: each payment's fee may be rounded down by less than one unit. */
  readonly rate: number;
}

/**
 * The share of the amount that earns most. A dearer mediator passes on no more than a cheaper one, but for what payments
 * that it refuses leave room for. So between two shares it earns at most what the smaller one, or one of those before it,
 * would if it were the larger; no more than at them where both pass on the same payments. It may earn anything if it pays
 * for some payments (`uncapped`). Gaps that may hold more than the best are halved.
 */
async function bestShare(
  { base, spec: { replications: count }, laboratory, seeds }: QuestionContext,
  { node, shares: given, changeOf, present }: ShareSearch,
): Promise<readonly number[]> {
  let tried: readonly TriedShare[] = [];
  let [next, tolerance] = [given, 1];
  for (let round = 0; round <= MOST_ROUNDS && next.length > 0; round += 1) {
    const lists = await laboratory.replicationsOf(
      next.map((share) => ({ experiment: changed(base, [changeOf(share)]), count, first: seeds.choosing })),
    );
    if (!areCertain(lists[0] ?? [])) tolerance = TOLERANCE;
    const more = next.map((share, at): TriedShare => {
      const uses = (lists[at] ?? []).flatMap(({ nodes }) => nodes[node] ?? []);
      const sum = uses.reduce((all, use) => all + Number(use.earned), 0);
      const passed = uses.reduce((all, { mediated }) => all + mediated, 0);
      // Earnings at 0 bound none above it.
      return { share, sum, passed, rate: (sum + passed) / share };
    });
    tried = [...tried, ...more].sort((a, b) => a.share - b.share);
    const enough = bestOf(tried).sum * tolerance;
    next = tried
      .slice(1)
      .map((high, at) => gapBelow(high, tried.slice(Math.max(0, at - CHEAPER), at + 1), present))
      .filter(({ low, high, most }) => high - low > 1 && most > enough)
      .sort((a, b) => b.most - a.most || b.atBest - a.atBest || b.high / b.low - a.high / a.low)
      .slice(0, GAPS_AT_ONCE)
      .map(({ low, high }) => Math.floor((low + high) / 2));
  }
  return [bestOf(tried).share];
}

function bestOf(tried: readonly TriedShare[]): TriedShare {
  return tried.reduce((best, each) => (each.sum > best.sum ? each : best));
}

function gapBelow(high: TriedShare, cheaper: readonly TriedShare[], { isUncapped }: FeeSchedule) {
  const low = cheaper.at(-1) as TriedShare;
  const rates = cheaper.map(({ rate }) => rate).filter(Number.isFinite);
  const isOpen = low.share === 0 || isUncapped;
  const most = isOpen ? Number.POSITIVE_INFINITY : Math.max(...rates) * (high.share - 1);
  const atBest = Math.max(low.sum, high.sum);
  const before = cheaper.at(-2);
  // The same payments bring as much more for each millionth more, but for the rounding of each.
  const isSteady = before !== undefined && slopeOf(low, high, high.passed) >= slopeOf(before, low, 0);
  const isAlike = !isUncapped && isSteady && [before, high].every(({ passed }) => passed === low.passed);
  return { low: low.share, high: high.share, most: isAlike ? atBest : most, atBest };
}

const slopeOf = (low: TriedShare, high: TriedShare, spare: number): number =>
  (high.sum + spare - low.sum) / (high.share - low.share);

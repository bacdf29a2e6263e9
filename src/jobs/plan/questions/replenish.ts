import { z } from 'zod';
import { REPLENISH_KEYS, type ReplenishSpec } from '../../../model/disturbances/replenish.ts';
import { type Amount, larger } from '../../../model/network/amount.ts';
import type { TokenName } from '../../../model/network/network.ts';
import type { EndSelector } from '../../../model/plan/experiment.ts';
import { replenishment, type WrittenReplenish } from '../../../scenario/fields/replenish-fields.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import { assembleNetwork } from '../../assemble.ts';
import { areCertain, estimateMetric, isMet } from '../estimate-metric.ts';
import { plentyAt } from './funding-rules.ts';
import type { Candidate, Generator, QuestionContext } from '../question.ts';
import { rowsOf } from '../search.ts';

const SCHEMA = z.lazy(() =>
  mapping({
    policies: z
      .array(replenishment())
      .min(1)
      .describe(
        'Rules to compare, each by itself and with no rule at all; all of one node and the same partners.',
      ),
  })
    .describe('Whether ends are filled again and again, or hold enough from the start.')
    .exactOptional(),
);

type Filling = z.output<typeof SCHEMA>;

/** Ends that are filled again and again, each rule with the deposit that is cheapest beside it. */
export const replenish: Generator<Filling> = {
  key: 'replenish',
  schema: SCHEMA,
  requires: [
    'costs',
    'Write plan: {costs: {capitalPerYear: 5%, onChain: 20}, replenish: {policies: [{topUp: {node: hub, below: 20%, every: 1h}}]}}.',
  ],
  mentions: ({ policies }) =>
    policies.flatMap((policy, at) => {
      const path = `policies[${at}].${REPLENISH_KEYS[policy.kind]}`;
      return [
        [`${path}.node`, policy.node, 'changed'] as const,
        ...(policy.partners ?? []).map((name, of) => [`${path}.partners[${of}]`, name] as const),
      ];
    }),
  faults({ policies }) {
    const [first, ...others] = policies.map(endsText);
    return others.flatMap((each, at) => {
      if (each === first) return [];
      const message = `found a rule for ${each}, expected one for ${first}, as the first`;
      const hint = 'Costs are compared for the same ends: plan the other ends by themselves.';
      return [{ path: `policies[${at + 1}]`, message, hint }];
    });
  },
  metrics: ({ policies: [first] }) => (first === undefined ? [] : [`cost{node=${first.node}}`]),
  rulesIn: ({ policies }) => policies.length + 1,
  candidatesOf,
};

async function candidatesOf(context: QuestionContext, { policies }: Filling): Promise<readonly Candidate[]> {
  const { base } = context;
  const [first] = policies as [WrittenReplenish, ...WrittenReplenish[]];
  const { node, partners } = first;
  const token = base.scenario.networks[0]?.token as TokenName;
  const at: EndSelector = { owners: [node], ...(partners && { partners }) };
  const candidates: Candidate[] = [];
  for (const policy of [undefined, ...policies.map((each): ReplenishSpec => ({ ...each, token }))]) {
    const filledTo = (amount: Amount): Candidate => ({
      kind: 'replenish',
      what: endsText(first),
      changes: [{ kind: 'deposit', at, amount }],
      ...(policy && { replenish: policy }),
      metric: `cost{node=${node}}`,
    });
    const amount = await cheapestDeposit(context, filledTo);
    if (amount !== undefined) candidates.push(filledTo(amount));
  }
  return candidates;
}

// Each deposit is three quarters of the one before: thirty reach down to a five-thousandth.
const RUNGS = 30;
// Each halves the distance to the deposits beside the best: seven make it smaller than a percent. Where chance decides
// nothing, the search goes on to the unit, or to a millionth, beside the best eight: a cost has several troughs.
const [ROUNDS, CERTAIN_ROUNDS] = [
  [7, 1],
  [20, 8],
] as const;

/**
 * The cheapest deposit, by mean cost, that meets the goal; undefined: no deposit that was tried meets it. More deposit
 * binds more money, less may mean more transactions, so deposits all over the range are tried before those between.
 */
async function cheapestDeposit(
  context: QuestionContext,
  filledTo: (amount: Amount) => Candidate,
): Promise<Amount | undefined> {
  const { base, spec, seeds } = context;
  const rungs = [larger(1n, await plentyAt(base, assembleNetwork(base.scenario)))];
  while (rungs.length < RUNGS && (rungs.at(-1) ?? 0n) > 0n) rungs.push(((rungs.at(-1) ?? 0n) * 3n) / 4n);
  const costs = new Map<Amount, number>();
  for (let [round, next] = [0, rungs]; next.length > 0; round += 1) {
    const filled = next.map((amount) => [filledTo(amount)]);
    const rows = await rowsOf(context, filled, seeds.choosing);
    for (const [index, measured] of rows.entries()) {
      const { mean } = estimateMetric(measured, filled[index]?.[0]?.metric ?? '');
      costs.set(next[index] as Amount, isMet(measured, spec.goal) ? mean : Infinity);
    }
    const [rounds, count] = areCertain(rows[0] ?? []) ? CERTAIN_ROUNDS : ROUNDS;
    next = round < rounds ? besideCheapest(costs, count) : [];
  }
  return byCost(costs)[0];
}

/** The deposits that meet the goal, the cheapest first. */
function byCost(costs: ReadonlyMap<Amount, number>): readonly Amount[] {
  const met = [...costs].filter(([, cost]) => cost < Infinity);
  return met.sort(([, a], [, b]) => a - b).map(([amount]) => amount);
}

/** The untried deposits in the middle between the cheapest ones and their neighbours. */
function besideCheapest(costs: ReadonlyMap<Amount, number>, count: number): Amount[] {
  const tried = [...costs.keys()].sort((a, b) => (a < b ? -1 : 1));
  const best = new Set(byCost(costs).slice(0, count));
  return tried
    .map((above, at) => ((tried[at - 1] ?? above) + above) / 2n)
    .filter((each, at) => !costs.has(each) && tried.slice(at - 1, at + 1).some((end) => best.has(end)));
}

/** `hub’s ends with shop` */
function endsText({ node, partners }: WrittenReplenish): string {
  return partners === undefined ? `all ends of ${node}` : `${node}’s ends with ${partners.join(', ')}`;
}

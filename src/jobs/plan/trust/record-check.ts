import type { Amount } from '../../../model/network/amount.ts';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { RecordCheck } from '../../../model/plan/measured-plan.ts';
import type { PlanSpec } from '../../../model/plan/plan-spec.ts';
import type { TracedPayment } from '../../../model/scenario/payment-trace.ts';
import { partnerBefore, type RecordedTraffic } from '../../../model/scenario/recorded-traffic.ts';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import { createRandomSource } from '../../../runtime/random-source.ts';
import { estimate } from '../../../statistics/estimate.ts';
import { assembleNetwork, assembleOperations } from '../../assemble.ts';
import { simulate } from '../../simulate.ts';
import { replicationSeed } from '../laboratory.ts';

// Balances that are drawn differ; of so many draws the spread is seen.
const MOST_DRAWS = 5;

/**
 * Simulates recorded payments once as they were recorded, from the balances that the channels had before them, and
 * compares how they ended. Undefined: no traffic says how its payments ended.
 */
export async function checkRecord(
  scenario: Scenario,
  { network: kind, replications }: Pick<PlanSpec, 'network' | 'replications'>,
): Promise<RecordCheck | undefined> {
  const recorded = scenario.recorded?.find(({ payments }) =>
    payments.some(({ outcome }) => outcome !== undefined),
  );
  if (recorded === undefined) return undefined;
  const draws = kind === 'fixed' ? 1 : Math.min(MOST_DRAWS, replications);
  const runs = [];
  for (let draw = 0; draw < draws; draw += 1) runs.push(await asRecorded(scenario, recorded, draw));
  const told = recorded.payments.filter(({ outcome }) => outcome !== undefined);
  return {
    payments: told.length,
    succeeded: told.filter(({ outcome }) => outcome === 'succeeded').length,
    simulated: estimate(runs.map((run) => shareOf(run.map(({ simulated }) => simulated)))),
    alike: estimate(runs.map((run) => shareOf(run.map(({ isAlike }) => isAlike)))),
  };
}

function shareOf(hits: readonly boolean[]): number {
  return hits.filter(Boolean).length / hits.length;
}

async function asRecorded(scenario: Scenario, recorded: RecordedTraffic, draw: number) {
  const { resampleMs: _r, durationMs: _d, ...rest } = recorded;
  const alone: Scenario = {
    ...scenario,
    seed: replicationSeed(scenario.seed, draw),
    traffic: [],
    steps: [],
    recorded: [{ ...rest, growth: 1 }],
  };
  const network = assembleNetwork(draw === 0 ? scenario : alone);
  const operations = assembleOperations({ scenario: alone, network });
  const start = beforeRecord(network, recorded);
  const { records } = await simulate({
    scenario: alone,
    start,
    operations,
    random: createRandomSource(alone.seed),
    traces: 'none',
  });
  const outcomes = new Map(records.map(({ operation, outcome }) => [operation.id, outcome.kind]));
  return operations.flatMap(({ id }, position) => {
    const { outcome } = recorded.payments[position] as TracedPayment;
    if (outcome === undefined) return [];
    const simulated = outcomes.get(id) === 'succeeded';
    return [{ simulated, isAlike: simulated === (outcome === 'succeeded') }];
  });
}

/** The network as its balances were before the payments that succeeded; a channel that got money meanwhile is as far back as it goes. */
export function beforeRecord(network: Network, { of, payments }: RecordedTraffic): Network {
  if (of === undefined) return network;
  const gained = new Map<NodeName, Amount>();
  const add = (node: NodeName, amount: Amount): void => {
    const partner = partnerBefore(node) ?? node;
    gained.set(partner, (gained.get(partner) ?? 0n) + amount);
  };
  for (const { node, target, amount, outcome } of payments) {
    if (outcome !== 'succeeded') continue;
    if (node !== of) add(node, amount);
    if (target !== of) add(target, -amount);
  }
  const before = network.copy();
  for (const [partner, amount] of gained) {
    if (!before.hasNode(partner)) continue;
    const [channel] = before.edges(of, partner);
    if (channel === undefined) continue;
    const own = before.source(channel) === of ? 0 : 1;
    before.updateEdgeAttributes(channel, (attributes) => {
      const { balance } = attributes;
      const back = within(amount, -(balance[1 - own] as Amount), balance[own]);
      const moved = own === 0 ? [-back, back] : [back, -back];
      const then = [balance[0] + (moved[0] as Amount), balance[1] + (moved[1] as Amount)] as const;
      return { ...attributes, balance: then, totalDeposit: then };
    });
  }
  return before;
}

function within(amount: Amount, least: Amount, most: Amount): Amount {
  if (amount < least) return least;
  return amount > most ? most : amount;
}

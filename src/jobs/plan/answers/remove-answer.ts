import type { Network, NodeName } from '../../../model/network/network.ts';
import type { PlanEffect, Removal } from '../../../model/plan/plan-result.ts';
import type { RemovalQuestion } from '../../../model/plan/plan-spec.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import { shareEstimate } from '../../../statistics/share-estimate.ts';
import { assembleNetwork, assembleOperations } from '../../assemble.ts';
import { changeNetwork } from '../change-network.ts';
import { flowBound } from '../flow-bound.ts';
import { replicationSeed } from '../laboratory.ts';
import type { Asked } from './asked.ts';
import { effectsOf, type Trial } from './effects.ts';

/** What each of the busiest nodes and channels, and each named group, is worth: the greatest damage first. */
export async function removeAnswer(asked: Asked): Promise<readonly Removal[]> {
  const { base, spec, laboratory } = asked;
  const network = assembleNetwork(base.scenario);
  const [rows = []] = await laboratory.replicationsOf([{ experiment: base, count: spec.replications }]);
  const effects = await effectsOf(asked, trialsOf(network, rows, spec.remove));
  const boundOf = bounds(asked);
  // Bounds of the greatest damage first, in case there is no time for all.
  return [...effects]
    .sort((a, b) => a.difference.mean - b.difference.mean)
    .map((effect): Removal => ({ ...effect, ...boundOf(effect.changes) }));
}

function trialsOf(
  network: Network,
  rows: readonly Replication[],
  { nodes, channels, groups }: RemovalQuestion,
): readonly Trial[] {
  const tried = busiestNodes(rows, nodes);
  const isEnd = (node: NodeName): boolean => network.degree(node) === 1;
  // Without its one channel a node pays and gets nothing either: the same, told once.
  const told = new Set(tried.filter(isEnd).flatMap((node) => network.edges(node)));
  return [
    ...tried.map((node): Trial => {
      const one = isEnd(node) ? `, or its one channel, with ${network.neighbors(node)[0] as string}` : '';
      return { what: `without ${node}${one}`, changes: [{ kind: 'remove-node', node }] };
    }),
    ...busiest(rows.flatMap(transfers), channels)
      .filter((channel) => !told.has(channel))
      .map((channel): Trial => {
        const what = `without the channel of ${network.extremities(channel).join(' and ')}`;
        return { what, changes: [{ kind: 'remove-channel', channel }] };
      }),
    ...Object.entries(groups).map(
      ([name, members]): Trial => ({
        what: `without ${name} (${members.join(', ')})`,
        changes: members.map((node) => ({ kind: 'remove-node', node })),
      }),
    ),
  ];
}

// Payments of so many replications tell the bound closely enough; of thousands they would not fit into memory.
const MOST_BOUNDED = 20;

/** What no router exceeds with these changes made, over the payments of the first replications. */
function bounds({ base, spec, isTimeUp }: Asked): (changes: PlanEffect['changes']) => Pick<Removal, 'bound'> {
  const { scenario } = base;
  const replications = Array.from({ length: Math.min(spec.replications, MOST_BOUNDED) }, (_, index) => {
    const seed = replicationSeed(scenario.seed, index);
    const network = assembleNetwork(spec.network === 'fixed' ? scenario : { ...scenario, seed });
    const operations = assembleOperations({ scenario: { ...scenario, seed }, network });
    return { network, operations: operations.filter(({ atMs }) => atMs >= spec.warmUpMs) };
  });
  return (changes) => {
    const told: number[] = [];
    for (const { network, operations } of replications) {
      const share = isTimeUp() ? undefined : flowBound(changeNetwork(network, changes), operations);
      if (share === undefined) return {};
      told.push(share);
    }
    return { bound: shareEstimate(told) };
  };
}

type Busy = readonly [name: string, count: number];

// Those who pass on most, then those who pay and get most: without these their own payments fail, and no others.
function busiestNodes(rows: readonly Replication[], most: number): readonly string[] {
  const mediators = busiest(rows.flatMap(mediations), most);
  const others = busiest(rows.flatMap(visits), Number.POSITIVE_INFINITY);
  return [...mediators, ...others.filter((node) => !mediators.includes(node))].slice(0, most);
}

function mediations({ nodes }: Replication): readonly Busy[] {
  return Object.entries(nodes).map(([node, { mediated }]) => [node, mediated]);
}

function transfers({ ends }: Replication): readonly Busy[] {
  return ends.map(({ channel, carried }) => [channel, carried]);
}

// Transfers sent and got; the channel's other end is that of its partner.
function visits({ ends }: Replication): readonly Busy[] {
  const nodeAt = new Map(ends.map(({ channel, end, node }) => [`${channel} ${end}`, node]));
  return ends.flatMap(({ channel, end, node, carried }): readonly Busy[] => {
    const partner = nodeAt.get(`${channel} ${1 - end}`);
    return [[node, carried], ...(partner === undefined ? [] : [[partner, carried] as const])];
  });
}

function busiest(counts: readonly Busy[], most: number): readonly string[] {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums]
    .filter(([, count]) => count > 0)
    .sort(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1))
    .slice(0, most)
    .map(([name]) => name);
}

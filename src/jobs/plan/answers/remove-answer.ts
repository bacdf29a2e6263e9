import type { PlanEffect } from '../../../model/plan/plan-result.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import { assembleNetwork } from '../../assemble.ts';
import type { Asked } from './asked.ts';
import { effectsOf, type Trial } from './effects.ts';

/** What each of the busiest nodes and channels, and each named group, is worth: the greatest damage first. */
export async function removeAnswer(asked: Asked): Promise<readonly PlanEffect[]> {
  const { base, spec, laboratory } = asked;
  const network = assembleNetwork(base.scenario);
  const [rows = []] = await laboratory.replicationsOf([{ experiment: base, count: spec.replications }]);
  const { nodes, channels, groups } = spec.remove;
  const trials: readonly Trial[] = [
    ...busiest(rows.flatMap(mediations), nodes).map(
      (node): Trial => ({ what: `without ${node}`, changes: [{ kind: 'remove-node', node }] }),
    ),
    ...busiest(rows.flatMap(transfers), channels).map((channel): Trial => {
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
  const effects = await effectsOf(asked, trials);
  return [...effects].sort((a, b) => a.difference.mean - b.difference.mean);
}

type Busy = readonly [name: string, count: number];

function mediations({ nodes }: Replication): readonly Busy[] {
  return Object.entries(nodes).map(([node, { mediated }]) => [node, mediated]);
}

function transfers({ ends }: Replication): readonly Busy[] {
  return ends.map(({ channel, carried }) => [channel, carried]);
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

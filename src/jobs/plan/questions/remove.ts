import { z } from 'zod';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import { integer, nodeNames, usableNames } from '../../../scenario/fields/values.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import { assembleNetwork } from '../../assemble.ts';
import { replicationSeed } from '../laboratory.ts';
import type { Candidate, Generator, QuestionContext } from '../question.ts';
import { rankedSums } from '../ranked-sums.ts';

const SCHEMA = z.lazy(() =>
  mapping({
    nodes: integer({ min: 0, max: 1000 }).describe('Number of busiest nodes, one by one.').prefault(5),
    channels: integer({ min: 0, max: 1000 }).describe('Number of busiest channels, one by one.').prefault(5),
    groups: z
      .record(z.string(), nodeNames())
      .superRefine(usableNames('a group'))
      .describe('Nodes that go together, by names of your own.')
      .prefault({}),
  })
    .describe(
      'The parts to remove one by one, to measure their value. The default if there are no other changes.',
    )
    .exactOptional(),
);

type Removing = z.output<typeof SCHEMA>;

const BUSIEST: Removing = { nodes: 5, channels: 5, groups: {} };

/** The busiest nodes and channels, and named groups, each removed alone from the start. */
export const remove: Generator<Removing> = {
  key: 'remove',
  schema: SCHEMA,
  mentions: ({ groups }) =>
    Object.entries(groups).flatMap(([group, nodes]) =>
      nodes.map((node, at) => [`groups.${group}[${at}]`, node] as const),
    ),
  async candidatesOf(context, settings = BUSIEST) {
    const { base, spec, laboratory, seeds } = context;
    const network = assembleNetwork(base.scenario);
    const [rows = []] = await laboratory.replicationsOf([
      { experiment: base, count: spec.replications, first: seeds.choosing },
    ]);
    const isEverywhere = channelsEverywhere(context, network);
    return removalsOf({ ...context, settings, network, rows, isEverywhere });
  },
};

interface Removable extends Pick<QuestionContext, 'own'> {
  readonly settings: Removing;
  readonly network: Network;
  readonly rows: readonly Replication[];
  readonly isEverywhere: (channel: string) => boolean;
}

function removalsOf({ network, rows, isEverywhere, own, settings }: Removable): readonly Candidate[] {
  const { nodes, channels, groups } = settings;
  const carried = rows
    .flatMap(({ ends }) => ends.map((end): Count => [end.channel, BigInt(end.carried)]))
    .filter(([channel]) => own.mayChange({ kind: 'remove-channel', channel }));
  const tried = busiestNodes(rows, nodes);
  const isLeaf = (node: NodeName): boolean => network.degree(node) === 1;
  // Without its one channel a node pays and gets nothing either: it is the same trial.
  const leafChannels = new Set(tried.filter(isLeaf).flatMap((node) => network.edges(node)));
  return [
    ...tried.map((node): Candidate => {
      const one = isLeaf(node) ? ` (its only channel leads to ${network.neighbors(node)[0] as string})` : '';
      return { kind: 'remove', what: `without ${node}${one}`, changes: [{ kind: 'remove-node', node }] };
    }),
    ...busiest(carried, channels)
      .filter((channel) => isEverywhere(channel) && !leafChannels.has(channel))
      .map((channel): Candidate => {
        const what = `without the channel of ${network.extremities(channel).join(' and ')}`;
        return { kind: 'remove', what, changes: [{ kind: 'remove-channel', channel }] };
      }),
    ...Object.entries(groups).map(([name, members]): Candidate => {
      const changes = members.map((node) => ({ kind: 'remove-node', node }) as const);
      return { kind: 'remove', what: `without ${name} (${members.join(', ')})`, changes };
    }),
  ];
}

/** Tells of a channel whether it joins the same nodes in the network of each replication: of other ones no one is taken away. */
function channelsEverywhere(
  { base: { scenario }, spec, seeds }: QuestionContext,
  network: Network,
): (channel: string) => boolean {
  if (spec.network === 'fixed') return () => true;
  const networks = [seeds.choosing, seeds.telling].flatMap((first) =>
    Array.from({ length: spec.replications }, (_, index) =>
      assembleNetwork({ ...scenario, seed: replicationSeed(scenario.seed, first + index) }),
    ),
  );
  const endsIn = (drawn: Network, channel: string) =>
    drawn.hasEdge(channel) ? drawn.extremities(channel).join(' ') : undefined;
  return (channel) => {
    const ends = endsIn(network, channel);
    return ends !== undefined && networks.every((drawn) => endsIn(drawn, channel) === ends);
  };
}

type Count = readonly [name: string, count: bigint];

// The busiest mediators, then those that pay and get most: without these their own payments fail, and no others.
function busiestNodes(rows: readonly Replication[], most: number): readonly string[] {
  const mediators = busiest(rows.flatMap(mediations), most);
  const others = busiest(rows.flatMap(visits), Number.POSITIVE_INFINITY);
  return [...mediators, ...others.filter((node) => !mediators.includes(node))].slice(0, most);
}

function mediations({ nodes }: Replication): readonly Count[] {
  return Object.entries(nodes).map(([node, { mediated }]) => [node, BigInt(mediated)]);
}

// Transfers that each node sent and got.
function visits({ ends }: Replication): readonly Count[] {
  const nodeAt = new Map(ends.map(({ channel, end, node }) => [`${channel} ${end}`, node]));
  return ends.flatMap(({ channel, end, node, carried }): readonly Count[] => {
    const partner = nodeAt.get(`${channel} ${1 - end}`);
    return [node, partner].flatMap((name) => (name === undefined ? [] : [[name, BigInt(carried)] as const]));
  });
}

function busiest(counts: readonly Count[], most: number): readonly string[] {
  return rankedSums(counts, (name) => name)
    .slice(0, most)
    .map(({ item }) => item);
}

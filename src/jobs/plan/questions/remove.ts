import { z } from 'zod';
import type { Network, NodeName } from '../../../model/network/network.ts';
import type { NetworkChange } from '../../../model/plan/experiment.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import type { Operation } from '../../../model/run/operation.ts';
import { type Block, pageOnly, prose, section } from '../../../report/blocks/block.ts';
import { metricChangeText, metricEstimateText } from '../../../report/plan/interval-text.ts';
import { metricWords } from '../../../report/words/metric-words.ts';
import { networkFigure } from '../../../report/plan/network-figure.ts';
import { integer, nodeNames, usableNames } from '../../../scenario/fields/values.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import { type Estimate, shareEstimate } from '../../../statistics/estimate.ts';
import { assembleNetwork, assembleOperations } from '../../assemble.ts';
import { settleSteps } from '../../settle/settle-steps.ts';
import { changeNetwork } from '../change-network.ts';
import {
  changeCaption,
  effectChart,
  effectTextOf,
  MOST_ROWS,
  type PlanEffect,
  rankedEffects,
  type Trial,
  triedText,
} from '../effects.ts';
import { areCertain } from '../estimate-metric.ts';
import { flowBound } from '../flow-bound.ts';
import { replicationSeed } from '../laboratory.ts';
import type { QuestionContext, Question, Told } from '../question.ts';
import { rankedSums } from '../ranked-sums.ts';

const SETTINGS = z.lazy(() =>
  mapping({
    nodes: integer({ min: 0, max: 1000 }).describe('So many of the busiest nodes, one by one.').prefault(5),
    channels: integer({ min: 0, max: 1000 })
      .describe('So many of the busiest channels, one by one.')
      .prefault(5),
    groups: z
      .record(z.string(), nodeNames())
      .superRefine(usableNames('a group'))
      .describe('Nodes that go together, by names of your own.')
      .prefault({}),
  })
    .describe('What is taken away to see what it was worth.')
    .prefault({}),
);

type RemovalSettings = z.output<typeof SETTINGS>;

/** The loss where something is taken away, and how much of it no router would save. */
export interface Removal extends PlanEffect {
  /**
   * The share of payments that no router exceeds with this taken away, by the largest flows through whole capacities;
   * absent where steps add money.
   */
  readonly bound?: Estimate;
}

/** How much each of the busiest nodes and channels, and each named group, is worth: the greatest damage first. */
export const remove: Question<'remove', RemovalSettings, readonly Removal[]> = {
  name: 'remove',
  settings: SETTINGS,
  mentions: ({ groups }) =>
    Object.entries(groups).flatMap(([group, nodes]) =>
      nodes.map((node, at) => [`groups.${group}[${at}]`, node] as const),
    ),
  answer: removeAnswer,
  tell(removals, told) {
    const { goal, token, idOf } = told;
    const { metric } = goal;
    const title = 'What would be missed most';
    return {
      section: () =>
        removals.length === 0
          ? section(
              { id: idOf('remove'), title },
              prose(
                'Nothing: no payment succeeds as it is, or no channel is in the network of every replication.',
              ),
            )
          : section(
              {
                id: idOf('remove'),
                title: `${title} (change of ${metricWords(metric)})`,
                hint: `${HINT} ${triedText(removals)}`,
              },
              effectChart(changeCaption(metric), removals, removalTextOf(metric, token)),
              pageOnly(() => drawing(removals, told)),
            ),
    };
  },
};

const HINT =
  'Each is taken away alone, from the start. A node that is away neither sends, gets nor passes on payments, and its own count as failed. The bound is the share of payments that fit through the largest flow from payer to payee, with all capacity where it is needed: no router and no splitting exceeds it without it. Where it is low, only new channels help; where it is high, money elsewhere or a better router might.';

async function removeAnswer(context: QuestionContext<RemovalSettings>): Promise<readonly Removal[]> {
  const { base, spec, laboratory, seeds } = context;
  const network = assembleNetwork(base.scenario);
  const [rows = []] = await laboratory.replicationsOf([
    { experiment: base, count: spec.replications, first: seeds.choosing },
  ]);
  const isEverywhere = channelsEverywhere(context, network);
  const effects = await rankedEffects(
    context,
    trialsOf({ ...context, network, rows, isEverywhere }),
    'worst',
  );
  const boundOf = await bounds(context, areCertain(rows));
  // Bounds of the greatest damage first, in case there is no time for all.
  return effects.map((effect): Removal => ({ ...effect, ...boundOf(effect.changes) }));
}

interface Removable extends Pick<QuestionContext<RemovalSettings>, 'settings' | 'own'> {
  readonly network: Network;
  readonly rows: readonly Replication[];
  readonly isEverywhere: (channel: string) => boolean;
}

function trialsOf({
  network,
  rows,
  isEverywhere,
  own,
  settings: { nodes, channels, groups },
}: Removable): readonly Trial[] {
  const carried = rows
    .flatMap(transfers)
    .filter(([channel]) => own.mayChange({ kind: 'remove-channel', channel }));
  const tried = busiestNodes(rows, nodes);
  const isLeaf = (node: NodeName): boolean => network.degree(node) === 1;
  // Without its one channel a node pays and gets nothing either: it is the same trial.
  const leafChannels = new Set(tried.filter(isLeaf).flatMap((node) => network.edges(node)));
  return [
    ...tried.map((node): Trial => {
      const one = isLeaf(node) ? ` (its only channel leads to ${network.neighbors(node)[0] as string})` : '';
      return { what: `without ${node}${one}`, changes: [{ kind: 'remove-node', node }] };
    }),
    ...busiest(carried, channels)
      .filter((channel) => isEverywhere(channel) && !leafChannels.has(channel))
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

/** Tells of a channel whether it joins the same nodes in the network of each replication: of other ones no one is taken away. */
function channelsEverywhere(
  { base: { scenario }, spec, seeds }: QuestionContext<RemovalSettings>,
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

// Payments of so many replications tell the bound closely enough; of thousands they would not fit into memory.
const MOST_BOUNDED = 20;

/** The share that no router exceeds with these changes made, over the payments of the first replications. */
async function bounds(
  { base: { scenario }, spec, isTimeUp }: QuestionContext,
  isCertain: boolean,
): Promise<(changes: readonly NetworkChange[]) => Pick<Removal, 'bound'>> {
  const replications: { readonly network: Network; readonly operations: readonly Operation[] }[] = [];
  for (let index = 0; index < Math.min(spec.replications, MOST_BOUNDED); index += 1) {
    const seeded = { ...scenario, seed: replicationSeed(scenario.seed, index) };
    const network = assembleNetwork(spec.network === 'fixed' ? scenario : seeded);
    const operations = assembleOperations({ scenario: await settleSteps(seeded, network), network });
    replications.push({ network, operations: operations.filter(({ atMs }) => atMs >= spec.warmUpMs) });
  }
  return (changes) => {
    const shares: number[] = [];
    for (const { network, operations } of replications) {
      const share = isTimeUp() ? undefined : flowBound(changeNetwork(network, changes), operations);
      if (share === undefined) return {};
      shares.push(share);
    }
    const payments = replications.reduce((sum, { operations }) => sum + operations.length, 0);
    return { bound: shareEstimate(shares, { of: payments / shares.length, isCertain }) };
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

function transfers({ ends }: Replication): readonly Count[] {
  return ends.map(({ channel, carried }) => [channel, BigInt(carried)]);
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

function removalTextOf(metric: string, token: Told['token']): (removal: Removal) => string {
  const textOf = effectTextOf(metric, token);
  return ({ bound, ...effect }) => {
    const exceeded =
      bound === undefined ? '' : `; no router exceeds ${metricEstimateText('success_rate', bound)}`;
    return `${textOf(effect)}${exceeded}`;
  };
}

function drawing(removals: readonly Removal[], { network, goal: { metric }, token, idOf }: Told): Block {
  const harmful = removals
    .slice(0, MOST_ROWS)
    .filter(({ difference, mayBeChance }) => !mayBeChance && difference.mean < 0);
  const texts = new Map<string, string[]>();
  for (const { changes, what, difference } of harmful)
    for (const change of changes) {
      const key = keyOf(change);
      texts.set(key, [
        ...(texts.get(key) ?? []),
        `${what} ${metricWords(metric)} changes by ${metricChangeText(metric, difference, token)}`,
      ]);
    }
  const textOf = (key: string): string => (texts.get(key) ?? ['not missed, or not tried']).join('; ');
  return networkFigure(network, {
    id: idOf('remove-network'),
    caption: 'Marked: what would surely be missed, of what was taken away',
    title: 'The network with what would be missed',
    describeNode: (name) => `${name}: ${textOf(`node ${name}`)}`,
    describeLink: ({ between, channels }) =>
      `${between.join(' – ')}: ${channels.map(({ channel }) => textOf(`channel ${channel}`)).join(', ')}`,
    isMarked: (what) =>
      typeof what === 'string'
        ? texts.has(`node ${what}`)
        : what.channels.some(({ channel }) => texts.has(`channel ${channel}`)),
  });
}

function keyOf(change: NetworkChange): string {
  if (change.kind === 'remove-node') return `node ${change.node}`;
  return change.kind === 'remove-channel' ? `channel ${change.channel}` : change.kind;
}

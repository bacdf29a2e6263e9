import { z } from 'zod';
import { columnNames } from './column-names.ts';
import { addFault, choice, kind, mapping, optional } from '../text/schema.ts';
import { amount, filePath, integer, nodeRange, number } from './values.ts';

// The largest public snapshots have some 20,000 nodes; five times that still fits in memory.
const MOST_NODES = 100_000;
// 2,000 nodes have two million channels with each other.
const MOST_COMPLETE_NODES = 2000;

const nodes = (min: number, max = MOST_NODES) =>
  integer({ min, max }).describe('Number of nodes, `n1`, `n2`, ...');

/** Which nodes and channels a token network has. */
export function topology() {
  return choice({
    line: kind('line', { nodes: nodes(2) }).describe('Every node has a channel with the next one.'),
    ring: kind('ring', { nodes: nodes(3) }).describe('A line whose ends meet.'),
    star: kind('star', {
      spokes: integer({ min: 1, max: MOST_NODES }).describe('Number of spokes, `spoke1`, `spoke2`, ...'),
    }).describe('Every spoke has one channel, with `hub`.'),
    complete: kind('complete', { nodes: nodes(2, MOST_COMPLETE_NODES) }).describe(
      'A channel between any two nodes.',
    ),
    grid: grid().describe('A rectangle; the node in row 2, column 3 is `r2c3`.'),
    random: kind('random', {
      nodes: nodes(2),
      probability: number({ min: 0, max: 1 }).describe('Chance of a channel between any two nodes.'),
    }).describe('Erdos-Renyi G(n, p).'),
    'scale-free': kind('scale-free', {
      nodes: nodes(2),
      channelsPerNode: integer({ min: 1, max: MOST_NODES }).describe('Channels each new node opens.'),
    })
      .superRefine(belowNodes('channelsPerNode'))
      .describe('Barabasi-Albert: few nodes have many channels, many have few.'),
    'small-world': smallWorld().describe('Watts-Strogatz: a ring of neighbours with some far channels.'),
    'random-regular': randomRegular().describe('Random, every node with the same number of channels.'),
    'core-periphery': corePeriphery().describe(
      'Core nodes `core1`... all know each other; outer nodes `leaf1`... each have channels with some of them.',
    ),
    channels: z
      .array(channel())
      .superRefine(checkPairs)
      .transform((channels) => ({ kind: 'channels' as const, channels: channels.flatMap(channelsOf) }))
      .describe(
        'A list of channels; its nodes are the network. Empty: all nodes stand under `nodes`, and steps open channels.',
      ),
    snapshot: snapshot().describe('A network from a file.'),
  }).meta({ 'x-section': 'Topology' });
}

function grid() {
  return kind('grid', {
    rows: integer({ min: 1, max: 1000 }).describe('Number of rows.'),
    columns: integer({ min: 1, max: 1000 }).describe('Number of columns.'),
  }).superRefine(({ rows, columns }, context) => {
    if (rows * columns < 2) addFault(context, 'a grid of at least 2 nodes', ['columns']);
    if (rows * columns > MOST_NODES) addFault(context, `a grid of at most ${MOST_NODES} nodes`, ['columns']);
  });
}

function smallWorld() {
  return kind('small-world', {
    nodes: nodes(3),
    neighbours: integer({ min: 2, max: MOST_NODES }).describe(
      'Nearest neighbours on the ring, an even number.',
    ),
    rewiring: number({ min: 0, max: 1 }).describe('Chance that a channel is moved to a random node.'),
  })
    .superRefine((spec, context) => {
      if (spec.neighbours % 2 === 1)
        addFault(
          context,
          'an even number of neighbours',
          ['neighbours'],
          'half of the neighbours sit on each side',
        );
    })
    .superRefine(belowNodes('neighbours'));
}

function randomRegular() {
  return kind('random-regular', {
    nodes: nodes(2),
    degree: integer({ min: 1, max: MOST_NODES }).describe('Channels of every node.'),
  })
    .superRefine(belowNodes('degree'))
    .superRefine((spec, context) => {
      if ((spec.nodes * spec.degree) % 2 === 1)
        addFault(
          context,
          `nodes x degree to be even, not ${spec.nodes} x ${spec.degree}`,
          ['degree'],
          'every channel has two ends, so the ends add up to an even number',
        );
    });
}

function corePeriphery() {
  return kind('core-periphery', {
    core: integer({ min: 1, max: MOST_COMPLETE_NODES }).describe('Number of core nodes.'),
    periphery: integer({ min: 0, max: MOST_NODES }).describe('Number of outer nodes.'),
    links: integer({ min: 1, max: MOST_COMPLETE_NODES }).describe('Channels of each outer node.'),
  }).superRefine(({ core, periphery, links }, context) => {
    if (links > core) addFault(context, `at most as many links as core nodes (${core})`, ['links']);
    if (core + periphery < 2) addFault(context, 'at least 2 nodes in all', ['periphery']);
  });
}

function channel() {
  return mapping({
    between: z
      .tuple([nodeRange(), nodeRange()])
      .describe('The two participants. A range such as `shop1..8` stands for one channel with each.'),
    deposits: z.tuple([amount(), amount()]).describe('The deposits of both, in the same order.'),
  });
}

type ChannelEntry = z.infer<ReturnType<typeof channel>>;

// A token network has one channel per pair (the contracts refuse a second).
function checkPairs(entries: readonly ChannelEntry[], context: z.core.$RefinementCtx): void {
  const earlier = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const fault = (expected: string, ...end: readonly number[]): void =>
      addFault(context, expected, [index, 'between', ...end]);
    const [some, others] = entry.between;
    const pairs = some.length * others.length > MOST_NODES ? [] : channelsOf(entry);
    if (pairs.length === 0) fault(`at most ${MOST_NODES} channels`);
    else if (some.some((node) => others.includes(node))) fault('two different nodes', 1);
    const keys = pairs.map(({ between }) => JSON.stringify([...between].sort()));
    if (keys.some((key) => earlier.has(key))) fault('a pair that has no channel above');
    for (const key of keys) earlier.add(key);
  }
}

function channelsOf({ between: [some, others], deposits }: ChannelEntry) {
  return some.flatMap((one) => others.map((other) => ({ between: [one, other] as const, deposits })));
}

function snapshot() {
  return kind('snapshot', {
    file: filePath().describe('The file.'),
    format: optional(
      z.enum(SNAPSHOT_FORMATS),
      'Absent: `graphology` for names ending in .json (node-link JSON and graphs of Lightning tools too), `graphml`, `gexf` and `csv` for those endings, else `edge-list`.',
    ),
    columns: optional(
      columnNames(['source', 'target', 'capacity', 'balance1', 'balance2']),
      'Of a CSV file, its names of the columns `source`, `target`, `capacity`, `balance1` and `balance2`.',
    ),
    take: optional(
      integer({ min: 2, max: MOST_NODES }),
      'Keep only this many best-connected nodes and the channels between them.',
    ),
  }).transform((spec) => ({
    ...spec,
    format: spec.format ?? formatOf(spec.file),
  }));
}

const SNAPSHOT_FORMATS = ['edge-list', 'graphology', 'graphml', 'gexf', 'csv'] as const;

function formatOf(file: string): (typeof SNAPSHOT_FORMATS)[number] {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  return ending === 'json'
    ? 'graphology'
    : (SNAPSHOT_FORMATS.find((format) => format === ending) ?? 'edge-list');
}

function belowNodes<Key extends string>(key: Key) {
  return (spec: Readonly<Record<Key | 'nodes', number>>, context: z.core.$RefinementCtx): void => {
    if (spec[key] >= spec.nodes) addFault(context, `fewer than the number of nodes (${spec.nodes})`, [key]);
  };
}

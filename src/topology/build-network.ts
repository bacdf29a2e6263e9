import { InputError, InvariantError } from '../errors.ts';
import { locateFaults, fieldError } from '../model/locate-faults.ts';
import type { Address } from '../model/network/address.ts';
import type { FeeSchedule } from '../model/network/fees.ts';
import { type Amount, shareOut } from '../model/network/amount.ts';
import { ChannelColumns } from '../model/network/channel-columns.ts';
import { withChannels } from '../model/network/channels-on-demand.ts';
import {
  createNetwork,
  DEFAULT_TIMEOUTS,
  type Network,
  nodeAddress,
  type NodeAttributes,
  type PerEnd,
  RESERVED_NAMES,
  type Timeouts,
  timeoutsOf,
} from '../model/network/network.ts';
import { expectedChannels } from '../model/scenario/expected-channels.ts';
import type { NetworkParts, NetworkSpec, NodeSpec, Scenario } from '../model/scenario/scenario.ts';
import type { RandomSource, RandomStream } from '../ports/random.ts';
import type { Structure, TopologyGenerator } from '../ports/topology.ts';
import type { BalanceSplit } from '../model/scenario/distribution.ts';
import { betaDraw } from '../runtime/continuous-draws.ts';
import { amountDrawer, scaleAmount } from '../runtime/draw.ts';
import { uniformInteger } from '../runtime/uniform-integer.ts';

/** Hears how many nodes and channels stand, of how many. */
export type OnBuilding = (state: { readonly done: number; readonly total: number }) => void;

// Two million are a complete network of 2,000 nodes and about a gigabyte: 500,000 were measured to take 230 MB.
const MOST_CHANNELS = 2_000_000;

// A tenth of a second passes over some ten thousand.
const BUILT_AT_ONCE = 1000;

/**
 * The network a scenario starts from: nodes, shared by name between its token networks, and funded channels.
 * Throws InputError with the field path when the parameters allow no such network.
 */
export function buildNetwork(
  scenario: NetworkParts & Pick<Scenario, 'name'>,
  random: RandomSource,
  generators: readonly TopologyGenerator[],
  onBuilding: OnBuilding = () => {},
): Network {
  const network = createNetwork({ seed: scenario.seed, tokens: scenario.tokens });
  const channels = new ChannelColumns();
  const addNode = nodeAdder(network, scenario);
  const drawn = new Set<string>();
  const draws = { random, drawn, ...scenario };
  scenario.networks.forEach((spec, index) => {
    locateFaults(
      { file: scenario.name, prefix: scenario.networks.length === 1 ? 'network' : `networks[${index}]` },
      () => {
        const structure = withClassCapacities(structureOf(spec, random, generators), spec, draws);
        const total = structure.nodes.length + structure.channels.length;
        let done = 0;
        const onAdded = (): void => {
          done += 1;
          if (done % BUILT_AT_ONCE === 0) onBuilding({ done, total });
        };
        const { notes = [] } = structure;
        if (notes.length > 0)
          network.setAttribute('notes', [...(network.getAttribute('notes') ?? []), ...notes]);
        for (const node of structure.nodes) {
          addNode(node);
          onAdded();
        }
        addChannels(channels, structure, { spec, network, random, onAdded });
      },
    );
  });
  // A pattern is no node yet where the network is built to resolve it.
  for (const [name, { nodes, capacity }] of Object.entries(scenario.classes ?? {}))
    if (capacity && nodes.some((node) => network.hasNode(node)) && !nodes.some((node) => drawn.has(node)))
      throw new InputError({
        place: { file: scenario.name, path: `classes.${name}.capacity` },
        message: 'found a capacity, but each channel of these nodes has deposits or a capacity of its own',
      });
  for (const name of Object.keys(scenario.nodes)) addNode({ name });
  return withChannels(network, channels);
}

function structureOf(
  spec: NetworkSpec,
  random: RandomSource,
  generators: readonly TopologyGenerator[],
): Structure {
  const generator = generators.find(({ kind }) => kind === spec.topology.kind);
  if (!generator) throw new InvariantError(`no generator for the topology ${spec.topology.kind}`);
  return locateFaults({ file: '', prefix: `topology.${spec.topology.kind}` }, () => {
    const channels = expectedChannels(spec.topology);
    if (channels > MOST_CHANNELS)
      throw fieldError(
        '',
        `asks for about ${Math.round(channels)} channels, expected at most ${MOST_CHANNELS}`,
      );
    return generator.generate(spec.topology, random.stream(`topology ${spec.token}`));
  });
}

type ClassDraws = Pick<NetworkParts, 'classes'> & Readonly<{ random: RandomSource; drawn: Set<string> }>;

/** Draws the capacities of channels of classes that say it, each from a stream of its own; `drawn` gets their ends. */
function withClassCapacities(
  structure: Structure,
  { token }: NetworkSpec,
  { classes = {}, random, drawn }: ClassDraws,
): Structure {
  const drawers = Object.entries(classes).flatMap(([name, { nodes, capacity }]) => {
    if (capacity === undefined) return [];
    const stream = random.stream(`capacity ${token} of ${name}`);
    return [{ nodes: new Set(nodes), draw: amountDrawer(capacity, stream) }];
  });
  if (drawers.length === 0) return structure;
  const channels = structure.channels.map((channel) => {
    const names = channel.between.map((place) => structure.nodes[place]?.name ?? '');
    const drawer = drawers.find(({ nodes }) => names.some((name) => nodes.has(name)));
    if ((channel.capacity ?? channel.deposits) === undefined) for (const name of names) drawn.add(name);
    return { ...(drawer && { capacity: drawer.draw() }), ...channel };
  });
  return { ...structure, channels };
}

/** Adds nodes that no token network before brought in already; of others the earlier alias stays. */
function nodeAdder(network: Network, scenario: NetworkParts): (node: Structure['nodes'][number]) => void {
  // Nodes that the scenario says nothing about share what they have, in memory too.
  const usual = termsOf(scenario, undefined);
  return ({ name, alias, fees }) => {
    if (network.hasNode(name)) return;
    if (RESERVED_NAMES.includes(name))
      throw new InputError({
        message: `found a node called ${name}, expected any other name`,
        hint: 'Programs take it for something else: rename the node.',
      });
    const ownSpec = Object.hasOwn(scenario.nodes, name) ? scenario.nodes[name] : undefined;
    const own = fees === undefined ? ownSpec : { fees, ...ownSpec };
    const terms = own === undefined ? usual : termsOf(scenario, own);
    network.addNode(name, {
      address: ownSpec?.misspelled === true ? (name as Address) : nodeAddress({ seed: scenario.seed, name }),
      online: ownSpec?.online ?? true,
      ...(ownSpec?.monitored === true ? { monitored: true as const } : {}),
      ...(ownSpec?.maxPaths === undefined ? {} : { maxPaths: ownSpec.maxPaths }),
      ...(alias === undefined ? {} : { alias }),
      ...terms,
    });
  };
}

/** Fees and timeouts of a node, where they are not the default ones. */
type Terms = Pick<NodeAttributes, 'fees' | 'timeouts'>;

// Fees in every token network, whether or not the node has a channel there: it may open one. Timeouts only where they
// differ from those of every other node, which keeps large networks small.
function termsOf({ tokens, networks }: NetworkParts, own: NodeSpec | undefined): Terms {
  const terms: { fees?: Record<string, FeeSchedule>; timeouts?: Record<string, Timeouts> } = {};
  for (const { name } of tokens) {
    const network = networks.find(({ token }) => token === name);
    const fees = own?.fees ?? network?.fees;
    if (fees !== undefined) (terms.fees ??= {})[name] = fees;
    const usual = network ?? DEFAULT_TIMEOUTS;
    const settleTimeout = own?.settleTimeout ?? usual.settleTimeout;
    const revealTimeout = own?.revealTimeout ?? usual.revealTimeout;
    if (settleTimeout !== DEFAULT_TIMEOUTS.settleTimeout || revealTimeout !== DEFAULT_TIMEOUTS.revealTimeout)
      (terms.timeouts ??= {})[name] = { settleTimeout, revealTimeout };
  }
  return terms;
}

interface Building {
  readonly spec: NetworkSpec;
  readonly network: Network;
  readonly random: RandomSource;
  readonly onAdded: () => void;
}

function addChannels(
  channels: ChannelColumns,
  structure: Structure,
  { spec, network, random, onAdded }: Building,
): void {
  const { token, settleTimeout } = spec;
  const depositsOf = fundChannels(structure.channels, spec, random);
  const inNetwork = new Map(network.nodes().map((name, place) => [name, place]));
  const places = structure.nodes.map(({ name }) => inNetwork.get(name) as number);
  const revealTimeouts = network.mapNodes((_, node) => timeoutsOf(node, token).revealTimeout);
  structure.channels.forEach(({ between }, index) => {
    const first = places[between[0]] as number;
    const second = places[between[1]] as number;
    const revealTimeout = [revealTimeouts[first] as number, revealTimeouts[second] as number] as const;
    const terms = { token, identifier: index + 1, state: 'opened', settleTimeout, revealTimeout } as const;
    channels.pushFunded([first, second], terms, depositsOf(index));
    onAdded();
  });
}

/**
 * The deposits of both ends of each channel, to be asked for once, in the structure's order. Capacities and splits come
 * from streams of their own, so another split leaves every capacity as it was.
 */
function fundChannels(
  channels: Structure['channels'],
  spec: NetworkSpec,
  random: RandomSource,
): (index: number) => PerEnd<Amount> {
  const drawCapacity = amountDrawer(spec.capacity, random.stream(`capacity ${spec.token}`));
  const split = capacitySplitter(spec.split, random.stream(`split ${spec.token}`));
  // An end that is not known is that end of a channel of which nothing is known.
  const known = channels.map(({ deposits }): PerEnd<Amount> | undefined => {
    if (deposits === undefined) return undefined;
    const [one, other] = deposits;
    if (one !== undefined && other !== undefined) return [one, other];
    const drawn = split(drawCapacity());
    return [one ?? drawn[0], other ?? drawn[1]];
  });
  const drawn = channels.map(({ capacity }, index) => {
    const deposits = known[index];
    return deposits ? deposits[0] + deposits[1] : (capacity ?? drawCapacity());
  });
  const capacities = spec.totalDeposit === undefined ? drawn : scaled(drawn, spec.totalDeposit);
  return (index) => {
    const capacity = capacities[index] as Amount;
    const deposits = known[index];
    return deposits ? (shareOut(capacity, deposits) as PerEnd<Amount>) : split(capacity);
  };
}

function scaled(capacities: readonly Amount[], totalDeposit: Amount): readonly Amount[] {
  if (capacities.length === 0 && totalDeposit > 0n)
    throw fieldError('totalDeposit', `found ${totalDeposit} to share out, but the topology has no channels`);
  return shareOut(totalDeposit, capacities);
}

/** Splits capacities into what each end deposits; both always add up to the capacity. */
export function capacitySplitter(
  split: BalanceSplit,
  stream: RandomStream,
): (capacity: Amount) => PerEnd<Amount> {
  const first = firstShare(split, stream);
  return (capacity) => {
    const share = first(capacity);
    return [share, capacity - share];
  };
}

function firstShare(split: BalanceSplit, stream: RandomStream): (capacity: Amount) => Amount {
  switch (split.kind) {
    case 'equal':
      // An odd unit goes to the first end.
      return (capacity) => (capacity + 1n) / 2n;
    case 'one-sided':
      return (capacity) => (stream() < 0.5 ? capacity : 0n);
    case 'uniform':
      return (capacity) => uniformInteger({ min: 0n, max: capacity }, stream);
    case 'beta':
      return (capacity) => scaleAmount(capacity, betaDraw(split, stream));
  }
}

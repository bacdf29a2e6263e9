import { InvariantError } from '../errors.ts';
import { locateFaults } from '../model/locate-faults.ts';
import type { FeeSchedule } from '../model/network/fees.ts';
import type { Amount } from '../model/network/amount.ts';
import { ChannelColumns } from '../model/network/channel-columns.ts';
import { withChannels } from '../model/network/channels-on-demand.ts';
import {
  createNetwork,
  DEFAULT_TIMEOUTS,
  type Network,
  nodeAddress,
  type NodeAttributes,
  openedChannel,
  type PerEnd,
  type PerToken,
  type Timeouts,
  timeoutsOf,
} from '../model/network/network.ts';
import type { NetworkSpec, NodeSpec, Scenario } from '../model/scenario/scenario.ts';
import type { RandomSource } from '../ports/random.ts';
import type { Structure, TopologyGenerator } from '../ports/topology.ts';
import { fundChannels } from './fund-channels.ts';

/**
 * The network a scenario starts from: nodes, shared by name between its token networks, and funded channels.
 * Throws InputError with the field path when the parameters allow no such network.
 */
export function buildNetwork(
  scenario: Scenario,
  random: RandomSource,
  generators: readonly TopologyGenerator[],
): Network {
  const network = createNetwork({ seed: scenario.seed, tokens: scenario.tokens });
  const channels = new ChannelColumns();
  const addNode = nodeAdder(network, scenario);
  scenario.networks.forEach((spec, index) => {
    locateFaults({ file: scenario.name, prefix: networkPath(scenario, index) }, () => {
      const structure = structureOf(spec, random, generators);
      for (const node of structure.nodes) addNode(node);
      addChannels(channels, structure, { spec, network, random });
    });
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
  return locateFaults({ file: '', prefix: `topology.${spec.topology.kind}` }, () =>
    generator.generate(spec.topology, random.stream(`topology ${spec.token}`)),
  );
}

// A scenario with one token network usually writes `network:`.
function networkPath({ networks }: Scenario, index: number): string {
  return networks.length === 1 ? 'network' : `networks[${index}]`;
}

/** Adds nodes that no token network before brought in already; of others the earlier alias stays. */
function nodeAdder(network: Network, scenario: Scenario): (node: Structure['nodes'][number]) => void {
  // Nodes that the scenario says nothing about share what they have, in memory too.
  const usual = termsOf(scenario, undefined);
  return ({ name, alias }) => {
    if (network.hasNode(name)) return;
    const own = Object.hasOwn(scenario.nodes, name) ? scenario.nodes[name] : undefined;
    const terms = own === undefined ? usual : termsOf(scenario, own);
    network.addNode(name, {
      address: nodeAddress({ seed: scenario.seed, name }),
      online: own?.online ?? true,
      ...(alias === undefined ? {} : { alias }),
      ...terms,
    });
  };
}

/** Fees and time-outs of a node, where they are not the default ones. */
type Terms = Pick<NodeAttributes, 'fees' | 'timeouts'>;

function termsOf(scenario: Scenario, own: NodeSpec | undefined): Terms {
  const fees = ownFees(scenario, own);
  const timeouts = ownTimeouts(scenario, own);
  return {
    ...(Object.keys(fees).length === 0 ? {} : { fees }),
    ...(Object.keys(timeouts).length === 0 ? {} : { timeouts }),
  };
}

// In every token network, whether or not the node has a channel there: it may open one.
function ownFees({ tokens, networks }: Scenario, own: NodeSpec | undefined): PerToken<FeeSchedule> {
  return Object.fromEntries(
    tokens.flatMap(({ name }) => {
      const fees = own?.fees ?? networks.find(({ token }) => token === name)?.fees;
      return fees === undefined ? [] : [[name, fees] as const];
    }),
  );
}

// Only where they differ from those of every other node, which keeps large networks small.
function ownTimeouts({ tokens, networks }: Scenario, own: NodeSpec | undefined): PerToken<Timeouts> {
  return Object.fromEntries(
    tokens.flatMap(({ name }) => {
      const usual = networks.find(({ token }) => token === name) ?? DEFAULT_TIMEOUTS;
      const settleTimeout = own?.settleTimeout ?? usual.settleTimeout;
      const revealTimeout = own?.revealTimeout ?? usual.revealTimeout;
      const isDefault =
        settleTimeout === DEFAULT_TIMEOUTS.settleTimeout && revealTimeout === DEFAULT_TIMEOUTS.revealTimeout;
      return isDefault ? [] : [[name, { settleTimeout, revealTimeout }] as const];
    }),
  );
}

function addChannels(
  channels: ChannelColumns,
  structure: Structure,
  {
    spec,
    network,
    random,
  }: { readonly spec: NetworkSpec; readonly network: Network; readonly random: RandomSource },
): void {
  const { token, settleTimeout } = spec;
  const deposits = fundChannels(structure.channels, spec, random);
  const places = new Map(network.nodes().map((name, place) => [name, place]));
  const revealTimeouts = network.mapNodes((_, node) => timeoutsOf(node, token).revealTimeout);
  structure.channels.forEach(({ between }, index) => {
    const [first, second] = [places.get(between[0]) as number, places.get(between[1]) as number];
    const revealTimeout = [revealTimeouts[first] as number, revealTimeouts[second] as number] as const;
    const terms = { token, identifier: index + 1, settleTimeout, revealTimeout };
    channels.push([first, second], openedChannel({ ...terms, deposits: deposits[index] as PerEnd<Amount> }));
  });
}

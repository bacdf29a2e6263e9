import { InvariantError } from '../errors.ts';
import { type Disturbances, disturbancesOf } from '../model/disturbances/disturbance.ts';
import type { Address } from '../model/network/address.ts';
import type { ToldCapacities } from '../model/network/fees.ts';
import type { ByNode, NodeIndex } from '../model/network/indices.ts';
import type { Network, NodeAttributes, NodeName, TokenName, TokenNetwork } from '../model/network/network.ts';
import { type NodeRules, PYTHON_NODE_RULES } from '../model/run/node-rules.ts';
import { type NodeSettings, startedWith } from '../model/scenario/node-settings.ts';
import type { RandomStream } from '../ports/random.ts';
import type { Router } from '../ports/router.ts';
import { SimulatedBlocks } from './blocks.ts';
import { ChainEvents } from './chain-events.ts';
import { faultyLatency } from './disturbances/message-faults.ts';
import { type DisturbanceParts, WorldDisturbances } from './disturbances/world-disturbances.ts';
import { DepletedEnds } from './depleted-ends.ts';
import { Messenger } from './messenger.ts';
import { OpenRequests } from './open-requests.ts';
import { PathRequests } from './path-requests.ts';
import { ShortestWay } from './view/shortest-way.ts';
import { PaymentHistory } from './payment-history.ts';
import { Processor } from './processor.ts';
import { createTokenLayer, type LayerParts, type TokenLayer } from './token-layer.ts';
import { Accounts } from './accounts.ts';

/** Everything one simulated network is, whatever the protocol: nodes, money, messages. Reset builds a new one. */
export interface World
  extends Pick<LayerParts, 'rules' | 'clock' | 'messenger' | 'fees'>,
    Pick<DisturbanceParts, 'random' | 'names' | 'nodeByName' | 'addresses'> {
  /** By which a node's kind differs from others. */
  readonly rulesOf: (node: NodeIndex) => NodeRules;
  readonly router: Router;
  /** Finds what stands in the way where the router finds no route. */
  readonly ways: ShortestWay;
  readonly blocks: SimulatedBlocks;
  /** The events of the contracts. */
  readonly chainEvents: ChainEvents;
  readonly pathRequests: PathRequests;
  readonly nodeByAddress: ReadonlyMap<Address, NodeIndex>;
  readonly layers: readonly TokenLayer[];
  /** By token address. */
  readonly layerByToken: ReadonlyMap<Address, TokenLayer>;
  /** Adds the network of a token that is registered from now on. */
  readonly addLayer: (token: TokenNetwork) => void;
  /** The belongings of nodes beside channels. */
  readonly accounts: Accounts;
  /** Hashes of secrets that a transfer close to its expiration brought on-chain. */
  readonly secretsOnChain: Set<string>;
  readonly histories: ByNode<PaymentHistory>;
  /** False: nobody reads receipts or histories, and no two payments have one identifier. */
  readonly remembersPayments: boolean;
  readonly depletedEnds: DepletedEnds;
  /** Requests to each node that are not answered yet. */
  readonly requests: ByNode<OpenRequests>;
  /** The nodes, with the settings that they were last started with. */
  readonly attributes: ByNode<NodeAttributes>;
  /** Gives a node the settings that it is started with; those that are not given stay as they were. */
  readonly configure: (node: NodeIndex, settings: NodeSettings) => void;
  /** True for a node that pays a monitoring service. */
  readonly isMonitored: (node: NodeIndex) => boolean;
  /** How many paths a node asks for per payment. */
  readonly maxPathsOf: (node: NodeIndex) => number;
  /** True when nodes fail to release locks that have expired. */
  readonly keepsExpiredLocks: () => boolean;
  /** Absent: nothing goes wrong by itself. */
  readonly disturbances: WorldDisturbances | undefined;
  /** False: payments that succeed tell no more than an outline of their way. */
  readonly tracesSuccesses: boolean;
  readonly drawIdentifier: RandomStream;
  readonly drawSecret: () => string;
}

// Nodes that run at the start count as up for a day; the path-finding service scores partners by uptime.
const HEAD_START_MS = 86_400_000;

/** The parts of a starting world. */
export interface WorldParts
  extends Pick<World, 'rules' | 'fees' | 'router' | 'clock' | 'random' | 'keepsExpiredLocks'> {
  /** Where it starts; never changed. */
  readonly network: Network;
  /** Absent: every node is a Python node. */
  readonly nodeRules?: ((node: NodeName) => NodeRules) | undefined;
  /** False: payments that succeed tell no more than an outline of their way; absent: they tell all. */
  readonly tracesSuccesses?: boolean | undefined;
  /** False: nobody reads receipts or histories, and no two payments have one identifier; absent: true. */
  readonly remembersPayments?: boolean | undefined;
  readonly drawLatencyMs: () => number;
  /** Absent: handling takes no time. */
  readonly drawProcessingMs?: (() => number) | undefined;
  /** Churn, griefing and faulty messages; absent: none. */
  readonly disturbances?: Disturbances | undefined;
  /** Hears of each node that churn has stopped or started. */
  readonly onChurn?: ((node: NodeName) => void) | undefined;
  /** Absent: the path-finding service knows every channel as it is. */
  readonly told?: ToldCapacities | undefined;
  /** The path-finding service keeps its answers, as a real one does in its debug mode; absent: it does not. */
  readonly keepsAnswers?: boolean | undefined;
}

/** Builds the starting world from a network. */
export function createWorld({
  network,
  rules,
  nodeRules = () => PYTHON_NODE_RULES,
  fees,
  router,
  clock,
  random,
  drawLatencyMs,
  drawProcessingMs,
  keepsExpiredLocks,
  tracesSuccesses = true,
  remembersPayments = true,
  disturbances: specs = {},
  onChurn = () => {},
  told,
  keepsAnswers = false,
}: WorldParts): World {
  // By code units, so that the order is the same everywhere.
  const sorted = network.nodes().sort();
  const names: ByNode<NodeName> = sorted;
  const nodeByName = new Map(sorted.map((name, node) => [name, node as NodeIndex]));
  const attributes = sorted.map((name) => network.getNodeAttributes(name));
  const addresses = attributes.map(({ address }) => address);
  const requests: ByNode<OpenRequests> = attributes.map(() => new OpenRequests());
  const processors: ByNode<Processor> | undefined =
    drawProcessingMs && attributes.map(() => new Processor(clock, drawProcessingMs));
  const messageCounts = { sent: 0, lost: 0, late: 0 };
  const { messages } = specs;
  const messenger = new Messenger({
    clock,
    running: attributes.map(({ online }) => online),
    processors,
    drawLatencyMs:
      messages === undefined ? drawLatencyMs : faultyLatency(messages, drawLatencyMs, random, messageCounts),
    headStartMs: HEAD_START_MS,
    beforeChange: () => {
      for (const { view } of layers) view.beforeStructureChanges();
    },
    interruptions: {
      stopped: (node) => {
        requests[node]?.breakOff(`node ${names[node]} was stopped`);
        processors?.[node]?.stop();
        disturbances?.left(node);
      },
      started: (node) => {
        accounts.restarted(node);
        disturbances?.returned(node);
      },
      frozen: (node) => {
        requests[node]?.hold();
        processors?.[node]?.pause();
      },
      thawed: (node) => {
        requests[node]?.release();
        processors?.[node]?.resume();
      },
    },
  });
  const layerParts = {
    network,
    nodeOf: nodeByName,
    nodes: attributes,
    rules,
    clock,
    messenger,
    fees,
    told,
  };
  const tokens = network.getAttribute('tokens');
  const layers: TokenLayer[] = [];
  const layerByToken = new Map<Address, TokenLayer>();
  const addLayer = (token: TokenNetwork, termsOf?: TokenName): void => {
    const layer = createTokenLayer({ ...layerParts, token, termsOf });
    layers.push(layer);
    layerByToken.set(token.tokenAddress, layer);
  };
  for (const token of tokens) addLayer(token);
  const blocks = new SimulatedBlocks({ clock, ...rules });
  const accounts = new Accounts(clock);
  const { maxPendingLocks } = rules;
  const disturbed = { specs, clock, blocks, messenger, random, names, nodeByName, addresses, tokens };
  const disturbances =
    disturbancesOf(specs).length === 0
      ? undefined
      : new WorldDisturbances({ ...disturbed, maxPendingLocks, messageCounts, onChurn });
  return {
    clock,
    rules,
    fees,
    rulesOf: (node) => nodeRules(names[node] as NodeName),
    router,
    ways: new ShortestWay(),
    random,
    blocks,
    messenger,
    chainEvents: new ChainEvents(blocks, addresses),
    pathRequests: new PathRequests({ addresses, price: rules.pathFindingPrice ?? 0n, keepsAnswers }),
    names,
    nodeByName,
    addresses,
    // What is misspelled is nobody's address.
    nodeByAddress: new Map(
      addresses.flatMap((address, node) =>
        address === names[node as NodeIndex] ? [] : [[address, node as NodeIndex] as const],
      ),
    ),
    layers,
    layerByToken,
    // Nodes are told nothing of it when they start, so they have the terms that they have elsewhere.
    addLayer: (token) => addLayer(token, tokens[0]?.name),
    accounts,
    secretsOnChain: new Set(),
    histories: attributes.map(() => new PaymentHistory()),
    depletedEnds: new DepletedEnds(sorted, () => clock.nowMs()),
    requests,
    attributes,
    configure: (node, settings) => {
      attributes[node] = startedWith(attributes[node] as NodeAttributes, settings, tokens);
      for (const layer of layers) layer.configure(node);
    },
    isMonitored: (node) => attributes[node]?.monitored === true,
    maxPathsOf: (node) => attributes[node]?.maxPaths ?? rules.maxPaths,
    keepsExpiredLocks,
    tracesSuccesses,
    remembersPayments,
    disturbances,
    drawIdentifier: random.stream('identifiers'),
    drawSecret: remembersPayments ? secretDraw(random.stream('secrets')) : () => UNREAD_SECRET,
  };
}

/** The node's name for people. */
export function nameOf(world: World, node: NodeIndex): NodeName {
  return world.names[node] as NodeName;
}

/** The node of that name; an unknown one is our bug, scenarios are checked on reading. */
export function nodeNamed(world: World, name: NodeName): NodeIndex {
  const node = world.nodeByName.get(name);
  if (node === undefined) throw new InvariantError(`the simulated network has no node named ${name}`);
  return node;
}

/** The node's address. */
export function addressOf(world: World, node: NodeIndex): Address {
  return world.addresses[node] as Address;
}

const BYTES = 32;
// A secret takes more draws than all else of a payment.
const UNREAD_SECRET = '0x';
const DIGITS = Buffer.from('0123456789abcdef', 'latin1');

/** Draws secrets of payments, as 0x-prefixed hex. */
function secretDraw(draw: RandomStream): () => string {
  // Written over each time: making a buffer and putting the prefix before its digits took as long as the draws.
  const text = Buffer.from('0x'.padEnd(2 + 2 * BYTES, '0'), 'latin1');
  return () => {
    for (let at = 2; at < text.length; at += 2) {
      const byte = Math.floor(draw() * 256);
      text[at] = DIGITS[byte >> 4] as number;
      text[at + 1] = DIGITS[byte & 15] as number;
    }
    return text.toString('latin1');
  };
}

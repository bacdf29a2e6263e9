import { madeOnce } from '../model/gather.ts';
import { InvariantError } from '../errors.ts';
import { ChannelColumns } from '../model/network/channel-columns.ts';
import { channelsOf, withChannels } from '../model/network/channels-on-demand.ts';
import { emptyNetwork, type Network, type NodeAttributes, type NodeName } from '../model/network/network.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../model/network/indices.ts';
import type { HeldChannel } from '../model/load/load-result.ts';
import type { Answer } from '../model/run/answer.ts';
import { refused } from '../model/run/reason.ts';
import { longestMs } from '../model/scenario/distribution.ts';
import type { ProtocolSpec } from '../model/scenario/scenario.ts';
import type { NodeApi } from '../ports/node-api.ts';
import type { PathRequestFilter, PathRequestRecord } from '../ports/network-records.ts';
import type { Furnishings, Protocol } from '../ports/protocol.ts';
import type { RandomSource } from '../ports/random.ts';
import type { Route, RouterFactory } from '../ports/router.ts';
import type { Simulation } from '../ports/simulation.ts';
import { durationDrawer } from '../runtime/draw.ts';
import { ok } from './answers.ts';
import { chainView } from './account/chain-view.ts';
import { findPaths } from './path-finding/find-paths.ts';
import { nodeDoor, type NodeRoom, payAt } from './node-door.ts';
import { assertLayerInvariants, assertNothingLocked, type TokenLayer } from './token-layer.ts';
import { createWorld, nodeNamed, type World, type WorldParts } from './world.ts';

/** The parts of a simulated network. */
export interface SimulationParts
  extends Omit<
    WorldParts,
    'fees' | 'router' | 'keepsExpiredLocks' | 'drawLatencyMs' | 'drawProcessingMs' | 'onChurn'
  > {
  /** Money that is locked in it from the start and stays so; absent: nothing. */
  readonly held?: readonly HeldChannel[] | undefined;
  readonly protocol: Protocol<World>;
  readonly router: RouterFactory;
  /** Streams used: latency, processing, identifiers, secrets, one per disturbance, and whatever the protocol names. */
  readonly random: RandomSource;
  /** The URL that nodes tell under /settings. */
  readonly pathFindingUrl: () => string | null;
}

/** A network of simulated nodes on a clock; how they pay is the protocol's. */
export function createSimulation(parts: SimulationParts): Simulation {
  const { network, held = [], protocol, rules, router, random, pathFindingUrl } = parts;
  let fixedLatencyMs: number | undefined;
  let keepsExpiredLocks = false;
  let startupMs = 0;
  let churned = (_node: NodeName): void => {};
  let origin = network;
  const start = (): FurnishedWorld => {
    const draw = durationDrawer(rules.hopLatency, random.stream('latency'));
    const world = createWorld({
      ...parts,
      network: origin,
      fees: protocol.fees,
      router: router.create(),
      drawLatencyMs: () => fixedLatencyMs ?? draw(),
      drawProcessingMs: processingDrawer(rules, random),
      keepsExpiredLocks: () => keepsExpiredLocks,
      onChurn: (node) => churned(node),
    });
    for (const channel of held) lockIn(world, channel);
    const now = furnished(world, protocol.furnish(world));
    world.disturbances?.begin({
      deskOf: (node) => now.room(node).desk,
      layers: world.layers,
      routes: (layer, asked) => routesOf(world, layer, asked),
    });
    return now;
  };
  let now = start();
  const names = [...now.world.names];
  const doors = new Map<NodeIndex, NodeApi>();
  const standing = (): Network => {
    for (const layer of now.world.layers) assertLayerInvariants(layer);
    if (held.length === 0 && now.pendingTransfers() === 0) now.world.layers.forEach(assertNothingLocked);
    return exportWorld(now.world, network);
  };
  // Without getters: V8 keeps an object for which a getter was made, and all it reaches, until the next full collection.
  return {
    names,
    node: (name) => {
      const node = nodeNamed(now.world, name);
      return madeOnce(doors, node, () => nodeDoor(() => now.room(node), pathFindingUrl));
    },
    pay: (name, request, ended) => {
      const { world } = now;
      payAt(now.room(nodeNamed(world, name)), request, (answer) =>
        world.clock.afterwards(() => ended(answer)),
      );
    },
    pathFinding: {
      info: () => now.pathFinding.info(),
      paths: (request) => now.pathFinding.paths(request),
      suggestPartner: (token) => now.pathFinding.suggestPartner(token),
    },
    records: {
      pathRequests: (of) => Promise.resolve(answered(now.world, of)),
      charged: (node) => Promise.resolve(ok(now.world.pathRequests.charged(node))),
      events: () => Promise.resolve(ok([...now.world.chainEvents.all])),
    },
    chain: chainView(() => now.world),
    control: {
      stop: (name) => now.world.messenger.stop(nodeNamed(now.world, name)),
      start: (name, settings) => {
        const node = nodeNamed(now.world, name);
        if (settings !== undefined) now.world.configure(node, settings);
        now.world.messenger.start(node, startupMs);
      },
      setStartup: (ms) => {
        startupMs = ms;
      },
      freeze: (name) => now.world.messenger.freeze(nodeNamed(now.world, name)),
      thaw: (name) => now.world.messenger.thaw(nodeNamed(now.world, name)),
      slow: (name, byMs) => now.world.messenger.slow(nodeNamed(now.world, name), byMs),
      isRunning: (name) => now.world.messenger.isUp(nodeNamed(now.world, name)),
      isSeen: (name) => now.world.messenger.isSeen(nodeNamed(now.world, name)),
      setHopLatency: (latencyMs) => {
        fixedLatencyMs = latencyMs;
      },
      keepExpiredLocks: () => {
        keepsExpiredLocks = true;
      },
      reset: () => {
        for (const requests of now.world.requests) requests.breakOff('the simulation was reset');
        fixedLatencyMs = undefined;
        keepsExpiredLocks = false;
        startupMs = 0;
        now.world.disturbances?.abandon();
        // Events of the old world still fire, and change the old world only.
        now = start();
      },
      snapshot: () => {
        const pending = now.pendingTransfers();
        if (pending > 0) throw new InvariantError(`a snapshot with ${pending} transfers pending`);
        origin = standing();
      },
      network: standing,
      pendingTransfers: () => now.pendingTransfers(),
    },
    isAtRest: () => now.pendingTransfers() === 0 && now.world.layers.every(hasHeard(now.world)),
    calm: () => now.world.disturbances?.calm(),
    depletedEnds: () => now.world.depletedEnds.all,
    watchChurn: (changed) => {
      churned = changed;
    },
  };
}

function answered({ pathRequests }: World, of: PathRequestFilter): Answer<readonly PathRequestRecord[]> {
  const kept = pathRequests.answered(of);
  return kept === undefined ? refused(404, 'this path-finding service keeps no answers') : ok(kept);
}

function routesOf(
  world: World,
  layer: TokenLayer,
  asked: { readonly source: NodeIndex; readonly target: NodeIndex; readonly amount: bigint },
): readonly Route[] {
  const maxPaths = world.maxPathsOf(asked.source);
  const choice = findPaths(world, { layer, ...asked, maxPaths });
  if (choice.kind === 'none') return [];
  const { routes } = choice;
  const found = Array.from({ length: maxPaths }, (_, place) => routes.at(place));
  routes.forget?.();
  return found.filter((route) => route !== undefined);
}

function lockIn(world: World, { token, payer, payee, transfers, lockedAmount }: HeldChannel): void {
  const layer = world.layers.find((one) => one.token.name === token);
  const [from, to] = [world.nodeByName.get(payer), world.nodeByName.get(payee)];
  if (layer === undefined || from === undefined || to === undefined) return;
  const end = layer.graph.openEnd(from, to);
  if (end === undefined || !layer.ledger.covers(end, lockedAmount)) return;
  for (let lock = 0; lock < transfers; lock += 1) layer.ledger.lock(end, lock === 0 ? lockedAmount : 0n);
}

// A payee that is away will not hear of it, however long one waits.
function hasHeard({ messenger }: World): (layer: TokenLayer) => boolean {
  return ({ unheard, graph }) =>
    [...unheard.keys()].every((end) => !messenger.isRunning(graph.owner(otherEnd(end))));
}

/** One world with the rooms of its nodes. */
interface FurnishedWorld extends Furnishings {
  readonly world: World;
  room(node: NodeIndex): NodeRoom;
}

// Most nodes of a large network are never asked anything, and what answers for one takes kilobytes.
function furnished(world: World, furnishings: Furnishings): FurnishedWorld {
  // By node.
  const rooms: (NodeRoom | undefined)[] = Array.from(world.names, () => undefined);
  const room = (node: NodeIndex): NodeRoom => (rooms[node] ??= { world, node, desk: furnishings.desk(node) });
  return { ...furnishings, world, room };
}

// Without any, not even a queue is kept.
function processingDrawer(
  { processingTime }: ProtocolSpec,
  random: RandomSource,
): (() => number) | undefined {
  if (processingTime === undefined || longestMs(processingTime) === 0) return undefined;
  return durationDrawer(processingTime, random.stream('processing'));
}

/** The network as it stands; nodes keep the order they had in `start`. */
function exportWorld(world: World, start: Network): Network {
  const network = emptyNetwork();
  network.replaceAttributes({ tokens: world.layers.map(({ token }) => token) });
  // A node's place in the network by its number in the world.
  const places = new Int32Array(start.order);
  start.nodes().forEach((name, place) => {
    const node = nodeNamed(world, name);
    places[node] = place;
    network.addNode(name, {
      ...(world.attributes[node] as NodeAttributes),
      online: world.messenger.isUp(node),
    });
  });
  return withChannels(network, channelsNow(world, channelsOf(start), places));
}

// Most runs open and close no channel: all that differs is money.
function channelsNow({ layers }: World, before: ChannelColumns, places: Int32Array): ChannelColumns {
  const [layer] = layers;
  if (layer !== undefined && layers.length === 1 && isAsBefore(layer, before, places))
    return before.withMoney(layer.ledger.money);
  const channels = new ChannelColumns();
  for (const one of layers) addChannels(channels, one, places);
  return channels;
}

function isAsBefore({ graph, token }: TokenLayer, before: ChannelColumns, places: Int32Array): boolean {
  if (graph.channelCount !== before.length || before.ofToken(token.name) !== before) return false;
  for (let row = 0; row < before.length; row += 1) {
    const [end, other] = [2 * row, 2 * row + 1] as readonly number[] as readonly [EndIndex, EndIndex];
    const isSame =
      graph.phase(end) === before.state(row) &&
      graph.identifier(end) === before.identifier(row) &&
      graph.settleTimeout(end) === before.settleTimeout(row) &&
      graph.revealTimeout(end) === before.revealTimeout(row, 0) &&
      graph.revealTimeout(other) === before.revealTimeout(row, 1) &&
      places[graph.owner(end)] === before.node(row, 0) &&
      places[graph.owner(other)] === before.node(row, 1);
    if (!isSame) return false;
  }
  return true;
}

function addChannels(
  channels: ChannelColumns,
  { graph, ledger, token }: TokenLayer,
  places: Int32Array,
): void {
  const { money } = ledger;
  for (let channel = 0; channel < graph.channelCount; channel += 1) {
    const end = (2 * channel) as EndIndex;
    const other = otherEnd(end);
    const state = graph.phase(end);
    if (state === 'gone') continue;
    const between = [places[graph.owner(end)] as number, places[graph.owner(other)] as number] as const;
    const terms = {
      identifier: graph.identifier(end),
      token: token.name,
      state,
      settleTimeout: graph.settleTimeout(end),
      revealTimeout: [graph.revealTimeout(end), graph.revealTimeout(other)] as const,
    };
    channels.pushFrom(between, terms, money, end);
  }
}

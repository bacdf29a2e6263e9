import type { Address } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { EndIndex } from '../../model/network/indices.ts';
import type { Answer, SuggestedPartner } from '../../model/run/answer.ts';
import type { PathFindingApi } from '../../ports/path-finding-api.ts';
import { type Fault, ok, refusal } from '../answers.ts';
import type { ChannelRows } from '../channel-rows.ts';
import type { TokenLayer } from '../token-layer.ts';
import { addressOf, type World } from '../world.ts';
import { findPaths } from './find-paths.ts';
import { suggestedPaths } from '../path-requests.ts';

const VERSION = '2.0.1';
// Both of the Raiden path-finding service (raiden.md 3.2 and 3.3).
const DEFAULT_MAX_PATHS = 5;
const MOST_PATHS = 25;
const SUGGESTIONS = 5;

/** The path-finding service of a simulated network, from outside (raiden.md 3). */
export function simulatedPathFinding(world: World): PathFindingApi {
  // Centralities change with the channels only.
  const centralities = new WeakMap<TokenLayer, { readonly version: number; readonly values: Float64Array }>();
  const centralityOf = (layer: TokenLayer): Float64Array => {
    const { rows, version } = layer.graph;
    const knownCentralities = centralities.get(layer);
    if (knownCentralities?.version === version) return knownCentralities.values;
    const values = closeness(rows);
    centralities.set(layer, { version, values });
    return values;
  };
  return {
    info: () =>
      Promise.resolve(
        ok({
          version: VERSION,
          confirmedBlock: world.blocks.latest,
          message: 'Millrace: a simulated path-finding service',
          price: world.rules.pathFindingPrice ?? 0n,
        }),
      ),
    paths: (request) => Promise.resolve(paths(world, request)),
    suggestPartner: (network) => {
      const layer = layerOf(world, network);
      return Promise.resolve(
        layer === undefined ? unsupported(network) : ok(suggest(world, layer, centralityOf(layer))),
      );
    },
  };
}

function paths(
  world: World,
  request: Parameters<PathFindingApi['paths']>[0],
): Awaited<ReturnType<PathFindingApi['paths']>> {
  const { network, from, to, value, maxPaths = DEFAULT_MAX_PATHS } = request;
  const layer = layerOf(world, network);
  if (layer === undefined) return unsupported(network);
  if (value < 1n) return invalid('value', 'Must be greater than or equal to 1.', `value ${value}`);
  if (maxPaths < 1 || maxPaths > MOST_PATHS)
    return invalid(
      'max_paths',
      `Must be greater than or equal to 1 and less than or equal to ${MOST_PATHS}.`,
      `max_paths ${maxPaths}`,
    );
  const [source, target] = [world.nodeByAddress.get(from), world.nodeByAddress.get(to)];
  const choice = findPaths(world, { layer, source, target, amount: value, maxPaths });
  if (choice.kind === 'none') return refuse({ ...choice, status: 404, errors: choice.reason });
  return ok(suggestedPaths(choice.routes, { layer, from, amount: value }, world.addresses));
}

/** By token address as documented, or by token network address as real services want it. */
export function layerOf(world: World, network: Address): TokenLayer | undefined {
  return world.layers.find(
    ({ token }) => token.tokenAddress === network || token.tokenNetworkAddress === network,
  );
}

function unsupported(network: Address): Answer<never> {
  return refuse({
    status: 400,
    errors: 'This service does not work on the given token network.',
    check: 'token-known',
    required: 'a token or token network address',
    found: network,
  });
}

function invalid(field: string, required: string, found: string): Answer<never> {
  return refuse({ status: 400, errors: { [field]: [required] }, check: 'request-valid', required, found });
}

function refuse(fault: Fault): Answer<never> {
  return refusal('path-finding service', fault);
}

// score = centrality * uptime * capacity, best first (raiden.md 3.3); equal scores in node order.
function suggest(
  world: World,
  { graph, view }: TokenLayer,
  centralities: Float64Array,
): readonly SuggestedPartner[] {
  const { offsets, ends } = graph.rows;
  const partners: SuggestedPartner[] = [];
  for (const node of world.nodeByAddress.values()) {
    if (offsets[node] === offsets[node + 1] || !world.messenger.isSeen(node)) continue;
    let capacity: Amount = 0n;
    for (let at = offsets[node] as number; at < (offsets[node + 1] as number); at += 1) {
      capacity += view.available(ends[at] as EndIndex);
    }
    const centrality = centralities[node] as number;
    const uptime = world.messenger.uptimeMs(node) / 1000;
    const score = centrality * uptime * Number(capacity);
    partners.push({ address: addressOf(world, node), score, centrality, uptime, capacity });
  }
  return partners.sort((one, other) => other.score - one.score).slice(0, SUGGESTIONS);
}

/**
 * Closeness centrality of every node that has a channel, as networkx computes it: (n-1)/(N-1) * (n-1)/sum of
 * distances, with n nodes within reach out of N (Wasserman and Faust). 0 for nodes without channels.
 */
function closeness({ offsets, neighbours }: ChannelRows): Float64Array {
  const nodeCount = offsets.length - 1;
  const centralities = new Float64Array(nodeCount);
  const distances = new Int32Array(nodeCount);
  const queue = new Int32Array(nodeCount);
  let connected = 0;
  for (let node = 0; node < nodeCount; node += 1) if (offsets[node] !== offsets[node + 1]) connected += 1;
  for (let start = 0; start < nodeCount; start += 1) {
    if (offsets[start] === offsets[start + 1]) continue;
    distances.fill(-1);
    distances[start] = 0;
    queue[0] = start;
    let size = 1;
    let sum = 0;
    for (let head = 0; head < size; head += 1) {
      const node = queue[head] as number;
      const next = (distances[node] as number) + 1;
      sum += next - 1;
      for (let at = offsets[node] as number; at < (offsets[node + 1] as number); at += 1) {
        const neighbour = neighbours[at] as number;
        if (distances[neighbour] !== -1) continue;
        distances[neighbour] = next;
        queue[size] = neighbour;
        size += 1;
      }
    }
    centralities[start] = ((size - 1) / (connected - 1)) * ((size - 1) / sum);
  }
  return centralities;
}

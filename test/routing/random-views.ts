import fc from 'fast-check';
import { dearestOf, type FeeSchedule, NO_FEES } from '../../src/model/network/fees.ts';
import { type EndIndex, type IndexArray, type NodeIndex, otherEnd } from '../../src/model/network/indices.ts';
import type { FeePolicy } from '../../src/ports/fee-policy.ts';
import type { NetworkView, RouteRequest } from '../../src/ports/router.ts';
import { readWorld } from '../world/world.ts';

/** A network as a router sees it, from a plain list: channel c has the ends 2c and 2c + 1. */
export interface ListedView {
  readonly nodeCount: number;
  /** Two nodes, and what each can send. */
  readonly channels: readonly (readonly [number, number, bigint, bigint])[];
  readonly unreachable?: readonly number[];
  /** Fee of every hop and mediation, by the node that asks it. */
  readonly fees?: readonly bigint[];
}

/** A node's flat fee, once for every mediation and once for every hop that is weighed. */
const flatFees: FeePolicy = {
  isFree: ({ flat }) => flat === 0n,
  amountIn: ({ scheduleOut }, amountOut) => amountOut + scheduleOut.flat,
  greatestFee: ({ flat }) => (flat === 0n ? 0 : Number.POSITIVE_INFINITY),
  boundFee: (_mediation, bounds) => {
    bounds.least = 0;
    bounds.most = Number.POSITIVE_INFINITY;
  },
  amountOut: ({ scheduleOut }, amountIn) => amountIn - scheduleOut.flat,
};

/** Builds a view by the book, with sorted lists instead of counting sorts, of a list or of a text as `world` reads it. */
export function viewOf(network: ListedView | string, more: Partial<ListedView> = {}): NetworkView {
  const listed = typeof network === 'string' ? listedIn(network) : network;
  const { nodeCount, channels, unreachable = [], fees = [] } = { ...listed, ...more };
  const owner = (end: number): number => channels[end >> 1]?.[end & 1] as number;
  const available = (end: number): bigint => channels[end >> 1]?.[2 + (end & 1)] as bigint;
  const all = channels.flatMap((_channel, c) => [2 * c, 2 * c + 1]);
  all.sort((one, other) => owner(one) - owner(other) || owner(one ^ 1) - owner(other ^ 1) || one - other);
  const offsets = Int32Array.from(
    { length: nodeCount + 1 },
    (_, node) => all.filter((end) => owner(end) < node).length,
  );
  const chargedBy = (node: number): FeeSchedule => ({ ...NO_FEES, flat: fees[node] ?? 0n });
  return {
    nodeCount,
    offsets,
    ends: all as unknown as IndexArray<EndIndex>,
    neighbours: all.map((end) => owner(end ^ 1)) as unknown as IndexArray<NodeIndex>,
    ownerOf: (end) => owner(end) as NodeIndex,
    isReachable: (node) => !unreachable.includes(node),
    canSend: (end, amount) => available(end) >= amount,
    available,
    curveCapacity: (end) => available(end) + available(end ^ 1),
    scheduleOf: (end) => chargedBy(owner(end)),
    near: {
      available: () =>
        Float64Array.from(channels.flatMap(([, , one, other]) => [Number(one), Number(other)])),
      curveCapacities: () => Float64Array.from(channels.map(([, , one, other]) => Number(one + other))),
      isOnCurve: () => true,
      dearest: dearestOf(Array.from({ length: nodeCount }, (_, node) => chargedBy(node))),
      imbalances: new Float64Array(nodeCount),
    },
    fees: flatFees,
    remember: () => ({ asThen: (look) => look(), forget: () => {} }),
  };
}

// The names of nodes are numbers.
function listedIn(text: string): ListedView {
  const { nodes, channels } = readWorld(text);
  return {
    nodeCount: nodes.length,
    channels: channels.map(({ between: [one, other], deposits }) => [
      Number(one),
      Number(other),
      ...deposits,
    ]),
  };
}

/** A request with plain numbers. */
export function request(source: number, target: number, amount: bigint, maxPaths = 3): RouteRequest {
  return { source: source as NodeIndex, target: target as NodeIndex, amount, maxPaths };
}

/** Random views of a few nodes, with ties, parallel channels, drained ends and unreachable nodes. */
export function randomViews({ maxNodes = 8 }: { readonly maxNodes?: number } = {}): fc.Arbitrary<ListedView> {
  return fc.integer({ min: 2, max: maxNodes }).chain((nodeCount) => {
    const node = fc.nat({ max: nodeCount - 1 });
    const amount = fc.constantFrom(0n, 5n, 10n, 11n, 100n);
    const channel = fc.tuple(node, node, amount, amount).filter(([one, other]) => one !== other);
    return fc.record({
      nodeCount: fc.constant(nodeCount),
      channels: fc.array(channel, { maxLength: 3 * nodeCount }),
      unreachable: fc.array(node, { maxLength: 1 }),
      fees: fc.array(fc.constantFrom(0n, 0n, 10n ** 16n, 3n * 10n ** 16n, 10n ** 40n), {
        minLength: nodeCount,
        maxLength: nodeCount,
      }),
    });
  });
}

/** Nodes of a path after its source. */
export function nodesAlong(view: NetworkView, ends: readonly EndIndex[]): readonly number[] {
  return ends.map((end) => view.ownerOf(otherEnd(end)));
}

import type { FeeSchedule } from '../../model/network/fees.ts';

/** The charge of a Lightning node for a payment that leaves through a channel: a fixed part, and one of the amount. */
export interface ChannelPolicy {
  readonly baseMsat: number;
  readonly ppm: number;
}

/** By public key, the fees of the nodes that the edges of a `describegraph` have policies of; half of them are `null`. */
export function policyFees(edges: readonly unknown[]): ReadonlyMap<string, FeeSchedule> {
  const policies = new Map<string, ChannelPolicy[]>();
  for (const edge of edges) {
    const { node1_pub: one, node2_pub: other, node1_policy, node2_policy } = (edge ?? {}) as GraphEdge;
    for (const [node, policy] of [
      [one, node1_policy],
      [other, node2_policy],
    ] as const) {
      if (typeof node !== 'string' || policy === null || policy === undefined) continue;
      const [baseMsat, ppm] = [Number(policy.fee_base_msat), Number(policy.fee_rate_milli_msat)];
      if (!(baseMsat >= 0 && ppm >= 0)) continue;
      policies.set(node, [...(policies.get(node) ?? []), { baseMsat, ppm }]);
    }
  }
  return new Map([...policies].map(([node, list]) => [node, feesOf(list)]));
}

interface GraphEdge {
  readonly node1_pub?: unknown;
  readonly node2_pub?: unknown;
  readonly node1_policy?: Policy | null;
  readonly node2_policy?: Policy | null;
}

interface Policy {
  readonly fee_base_msat?: unknown;
  readonly fee_rate_milli_msat?: unknown;
}

const MSAT = 1000;
const MOST_PPM = 1_000_000;

/**
 * The schedule of a node with these policies: the median of each part. A Lightning node charges for the channel that a
 * payment leaves through, and a schedule for both: half of it on each, rounded down to a whole satoshi and part per million.
 */
export function feesOf(policies: readonly ChannelPolicy[]): FeeSchedule {
  const base = median(policies.map(({ baseMsat }) => baseMsat));
  const ppm = median(policies.map((policy) => policy.ppm));
  return {
    flat: BigInt(Math.floor(base / 2 / MSAT)),
    proportionalPpm: Math.min(MOST_PPM, Math.floor(ppm / 2)),
    imbalancePpm: 0,
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0;
}

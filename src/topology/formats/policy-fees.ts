import type { FeeSchedule } from '../../model/network/fees.ts';

/** The charge of a Lightning node for a payment that leaves through a channel: a fixed part, and one of the amount. */
export interface ChannelPolicy {
  readonly baseMsat: number;
  readonly ppm: number;
  /** Nothing is sent through this end of the channel; absent: it may be. */
  readonly disabled?: boolean | undefined;
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

/** The policies of an edge of `describegraph`; empty: of any other. */
function policiesIn(edge: unknown): readonly (Policy | null)[] {
  const { node1_policy, node2_policy } = (edge ?? {}) as GraphEdge;
  return [node1_policy, node2_policy].filter((policy) => policy !== undefined);
}

function isClosed(policy: Policy | null): boolean {
  return policy === null || policy.disabled === true;
}

/** True for a channel through which neither node sends: both directions are disabled or have no policy. */
export function isDead(edge: unknown): boolean {
  const policies = policiesIn(edge);
  return policies.length === 2 && policies.every(isClosed);
}

/** What edges of `describegraph` say that a network of ours does not know, in one sentence; empty: nothing. */
export function leftAside(edges: readonly unknown[]): readonly string[] {
  const dead = edges.filter(isDead).length;
  const policies = edges.filter((edge) => !isDead(edge)).flatMap(policiesIn);
  const has = (...fields: readonly (keyof Policy)[]): number =>
    policies.filter((policy) => fields.some((field) => Number(policy?.[field] ?? 0) !== 0)).length;
  const aside = [
    [policies.filter(isClosed).length, 'directions that are disabled or have no policy'],
    [has('min_htlc', 'max_htlc_msat'), 'limits of an htlc'],
    [has('inbound_fee_base_msat', 'inbound_fee_rate_milli_msat'), 'inbound fees'],
  ] as const;
  const told = aside.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return [
    ...(dead === 0 ? [] : [`channels left out, disabled or without a policy in both directions: ${dead}`]),
    ...(told.length === 0 ? [] : [`left aside, payments go as if they were not there: ${told.join(', ')}`]),
  ];
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
  readonly disabled?: unknown;
  readonly min_htlc?: unknown;
  readonly max_htlc_msat?: unknown;
  readonly inbound_fee_base_msat?: unknown;
  readonly inbound_fee_rate_milli_msat?: unknown;
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

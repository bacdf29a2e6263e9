import { type ChannelPolicy, type EndPolicy, isMixed } from '../../topology/formats/policy-fees.ts';
import type { ExportedPayment, ForeignChannel, NodeExport } from './export-format.ts';

/** The policies that a graph has of the node's ends, by the channels' names, and of its partners' ends. */
export function policiesOfEnds(edges: readonly ForeignChannel[], ownIds: ReadonlyMap<string, string>) {
  const sides = edges.map(({ id = '', between, policies: [one, other] }) =>
    between[0] === ownIds.get(id) ? { id, own: other, partners: one } : { id, own: one, partners: other },
  );
  return [sides.map(({ id, own }) => [id, own] as const), sides.map(({ partners }) => partners)] as const;
}

/** The policies of ends, of which several files may say something: their fees are those of the first. */
export function oncePerEnd(given: NonNullable<NodeExport['policies']>) {
  const ends = new Map<unknown, EndPolicy>();
  let differing = 0;
  for (const [id, policy] of given) {
    const end = id ?? ends.size;
    const before = ends.get(end);
    if (before && policy && isMixed([before, policy])) differing += 1;
    ends.set(end, before && policy ? withBoth(before, policy) : (before ?? policy));
  }
  return { policies: [...ends.values()], differing };
}

function withBoth(first: ChannelPolicy, second: ChannelPolicy): ChannelPolicy {
  return {
    ...first,
    disabled: first.disabled === true || second.disabled === true,
    aside: [...new Set([...(first.aside ?? []), ...(second.aside ?? [])])],
  };
}

/** A share of the amounts that would have earned as much as these forwards. */
export function policyEarning(forwards: readonly ExportedPayment[]): ChannelPolicy {
  const earnedMsat = forwards.reduce((sum, { feeMsat = 0 }) => sum + feeMsat, 0);
  const sentMsat = forwards.reduce((sum, { amount }) => sum + 1000 * Number(amount), 0);
  return { baseMsat: 0, ppm: sentMsat === 0 ? 0 : Math.round((1e6 * earnedMsat) / sentMsat) };
}

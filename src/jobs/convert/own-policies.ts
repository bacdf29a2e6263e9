import type { ChannelPolicy } from '../../topology/formats/policy-fees.ts';
import type { ExportedPayment, ForeignChannel, NodeExport } from './export-format.ts';

/** The policies that a graph has of the node's ends, and of its partners' ends, by the channels' names. */
export function policiesOfEnds(edges: readonly ForeignChannel[], partners: ReadonlyMap<string, string>) {
  const ofEnds = (isOwn: boolean) =>
    edges.map(({ id = '', between, policies: [one, other] }) => {
      const isFirst = (between[0] !== partners.get(id)) === isOwn;
      return [id, isFirst ? one : other] as const;
    });
  return [ofEnds(true), ofEnds(false)] as const;
}

/** Of policies that several files have of one end, those with other fees than before. */
export function distinctPolicies(ends: NonNullable<NodeExport['policies']>): readonly ChannelPolicy[] {
  const given = ends.flatMap(([end, policy], place) =>
    policy ? [[`${end ?? `nameless ${place}`} ${policy.baseMsat} ${policy.ppm}`, policy] as const] : [],
  );
  return [...new Map(given).values()];
}

/** A share of the amounts that would have earned as much as these forwards. */
export function policyEarning(forwards: readonly ExportedPayment[]): ChannelPolicy {
  const earnedMsat = forwards.reduce((sum, { feeMsat = 0 }) => sum + feeMsat, 0);
  const sentMsat = forwards.reduce((sum, { amount }) => sum + 1000 * Number(amount), 0);
  return { baseMsat: 0, ppm: sentMsat === 0 ? 0 : Math.round((1e6 * earnedMsat) / sentMsat) };
}

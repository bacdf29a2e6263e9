import { InputError, type InputFault } from '../../errors.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { PlanSpec } from '../../model/plan/plan-spec.ts';

// More names than this are not read in an error.
const MOST_NAMES = 10;

/** Refuses a plan that names nodes the network does not have, or a new channel where there is one. */
export function requireNodes(spec: PlanSpec, network: Network, file: string): void {
  const { deposit, charge, open, remove } = spec;
  const mentions: readonly (readonly [path: string, node: NodeName | undefined])[] = [
    ['plan.deposit.node', deposit.node],
    ...Object.entries(deposit.classes).flatMap(([name, nodes]) =>
      nodes.map((node, at) => [`plan.deposit.classes.${name}[${at}]`, node] as const),
    ),
    ['plan.charge.node', charge?.node],
    ...(open?.candidates ?? []).flatMap((pair, at) =>
      pair.map((node, end) => [`plan.open.candidates[${at}][${end}]`, node] as const),
    ),
    ...Object.entries(remove.groups).flatMap(([group, nodes]) =>
      nodes.map((node, at) => [`plan.remove.groups.${group}[${at}]`, node] as const),
    ),
  ];
  const known = network.nodes();
  const rest = known.length - MOST_NAMES;
  const hint = `Nodes: ${known.slice(0, MOST_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
  const unknown = mentions.flatMap(([path, node]): readonly InputFault[] =>
    node === undefined || network.hasNode(node)
      ? []
      : [{ place: { file, path }, message: `found "${node}", expected a node of this scenario`, hint }],
  );
  const faults = unknown.length > 0 ? unknown : standing(open?.candidates ?? [], network, file);
  if (faults.length > 0) throw new InputError(faults);
}

function standing(
  candidates: readonly (readonly [NodeName, NodeName])[],
  network: Network,
  file: string,
): readonly InputFault[] {
  return candidates.flatMap(([one, other], at) => {
    if (one !== other && !network.hasEdge(one, other)) return [];
    const found = one === other ? `${one} twice` : `${one} and ${other}, which have a channel`;
    const place = { file, path: `plan.open.candidates[${at}]` };
    return [
      { place, message: `found ${found}, expected two nodes without one`, hint: 'Leave the pair out.' },
    ];
  });
}

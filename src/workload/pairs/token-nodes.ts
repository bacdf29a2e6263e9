import { InputError } from '../../errors.ts';
import { fieldError, fieldFault } from '../../model/locate-faults.ts';
import type { Amount } from '../../model/network/amount.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import { channelsOf } from '../../model/network/channels-on-demand.ts';

/** A node of one token network, as traffic sees it. */
export interface TokenNode {
  readonly name: NodeName;
  /** Open channels. */
  readonly degree: number;
  /** Sum of its open channels' capacities, both ends. */
  readonly capacity: Amount;
}

/** Names of the nodes with at least one open channel of this token, in the network's order. */
export function connectedNames(network: Network, token: TokenName): readonly NodeName[] {
  const channels = channelsOf(network);
  const isConnected = new Uint8Array(network.order);
  for (let row = 0; row < channels.length; row += 1) {
    if (channels.token(row) !== token || channels.state(row) !== 'opened') continue;
    isConnected[channels.node(row, 0)] = 1;
    isConnected[channels.node(row, 1)] = 1;
  }
  return network.nodes().filter((_, node) => isConnected[node] === 1);
}

/** The nodes with at least one open channel of this token, in the network's order. */
export function tokenNodes(network: Network, token: TokenName): readonly TokenNode[] {
  const names = network.nodes();
  const degrees = new Int32Array(names.length);
  const capacities: Amount[] = names.map(() => 0n);
  const channels = channelsOf(network);
  for (let row = 0; row < channels.length; row += 1) {
    if (channels.token(row) !== token || channels.state(row) !== 'opened') continue;
    const capacity = channels.balance(row, 0) + channels.balance(row, 1);
    for (const end of [0, 1] as const) {
      const node = channels.node(row, end);
      degrees[node] = (degrees[node] as number) + 1;
      capacities[node] = (capacities[node] as Amount) + capacity;
    }
  }
  return names.flatMap((name, node) => {
    const degree = degrees[node] as number;
    return degree === 0 ? [] : [{ name, degree, capacity: capacities[node] as Amount }];
  });
}

/** Throws InputError unless the network has all these nodes. */
export function checkKnown(field: string, names: readonly NodeName[], network: Network): void {
  const faults = names.flatMap((name, index) =>
    network.hasNode(name)
      ? []
      : [fieldFault(`${field}[${index}]`, `found ${JSON.stringify(name)}, expected a node of the network`)],
  );
  if (faults.length > 0) throw new InputError(faults);
}

/** Says that no pair can be drawn. */
export function nobodyPays(at: string, token: TokenName): InputError {
  return fieldError(
    at,
    `found nobody who could pay somebody else, expected two nodes with channels of ${token}`,
  );
}

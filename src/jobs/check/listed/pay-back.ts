import type { Amount } from '../../../model/network/amount.ts';
import type { Directory } from '../../../model/network/directory.ts';
import type { NodeName, TokenName } from '../../../model/network/network.ts';
import type { Nodes } from '../../../ports/node-api.ts';

/** Who pays a partner back, and how much. */
export interface PaidBack {
  readonly from: NodeName;
  readonly to: NodeName;
  readonly token: TokenName;
  readonly amount: Amount;
}

/** A payment between partners that belongs to no sequence. */
export function payBack(
  nodes: Pick<Nodes, 'node'>,
  directory: Directory,
  { from, to, token, amount }: PaidBack,
): ReturnType<ReturnType<Nodes['node']>['pay']> {
  return nodes.node(from).pay({
    token: directory.tokenAddressOf(token),
    target: directory.addressOf(to),
    amount,
  });
}

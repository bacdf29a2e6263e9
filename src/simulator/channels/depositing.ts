import type { Amount } from '../../model/network/amount.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import { notOpen, type OwnEnd, type OwnNode, refuse, show, tooPoor } from './channel-refusals.ts';
import type { Fault } from '../refusal.ts';
import type { Reply } from '../../ports/protocol.ts';

/** The refusal of a deposit into a channel that is not open. */
export const NO_DEPOSIT_WHEN_CLOSED = "Can't set total deposit on a closed channel";

/** Raises an end's total deposit; both ends see it once it is confirmed. */
export function raiseDeposit(
  own: OwnNode,
  at: OwnEnd,
  {
    totalDeposit,
    status,
    reply,
  }: { readonly totalDeposit: Amount; readonly status: 200 | 201; readonly reply: Reply<ChannelView> },
): void {
  const fault = depositFault(own, at, totalDeposit);
  if (fault !== undefined) {
    reply(refuse(own, fault));
    return;
  }
  const { ledger, onChain } = at.layer;
  own.blocks.transact({ kind: 'deposit', from: own.node }, () => {
    // Another deposit may have been confirmed, the channel closed, the tokens spent meanwhile.
    const left = totalDeposit - ledger.totalDeposit(at.end);
    const late = at.layer.graph.isOpen(at.end)
      ? tooPoor(own, at.layer, left)
      : notOpen(at, NO_DEPOSIT_WHEN_CLOSED);
    if (late !== undefined) {
      reply(refuse(own, late));
      return;
    }
    if (left > 0n) {
      onChain[own.node] = (onChain[own.node] ?? 0n) - left;
      ledger.deposit(at.end, left);
    }
    reply(show(own, at, status));
  });
}

function depositFault(own: OwnNode, { layer, end }: OwnEnd, totalDeposit: Amount): Fault | undefined {
  const current = layer.ledger.totalDeposit(end);
  if (totalDeposit > current) return tooPoor(own, layer, totalDeposit - current);
  return {
    status: 409,
    errors: 'Total deposit did not increase.',
    check: 'deposit-increases',
    required: `total deposit > ${current}`,
    found: `total deposit ${totalDeposit}`,
  };
}

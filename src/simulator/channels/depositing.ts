import type { Amount } from '../../model/network/amount.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { Reply } from '../../ports/protocol.ts';
import type { Fault } from '../answers.ts';
import { notOpen, type OwnEnd, refuse, show, tooPoor } from './channel-refusals.ts';

/** The refusal of a deposit into a channel that is not open. */
export const NO_DEPOSIT_WHEN_CLOSED = "Can't set total deposit on a closed channel";

/** Raises an end's total deposit; both ends see it once it is confirmed. */
export function raiseDeposit(
  at: OwnEnd,
  totalDeposit: Amount,
  status: 200 | 201,
  reply: Reply<ChannelView>,
): void {
  const fault = depositFault(at, totalDeposit);
  if (fault !== undefined) {
    reply(refuse(at, fault));
    return;
  }
  const { node, blocks, layer, end } = at;
  const { graph, ledger, curves, onChain } = layer;
  blocks.transact({ kind: 'deposit', from: node }, () => {
    // Another deposit may have been confirmed, the channel closed, the tokens spent meanwhile.
    const left = totalDeposit - ledger.totalDeposit(end);
    const late = graph.isOpen(end) ? tooPoor(at, left) : notOpen(at, NO_DEPOSIT_WHEN_CLOSED);
    if (late !== undefined) {
      reply(refuse(at, late));
      return;
    }
    if (left > 0n) {
      onChain[node] = (onChain[node] ?? 0n) - left;
      ledger.deposit(end, left);
      curves.noteDeposit(end);
    }
    reply(show(at, status));
  });
}

function depositFault(at: OwnEnd, totalDeposit: Amount): Fault | undefined {
  const current = at.layer.ledger.totalDeposit(at.end);
  if (totalDeposit > current) return tooPoor(at, totalDeposit - current);
  return {
    errors: 'Total deposit did not increase.',
    check: 'deposit-increases',
    required: `total deposit > ${current}`,
    found: `total deposit ${totalDeposit}`,
  };
}

import type { Amount } from '../../model/network/amount.ts';
import { otherEnd } from '../../model/network/indices.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { Reply } from '../../ports/protocol.ts';
import type { Fault } from '../answers.ts';
import { addressOf, nameOf } from '../world.ts';
import { nobodyOnline, notOpen, type OwnEnd, refuse, show } from './channel-refusals.ts';

/** Takes tokens out of an end: they leave the balance now and are on-chain once confirmed. */
export function withdraw(at: OwnEnd, totalWithdraw: Amount, reply: Reply<ChannelView>): void {
  const fault = withdrawFault(at, totalWithdraw);
  if (fault !== undefined) {
    reply(refuse(at, fault));
    return;
  }
  const { world, node, blocks, layer, end } = at;
  const { ledger, curves, onChain } = layer;
  const increase = totalWithdraw - ledger.totalWithdraw(end);
  ledger.withdraw(end, increase);
  curves.noteWithdrawalRequest(end);
  layer.inTransit += increase;
  const send = (): void => {
    blocks.transact({ kind: 'withdraw', from: node }, () => {
      layer.inTransit -= increase;
      onChain[node] = (onChain[node] ?? 0n) + increase;
      curves.noteWithdrawal(end);
      reply(show(at, 200));
    });
  };
  // The partner countersigns; one that is frozen does when it is thawed.
  world.messenger.whenRunning(layer.graph.owner(otherEnd(end)), send);
}

// In the node's order (raiden.md 1.4).
function withdrawFault(at: OwnEnd, totalWithdraw: Amount): Fault | undefined {
  const { world, layer, end } = at;
  const { graph, ledger } = layer;
  if (!graph.isOpen(end)) return notOpen(at, "Can't withdraw from a closed channel");
  const current = ledger.totalWithdraw(end);
  const increase = totalWithdraw - current;
  const available = ledger.available(end);
  if (increase <= 0n)
    return {
      errors: `Total withdraw ${totalWithdraw} did not increase`,
      check: 'withdraw-increases',
      required: `total withdraw > ${current}`,
      found: `total withdraw ${totalWithdraw}`,
    };
  if (increase > available)
    return {
      errors: `The withdraw of ${increase} is bigger than the current balance of ${available}`,
      check: 'available-balance',
      required: `available balance >= ${increase}`,
      found: `available balance ${available} (balance ${ledger.balance(end)}, locked ${ledger.lockedAmount(end)})`,
    };
  const partner = graph.owner(otherEnd(end));
  if (world.messenger.isSeen(partner)) return undefined;
  return {
    errors: nobodyOnline(addressOf(world, partner)),
    check: 'partner-online',
    required: `${nameOf(world, partner)} runs, it must countersign`,
    found: 'it is stopped',
  };
}

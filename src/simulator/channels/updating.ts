import { isAddress } from '../../model/network/address.ts';
import type { Amount } from '../../model/network/amount.ts';
import { otherEnd } from '../../model/network/indices.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { ChannelUpdate } from '../../ports/node-api.ts';
import type { Reply } from '../../ports/protocol.ts';
import { type Fault, invalidRequest, misspelled, ok } from '../answers.ts';
import { comparison } from './usability.ts';
import { addressOf, nameOf } from '../world.ts';
import { timeoutFault, updateFault } from './channel-requests.ts';
import { closeChannel } from './closing.ts';
import { nobodyOnline, notOpen, type OwnEnd, type OwnNode, refuse, show, tooPoor } from './own-channels.ts';

/** Makes the one change that was asked for. */
export function updateChannel(own: OwnNode, update: ChannelUpdate, reply: Reply<ChannelView | null>): void {
  const at = channelOf(own, update);
  const fault = updateFault(update) ?? (at === undefined ? notFound(update) : undefined);
  if (fault !== undefined || at === undefined) {
    if (fault !== undefined) reply(refuse(own, fault));
    return;
  }
  const { totalDeposit, totalWithdraw, revealTimeout } = update;
  if (totalDeposit !== undefined) {
    if (at.layer.graph.isOpen(at.end)) raiseDeposit(at, totalDeposit, 200, reply);
    else reply(refuse(own, notOpen(at, NO_DEPOSIT_WHEN_CLOSED)));
  } else if (totalWithdraw !== undefined) withdraw(at, totalWithdraw, reply);
  else if (revealTimeout !== undefined) setRevealTimeout(at, revealTimeout, reply);
  else setState(at, update.state ?? 'opened', reply);
}

function channelOf(own: OwnNode, { token, partner }: ChannelUpdate): OwnEnd | undefined {
  const layer = own.world.layerByToken.get(token);
  const other = own.world.nodeByAddress.get(partner);
  if (layer === undefined || other === undefined) return undefined;
  const end = layer.graph.endBetween(own.node, other);
  return end === undefined ? undefined : { ...own, layer, end };
}

function setRevealTimeout(at: OwnEnd, revealTimeout: bigint, reply: Reply<ChannelView>): void {
  const { graph } = at.layer;
  const fault = timeoutFault({ settleTimeout: BigInt(graph.settleTimeout(at.end)), revealTimeout });
  if (fault === undefined) {
    graph.setRevealTimeout(at.end, Number(revealTimeout));
    reply(show(at, 200));
  } else reply(refuse(at, fault));
}

function setState(at: OwnEnd, state: string, reply: Reply<ChannelView | null>): void {
  if (state !== 'closed') {
    const errors = `Provided invalid channel state ${state}`;
    const fault = invalidRequest(errors, { required: 'state closed', found: state });
    reply(refuse(at, { ...fault, status: 400 }));
  } else if (at.layer.graph.isOpen(at.end)) {
    closeChannel(at, (shown) => reply(ok(shown)));
  } else reply(refuse(at, notOpen(at, 'Attempted to close an already closed channel')));
}

function notFound({ token, partner }: ChannelUpdate): Fault {
  if (!isAddress(partner)) return { ...misspelled(partner), status: 404 };
  const errors = `Requested channel for token ${token} and partner ${partner} not found`;
  return { errors, check: 'channel-open', required: 'a channel with the partner', found: 'none' };
}

/** Takes tokens out of an end: they leave the balance now and are on-chain once confirmed. */
function withdraw(at: OwnEnd, totalWithdraw: Amount, reply: Reply<ChannelView>): void {
  const fault = withdrawFault(at, totalWithdraw);
  if (fault !== undefined) return reply(refuse(at, fault));
  const { world, node, blocks, layer, end } = at;
  const { ledger, curves, onChain } = layer;
  const increase = totalWithdraw - ledger.totalWithdraw(end);
  ledger.withdraw(end, increase);
  world.depletedEnds.deposited(layer, end, -increase);
  curves.noteWithdrawalRequest(end);
  layer.inTransit += increase;
  const send = (): void => {
    blocks.transact(() => {
      layer.inTransit -= increase;
      onChain[node] = (onChain[node] ?? 0n) + increase;
      curves.noteWithdrawal(end);
      world.chainEvents.withdrawn(at);
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
      ...comparison(world, { layer, end, amount: increase }, 'available-balance'),
    };
  const partner = graph.owner(otherEnd(end));
  if (world.messenger.isSeen(partner)) return undefined;
  return {
    errors: nobodyOnline(addressOf(world, partner)),
    check: 'partner-online',
    required: `${nameOf(world, partner)} to countersign`,
    found: `${nameOf(world, partner)} is stopped`,
  };
}

/** The refusal of a deposit into a channel that is not open. */
const NO_DEPOSIT_WHEN_CLOSED = "Can't set total deposit on a closed channel";

/** Raises an end's total deposit; both ends see it once it is confirmed. */
export function raiseDeposit(
  at: OwnEnd,
  totalDeposit: Amount,
  status: 200 | 201,
  reply: Reply<ChannelView>,
): void {
  const fault = depositFault(at, totalDeposit);
  if (fault !== undefined) return reply(refuse(at, fault));
  const { world, node, blocks, layer, end } = at;
  const { graph, ledger, curves, onChain } = layer;
  blocks.transact(() => {
    // Another deposit may have been confirmed, the channel closed, the tokens spent meanwhile.
    const left = totalDeposit - ledger.totalDeposit(end);
    const late = graph.isOpen(end) ? tooPoor(at, left) : notOpen(at, NO_DEPOSIT_WHEN_CLOSED);
    if (late !== undefined) return reply(refuse(at, late));
    if (left > 0n) {
      onChain[node] = (onChain[node] ?? 0n) - left;
      ledger.deposit(end, left);
      world.depletedEnds.deposited(layer, end, left);
      curves.noteDeposit(end);
      world.chainEvents.deposited(at);
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

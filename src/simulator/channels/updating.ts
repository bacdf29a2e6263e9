import type { ChannelView } from '../../model/run/answer.ts';
import type { ChannelUpdate } from '../../ports/node-api.ts';
import type { Reply } from '../../ports/protocol.ts';
import { type Fault, invalidRequest, ok } from '../answers.ts';
import { notOpen, type OwnEnd, type OwnNode, refuse, show } from './channel-refusals.ts';
import { timeoutFault, updateFault } from './channel-requests.ts';
import { closeChannel } from './closing.ts';
import { NO_DEPOSIT_WHEN_CLOSED, raiseDeposit } from './depositing.ts';
import { withdraw } from './withdrawing.ts';

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
  const errors = `Requested channel for token ${token} and partner ${partner} not found`;
  return { errors, check: 'channel-open', required: 'a channel with the partner', found: 'none' };
}

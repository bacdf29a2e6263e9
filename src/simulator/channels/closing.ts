import type { Address } from '../../model/network/address.ts';
import { type Amount, smaller } from '../../model/network/amount.ts';
import { type EndIndex, otherEnd } from '../../model/network/indices.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { Reply } from '../../ports/protocol.ts';
import { ok, unregisteredToken } from '../answers.ts';
import type { TokenLayer } from '../token-layer.ts';
import { channelView, endWith500, type OwnEnd, type OwnNode, refuse } from './own-channels.ts';
import { CONTRACT_ADDRESSES } from '../../model/network/contract-addresses.ts';
import { rewardIdentifier } from '../../model/network/reward-identifier.ts';
import { addressOf } from '../world.ts';

/** Is handed the channel when it is closed and settled later, null when it is settled and gone. */
type Closed = (shown: ChannelView | null) => void;

/**
 * Closes an open channel: cooperatively when both can, the partner is online and nothing is pending, else on-chain
 * with the settlement after the settle timeout (raiden.md 1.4).
 */
export function closeChannel(at: OwnEnd, done: Closed): void {
  const { world, layer, end } = at;
  const partner = layer.graph.owner(otherEnd(end));
  const isAble = [at.node, partner].every((node) => world.rulesOf(node).closesTogether);
  if (isAble && !hasPending(layer, end) && world.messenger.isSeen(partner)) askToSettle(at, done);
  else closeAlone(at, { withdrawn: 0n }, done);
}

/** Closes every open channel of a token network; answers, when all are closed, with every channel it still had. */
export function leaveNetwork(
  own: OwnNode,
  token: Address,
  reply: Reply<readonly (ChannelView | null)[]>,
): void {
  const layer = own.world.layerByToken.get(token);
  if (layer === undefined) {
    const fault = unregisteredToken(token);
    if (own.world.rulesOf(own.node).endsWith500) endWith500(own, fault, reply);
    else reply(refuse(own, fault));
    return;
  }
  // Those closed before are listed beside them, as they are when all is closed.
  const ends = [...layer.graph.endsOf(own.node)];
  const open = ends.filter((end) => layer.graph.isOpen(end));
  let pending = open.length;
  const viewUnlessGone = (end: EndIndex): ChannelView | null =>
    layer.graph.phase(end) === 'gone' ? null : channelView(own.world, layer, end);
  const finish = (): void => reply(ok(ends.map(viewUnlessGone)));
  if (pending === 0) finish();
  for (const end of open) {
    closeChannel({ ...own, layer, end }, () => {
      pending -= 1;
      if (pending === 0) finish();
    });
  }
}

// The node withdraws all it has and asks its partner to do the same; a frozen one may never answer. The withdrawal is
// worth nothing after twice the reveal timeout, and then the channel is closed without the partner.
function askToSettle(at: OwnEnd, done: Closed): void {
  const { world, blocks, layer, end } = at;
  const partner = layer.graph.owner(otherEnd(end));
  const ownMoney = takeOut(layer, end);
  if (world.messenger.isRunning(partner)) return settleTogether(at, ownMoney, done);
  let isOver = false;
  const once = (act: () => void) => (): void => {
    if (isOver) return;
    isOver = true;
    act();
  };
  const alone = once(() => closeAlone(at, { withdrawn: ownMoney }, done));
  blocks.at(blocks.latest + 2 * layer.graph.revealTimeout(end), alone);
  world.messenger.whenRunning(
    partner,
    once(() => settleTogether(at, ownMoney, done)),
  );
}

// From the agreement on there is nothing left to send.
function settleTogether(at: OwnEnd, own: Amount, done: Closed): void {
  const { world, node, blocks, layer, end } = at;
  const { graph } = layer;
  const other = takeOut(layer, otherEnd(end));
  // Locks that were made while a frozen partner was waited for keep the channel open.
  if (world.rulesOf(node).showsSettlingAsClosed && graph.isOpen(end) && !hasPending(layer, end))
    graph.setPhase(end, 'closed');
  blocks.transact(() => {
    payOut(layer, end, own);
    payOut(layer, otherEnd(end), other);
    // Two closes at once may both have come this far; a deposit may have been paid on since.
    if (graph.phase(end) === 'gone') done(null);
    else if (hasPending(layer, end)) {
      if (graph.isOpen(end)) closeAlone(at, { withdrawn: 0n }, done);
      else done(channelView(at.world, layer, end));
    } else {
      vanish(layer, end);
      at.world.chainEvents.settled(at, [own, other]);
      done(null);
    }
  });
}

// `withdrawn`: what the node has in vain asked to withdraw; the settlement brings it.
function closeAlone(at: OwnEnd, { withdrawn }: { readonly withdrawn: Amount }, done: Closed): void {
  const { world, blocks, layer, end } = at;
  const { graph } = layer;
  if (graph.phase(end) !== 'opened') {
    payOut(layer, end, withdrawn);
    done(graph.phase(end) === 'gone' ? null : channelView(world, layer, end));
    return;
  }
  graph.setPhase(end, 'waiting_for_close');
  // The settle timeout counts from the block that holds the close, not from when that is confirmed (raiden.md 1.4).
  const closedIn = blocks.latest;
  blocks.transact(() => {
    if (graph.phase(end) === 'waiting_for_close') {
      graph.setPhase(end, 'closed');
      world.chainEvents.closed(at);
      const isAnswered = answerClose(at, closedIn);
      blocks.at(closedIn + graph.settleTimeout(end), () => settle(at, withdrawn, isAnswered));
    }
    done(graph.phase(end) === 'gone' ? null : channelView(world, layer, end));
  });
}

// The node sends the settlement by itself, once nothing is locked; the contract does not ask what a partner has heard.
function settle(at: OwnEnd, withdrawn: Amount, isAnswered: () => boolean): void {
  const { world, blocks, layer, end } = at;
  if (layer.graph.phase(end) === 'gone') return;
  layer.graph.setPhase(end, 'waiting_for_settle');
  if (hasLocks(layer, end)) return void blocks.at(blocks.latest + 1, () => settle(at, withdrawn, isAnswered));
  blocks.transact(() => {
    if (layer.graph.phase(end) === 'gone') return;
    const { ledger } = layer;
    const other = otherEnd(end);
    // The contract counts a proof that nobody handed in as zero (TokenNetwork.sol): the closing node keeps what it sent.
    if (!isAnswered()) ledger.send(other, smaller(ledger.transferred(end), ledger.balance(other)));
    world.chainEvents.settled(at, [ledger.balance(end) + withdrawn, ledger.balance(other)]);
    vanish(layer, end);
    payOut(layer, end, withdrawn);
  });
}

// Out of the channel and not yet on-chain.
function takeOut(layer: TokenLayer, end: EndIndex): Amount {
  const share = layer.ledger.balance(end);
  layer.ledger.withdraw(end, share);
  layer.inTransit += share;
  return share;
}

function payOut(layer: TokenLayer, end: EndIndex, share: Amount): void {
  const owner = layer.graph.owner(end);
  layer.inTransit -= share;
  layer.onChain[owner] = (layer.onChain[owner] ?? 0n) + share;
}

// To a payee that has not heard of the expiration, the lock is still there.
function hasPending(layer: TokenLayer, end: EndIndex): boolean {
  return hasLocks(layer, end) || [end, otherEnd(end)].some((each) => layer.unheard.has(each));
}

function hasLocks({ ledger }: TokenLayer, end: EndIndex): boolean {
  return [end, otherEnd(end)].some((each) => ledger.pendingLocks(each) !== 0);
}

function vanish({ graph, ledger, onChain }: TokenLayer, end: EndIndex): void {
  for (const each of [end, otherEnd(end)]) {
    const node = graph.owner(each);
    onChain[node] = (onChain[node] ?? 0n) + ledger.balance(each);
  }
  graph.setPhase(end, 'gone');
}

// The contract lets a service answer from a block on that lies between 30 % and 80 % of the settle timeout after the
// close, by the addresses of both ends and of the service (raiden-contracts, firstBlockAllowedToMonitor of
// MonitoringService.sol). Here the addresses decide nothing.
const SERVICE_WAITS = 0.6;

/**
 * After a close the partner shows the contract what it has received last: by itself when it runs, else a monitoring
 * service does it for a node that pays for that, and claims its reward once the channel is settled
 * (docs/scenario-player.md). Returns whether the contract has been shown it.
 */
function answerClose(at: OwnEnd, closedIn: number): () => boolean {
  const { world, blocks, layer, end } = at;
  // Without a transfer there is no balance proof to show.
  if (layer.ledger.transferred(end) === 0n) return () => true;
  const partner = layer.graph.owner(otherEnd(end));
  const lastBlock = closedIn + layer.graph.settleTimeout(end);
  let isAnswered = false;
  const answer = (sender: `0x${string}`, answered: () => void): void => {
    if (isAnswered || blocks.latest >= lastBlock) return;
    isAnswered = true;
    blocks.transact(() => {
      noteProof(at, sender);
      answered();
    });
  };
  world.messenger.whenRunning(partner, () => answer(addressOf(world, partner), () => {}));
  const isShown = (): boolean => isAnswered;
  if (!world.isMonitored(partner)) return isShown;
  blocks.at(closedIn + Math.floor(layer.graph.settleTimeout(end) * SERVICE_WAITS), () =>
    answer(CONTRACT_ADDRESSES.monitoringService, () => claimLater(at)),
  );
  return isShown;
}

function noteProof({ world, layer, end }: OwnEnd, sender: `0x${string}`): void {
  const channel = BigInt(layer.graph.identifier(end));
  const closing = addressOf(world, layer.graph.owner(end));
  const args = { channel_identifier: channel, closing_participant: closing };
  world.chainEvents.note({ contract: 'TokenNetwork', event: 'NonClosingBalanceProofUpdated', sender, args });
}

// Looks at each new block whether the channel is settled.
function claimLater(at: OwnEnd): void {
  const { world, blocks, layer, end } = at;
  if (layer.graph.phase(end) !== 'gone') return void blocks.at(blocks.latest + 1, () => claimLater(at));
  const { tokenNetworkAddress } = layer.token;
  const channelIdentifier = BigInt(layer.graph.identifier(end));
  const sender = CONTRACT_ADDRESSES.monitoringService;
  const args = {
    ms_address: sender,
    reward_identifier: rewardIdentifier({ channelIdentifier, tokenNetworkAddress }),
  };
  world.chainEvents.note({ contract: 'MonitoringService', event: 'RewardClaimed', sender, args });
}

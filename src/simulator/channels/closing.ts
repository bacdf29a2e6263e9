import type { Address } from '../../model/network/address.ts';
import { type EndIndex, otherEnd } from '../../model/network/indices.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { Reply } from '../../ports/protocol.ts';
import { ok, unregisteredToken } from '../answers.ts';
import type { TokenLayer } from '../token-layer.ts';
import { type OwnEnd, type OwnNode, refuse } from './channel-refusals.ts';
import { channelView } from './channel-views.ts';

/** Is handed the channel when it is closed and settled later, null when it is settled and gone. */
type Closed = (shown: ChannelView | null) => void;

/**
 * Closes an open channel: cooperatively when the partner runs and nothing is pending, else on-chain
 * with the settlement after the settle timeout (raiden.md 1.4).
 */
export function closeChannel(at: OwnEnd, done: Closed): void {
  const { layer, end } = at;
  if (!hasPending(layer, end) && at.world.messenger.isRunning(layer.graph.owner(otherEnd(end))))
    settleTogether(at, done);
  else closeAlone(at, done);
}

/** Closes every open channel of a token network; answers, when all are closed, with every channel it still had. */
export function leaveNetwork(
  own: OwnNode,
  token: Address,
  reply: Reply<readonly (ChannelView | null)[]>,
): void {
  const layer = own.world.layerByToken.get(token);
  if (layer === undefined) {
    // The real node answers 500 and dies (raiden.md 1.1); a sandbox that dies would be of no use.
    reply(refuse(own, unregisteredToken(token)));
    return;
  }
  // Those closed before are listed beside them, as they are when all is closed.
  const ends = [...layer.graph.endsOf(own.node)];
  const open = ends.filter((end) => layer.graph.isOpen(end));
  let pending = open.length;
  const finish = (): void => reply(ok(ends.map((end) => viewUnlessGone(own, layer, end))));
  if (pending === 0) finish();
  for (const end of open) {
    closeChannel({ ...own, layer, end }, () => {
      pending -= 1;
      if (pending === 0) finish();
    });
  }
}

function viewUnlessGone({ world }: OwnNode, layer: TokenLayer, end: EndIndex): ChannelView | null {
  return layer.graph.phase(end) === 'gone' ? null : channelView(world, layer, end);
}

// Both ends withdraw everything at once; from the agreement on there is nothing left to send.
function settleTogether(at: OwnEnd, done: Closed): void {
  const { world, node, blocks, layer, end } = at;
  const { graph, ledger, onChain } = layer;
  const shares = [end, otherEnd(end)].map((each) => ({ each, share: ledger.balance(each) }));
  for (const { each, share } of shares) {
    ledger.withdraw(each, share);
    layer.inTransit += share;
  }
  blocks.transact({ kind: 'settle', from: node }, () => {
    for (const { each, share } of shares) {
      const owner = graph.owner(each);
      layer.inTransit -= share;
      onChain[owner] = (onChain[owner] ?? 0n) + share;
    }
    // Two closes at once may both have come this far; a deposit may have been paid on since.
    if (graph.phase(end) === 'gone') done(null);
    else if (hasPending(layer, end)) {
      if (graph.isOpen(end)) closeAlone(at, done);
      else done(channelView(world, layer, end));
    } else {
      vanish(layer, end);
      done(null);
    }
  });
}

function closeAlone(at: OwnEnd, done: Closed): void {
  const { world, node, blocks, layer, end } = at;
  const { graph } = layer;
  graph.setPhase(end, 'waiting_for_close');
  blocks.transact({ kind: 'close', from: node }, () => {
    if (graph.phase(end) === 'waiting_for_close') {
      graph.setPhase(end, 'closed');
      blocks.at(blocks.latest + graph.settleTimeout(end), () => settle(at));
    }
    done(graph.phase(end) === 'gone' ? null : channelView(world, layer, end));
  });
}

// The node sends the settlement by itself; pending locks are resolved first.
function settle(at: OwnEnd): void {
  const { node, blocks, layer, end } = at;
  if (layer.graph.phase(end) === 'gone') return;
  layer.graph.setPhase(end, 'waiting_for_settle');
  if (hasPending(layer, end)) {
    blocks.at(blocks.latest + 1, () => settle(at));
    return;
  }
  blocks.transact({ kind: 'settle', from: node }, () => {
    if (layer.graph.phase(end) !== 'gone') vanish(layer, end);
  });
}

// To a payee that has not heard of the expiration, the lock is still there.
function hasPending({ ledger, unheard }: TokenLayer, end: EndIndex): boolean {
  return [end, otherEnd(end)].some((each) => ledger.pendingLocks(each) !== 0 || unheard.has(each));
}

function vanish({ graph, ledger, onChain }: TokenLayer, end: EndIndex): void {
  for (const each of [end, otherEnd(end)]) {
    const node = graph.owner(each);
    onChain[node] = (onChain[node] ?? 0n) + ledger.balance(each);
  }
  graph.setPhase(end, 'gone');
}

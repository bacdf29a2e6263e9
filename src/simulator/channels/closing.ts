import { type EndIndex, otherEnd } from '../../model/network/indices.ts';
import type { TokenLayer } from '../token-layer.ts';
import type { OwnEnd, OwnNode } from './channel-refusals.ts';

/** How a close ended: the channel is settled and gone, or closed and settled later. */
export type CloseResult = 'settled' | 'closed';

/**
 * Closes an open channel: cooperatively when the partner runs and nothing is pending, else on-chain
 * with the settlement after the settle timeout (raiden.md 1.4).
 */
export function closeChannel(own: OwnNode, at: OwnEnd, done: (result: CloseResult) => void): void {
  const { layer, end } = at;
  if (!hasPending(layer, end) && own.world.messenger.isRunning(layer.graph.owner(otherEnd(end))))
    settleTogether(own, at, done);
  else closeAlone(own, at, done);
}

// Both ends withdraw everything at once; from the agreement on there is nothing left to send.
function settleTogether(own: OwnNode, at: OwnEnd, done: (result: CloseResult) => void): void {
  const { layer, end } = at;
  const { graph, ledger, onChain } = layer;
  const shares = [end, otherEnd(end)].map((each) => ({ each, share: ledger.balance(each) }));
  for (const { each, share } of shares) {
    ledger.withdraw(each, share);
    layer.inTransit += share;
  }
  own.blocks.transact({ kind: 'settle', from: own.node }, () => {
    for (const { each, share } of shares) {
      const node = graph.owner(each);
      layer.inTransit -= share;
      onChain[node] = (onChain[node] ?? 0n) + share;
    }
    // Two closes at once may both have come this far; a deposit may have been paid on since.
    if (graph.phase(end) === 'gone') done('settled');
    else if (hasPending(layer, end)) {
      if (graph.isOpen(end)) closeAlone(own, at, done);
      else done('closed');
    } else {
      vanish(layer, end);
      done('settled');
    }
  });
}

function closeAlone(own: OwnNode, at: OwnEnd, done: (result: CloseResult) => void): void {
  const { layer, end } = at;
  const { graph } = layer;
  graph.setPhase(end, 'waiting_for_close');
  own.blocks.transact({ kind: 'close', from: own.node }, () => {
    if (graph.phase(end) !== 'waiting_for_close') {
      done(graph.phase(end) === 'gone' ? 'settled' : 'closed');
      return;
    }
    graph.setPhase(end, 'closed');
    own.blocks.at(own.blocks.latest + graph.settleTimeout(end), () => settle(own, at));
    done('closed');
  });
}

// The node sends the settlement by itself; pending locks are resolved first.
function settle(own: OwnNode, at: OwnEnd): void {
  const { layer, end } = at;
  if (layer.graph.phase(end) === 'gone') return;
  layer.graph.setPhase(end, 'waiting_for_settle');
  if (hasPending(layer, end)) {
    own.blocks.at(own.blocks.latest + 1, () => settle(own, at));
    return;
  }
  own.blocks.transact({ kind: 'settle', from: own.node }, () => {
    if (layer.graph.phase(end) !== 'gone') vanish(layer, end);
  });
}

function hasPending({ ledger }: TokenLayer, end: EndIndex): boolean {
  return ledger.pendingLocks(end) !== 0 || ledger.pendingLocks(otherEnd(end)) !== 0;
}

function vanish({ graph, ledger, onChain }: TokenLayer, end: EndIndex): void {
  for (const each of [end, otherEnd(end)]) {
    const node = graph.owner(each);
    onChain[node] = (onChain[node] ?? 0n) + ledger.balance(each);
  }
  graph.setPhase(end, 'gone');
}

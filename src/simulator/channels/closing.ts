import type { Amount } from '../../model/network/amount.ts';
import type { TokenLayer } from '../token-layer.ts';
import type { World } from '../world.ts';

/** How a close ended: the channel is settled and gone, or closed and settled later. */
export type CloseResult = 'settled' | 'closed';

/**
 * Closes an open channel: cooperatively when the partner runs and nothing is pending, else on-chain
 * with the settlement after the settle timeout (raiden.md 1.4).
 */
export function closeChannel(
  world: World,
  {
    layer,
    end,
    done,
  }: { readonly layer: TokenLayer; readonly end: number; readonly done: (result: CloseResult) => void },
): void {
  if (!hasPending(layer, end) && world.messenger.isRunning(layer.graph.owner(end ^ 1)))
    settleTogether(world, { layer, end, done });
  else closeAlone(world, { layer, end, done });
}

// Both ends withdraw everything at once; from the agreement on there is nothing left to send.
function settleTogether(
  world: World,
  {
    layer,
    end,
    done,
  }: { readonly layer: TokenLayer; readonly end: number; readonly done: (result: CloseResult) => void },
): void {
  const { graph, ledger, onChain } = layer;
  const shares = [end, end ^ 1].map((each) => ({ each, share: ledger.balance[each] as Amount }));
  for (const { each, share } of shares) {
    ledger.withdraw(each, share);
    layer.inTransit += share;
  }
  world.blocks.transact(() => {
    for (const { each, share } of shares) {
      const node = graph.owner(each);
      layer.inTransit -= share;
      onChain[node] = (onChain[node] as Amount) + share;
    }
    // Two closes at once may both have come this far; a deposit may have been paid on since.
    if (graph.phase(end) === 'gone') done('settled');
    else if (hasPending(layer, end)) {
      if (graph.isOpen(end)) closeAlone(world, { layer, end, done });
      else done('closed');
    } else {
      vanish(layer, end);
      done('settled');
    }
  });
}

function closeAlone(
  world: World,
  {
    layer,
    end,
    done,
  }: { readonly layer: TokenLayer; readonly end: number; readonly done: (result: CloseResult) => void },
): void {
  const { graph } = layer;
  graph.setPhase(end, 'waiting_for_close');
  world.blocks.transact(() => {
    if (graph.phase(end) !== 'waiting_for_close') {
      done(graph.phase(end) === 'gone' ? 'settled' : 'closed');
      return;
    }
    graph.setPhase(end, 'closed');
    world.blocks.at(world.blocks.latest + graph.settleTimeout(end), () => settle(world, layer, end));
    done('closed');
  });
}

// The node sends the settlement by itself; locks still pending go to whoever they belong to first.
function settle(world: World, layer: TokenLayer, end: number): void {
  if (layer.graph.phase(end) === 'gone') return;
  layer.graph.setPhase(end, 'waiting_for_settle');
  if (hasPending(layer, end)) {
    world.blocks.at(world.blocks.latest + 1, () => settle(world, layer, end));
    return;
  }
  world.blocks.transact(() => {
    if (layer.graph.phase(end) !== 'gone') vanish(layer, end);
  });
}

function hasPending({ ledger }: TokenLayer, end: number): boolean {
  return ledger.pendingLocks[end] !== 0 || ledger.pendingLocks[end ^ 1] !== 0;
}

function vanish({ graph, ledger, onChain }: TokenLayer, end: number): void {
  for (const each of [end, end ^ 1]) {
    const node = graph.owner(each);
    onChain[node] = (onChain[node] as Amount) + (ledger.balance[each] as Amount);
  }
  graph.setPhase(end, 'gone');
}

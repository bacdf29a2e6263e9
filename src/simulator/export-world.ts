import { MultiUndirectedGraph } from 'graphology';
import type { Amount } from '../model/network/amount.ts';
import { channelKey, type Network } from '../model/network/network.ts';
import type { TokenLayer } from './token-layer.ts';
import { nameOf, type World } from './world.ts';

/** The network as it stands; nodes keep the order they had in `start`. */
export function exportWorld(world: World, start: Network): Network {
  const network: Network = new MultiUndirectedGraph({ allowSelfLoops: false });
  network.replaceAttributes({ tokens: world.layers.map(({ token }) => token) });
  const nodeOf = new Map(world.names.map((name, node) => [name, node]));
  start.forEachNode((name, attributes) => {
    network.addNode(name, { ...attributes, online: world.messenger.isRunning(nodeOf.get(name) as number) });
  });
  for (const layer of world.layers) addChannels(network, world, layer);
  return network;
}

function addChannels(network: Network, world: World, { graph, ledger, token }: TokenLayer): void {
  const pair = (list: readonly Amount[], end: number) =>
    [list[end] as Amount, list[end + 1] as Amount] as const;
  for (let end = 0; end < graph.owners.length; end += 2) {
    const state = graph.phase(end);
    if (state === 'gone') continue;
    const identifier = graph.identifier(end);
    const [first, second] = [nameOf(world, graph.owner(end)), nameOf(world, graph.owner(end + 1))];
    network.addEdgeWithKey(channelKey(token.name, identifier), first, second, {
      identifier,
      token: token.name,
      state,
      settleTimeout: graph.settleTimeout(end),
      revealTimeout: graph.revealTimeout(end),
      totalDeposit: pair(ledger.totalDeposit, end),
      totalWithdraw: pair(ledger.totalWithdraw, end),
      balance: pair(ledger.balance, end),
    });
  }
}

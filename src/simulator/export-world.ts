import type { Amount } from '../model/network/amount.ts';
import { emptyNetwork } from '../model/network/create-network.ts';
import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import { channelKey, type Network } from '../model/network/network.ts';
import type { TokenLayer } from './token-layer.ts';
import { nameOf, nodeNamed, type World } from './world.ts';

/** The network as it stands; nodes keep the order they had in `start`. */
export function exportWorld(world: World, start: Network): Network {
  const network = emptyNetwork();
  network.replaceAttributes({ tokens: world.layers.map(({ token }) => token) });
  start.forEachNode((name, attributes) => {
    network.addNode(name, { ...attributes, online: world.messenger.isUp(nodeNamed(world, name)) });
  });
  for (const layer of world.layers) addChannels(network, world, layer);
  return network;
}

function addChannels(network: Network, world: World, { graph, ledger, token }: TokenLayer): void {
  for (const end of graph.allEnds()) {
    const state = graph.phase(end);
    if (state === 'gone' || end > otherEnd(end)) continue;
    const pair = (of: (end: EndIndex) => Amount) => [of(end), of(otherEnd(end))] as const;
    const identifier = graph.identifier(end);
    const [first, second] = [nameOf(world, graph.owner(end)), nameOf(world, graph.owner(otherEnd(end)))];
    network.addEdgeWithKey(channelKey(token.name, identifier), first, second, {
      identifier,
      token: token.name,
      state,
      settleTimeout: graph.settleTimeout(end),
      revealTimeout: [graph.revealTimeout(end), graph.revealTimeout(otherEnd(end))],
      totalDeposit: pair((each) => ledger.totalDeposit(each)),
      totalWithdraw: pair((each) => ledger.totalWithdraw(each)),
      balance: pair((each) => ledger.balance(each)),
    });
  }
}

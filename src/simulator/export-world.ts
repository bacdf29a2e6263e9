import { emptyNetwork } from '../model/network/create-network.ts';
import { type EndIndex, otherEnd } from '../model/network/indices.ts';
import type { Network } from '../model/network/network.ts';
import type { UnfundedChannel } from '../model/network/channel-columns.ts';
import { fundedChannelAdder } from '../model/network/packed-network.ts';
import type { TokenLayer } from './token-layer.ts';
import { nodeNamed, type World } from './world.ts';

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
  const add = fundedChannelAdder(network, ledger.funds);
  // A node's place in the network by its number in the world.
  const places = new Int32Array(network.order);
  network.nodes().forEach((name, place) => {
    places[nodeNamed(world, name)] = place;
  });
  for (let channel = 0; channel < graph.channelCount; channel += 1) {
    const end = (2 * channel) as EndIndex;
    const other = otherEnd(end);
    const state = graph.phase(end);
    if (state === 'gone') continue;
    const between = [places[graph.owner(end)] as number, places[graph.owner(other)] as number] as const;
    const terms: UnfundedChannel = {
      identifier: graph.identifier(end),
      token: token.name,
      state,
      settleTimeout: graph.settleTimeout(end),
      revealTimeout: [graph.revealTimeout(end), graph.revealTimeout(other)],
    };
    add(between, terms, end);
  }
}

import { MultiUndirectedGraph } from 'graphology';
import { write } from 'graphology-gexf';
import type { Network } from '../../model/network/network.ts';
import { flatChannel, flatNode, xmlText } from './flat-attributes.ts';

/** A network as GEXF 1.2, Gephi's own format. */
export function gexf(network: Network): string {
  const flat = new MultiUndirectedGraph();
  flat.replaceAttributes({ creator: 'millrace', description: description(network) });
  // Two names that differ only in characters XML cannot hold would fall together, hence merge.
  network.forEachNode((name, attributes) => flat.mergeNode(xmlText(name), flatNode(name, attributes)));
  network.forEachEdge((key, channel, source, target) =>
    flat.addEdgeWithKey(xmlText(key), xmlText(source), xmlText(target), flatChannel(channel)),
  );
  return `${write(flat)}\n`;
}

function description(network: Network): string {
  return network
    .getAttribute('tokens')
    .map(({ name, tokenNetworkAddress }) => `${xmlText(name)}: ${tokenNetworkAddress}`)
    .join(', ');
}

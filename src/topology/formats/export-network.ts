import { toJson } from '../../model/json.ts';
import type { Network } from '../../model/network/network.ts';
import { networkToJson } from '../../model/network/network-json.ts';
import { gexf } from './gexf.ts';
import { graphml } from './graphml.ts';

/**
 * A network as a file's text: graphology JSON, which Millrace reads back as a snapshot, or GEXF or GraphML for Gephi
 * and other tools, with flat attributes.
 */
export function exportNetwork(network: Network, format: 'json' | 'gexf' | 'graphml'): string {
  switch (format) {
    case 'json':
      return `${toJson(networkToJson(network), 2)}\n`;
    case 'gexf':
      return gexf(network);
    case 'graphml':
      return graphml(network);
  }
}

import type { Network } from '../../../src/model/network/network.ts';
import { networkParts } from '../../../src/model/network/network-lines.ts';

/** The lines of a network, as a reader of its file has them. */
export function linesOf(network: Network): readonly string[] {
  const text = [...networkParts(network)].map((part) => part.text()).join('');
  return text.slice(0, -1).split('\n');
}

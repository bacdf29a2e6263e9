import type { Network } from '../../../src/model/network/network.ts';
import { networkLines } from '../../../src/model/network/network-lines.ts';

/** The lines of a network, as a reader of its file has them. */
export function linesOf(network: Network): readonly string[] {
  return Array.from(networkLines(network), (line) => line.slice(0, -1));
}

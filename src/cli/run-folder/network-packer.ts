import { constants, gzipSync } from 'node:zlib';
import type { Network } from '../../model/network/network.ts';
import { type LinesPart, networkParts } from '../../model/network/network-lines.ts';

// The fastest: stronger ones take several times as long for a tenth less.
const LEVEL = 1;

/**
 * Packs the networks of one run, as `zcat` reads them: what one has in common with the one before, which is nearly all
 * of it, is packed once. Keeps the one before, which must stay as it is, with its packed bytes.
 */
export class NetworkPacker {
  #before: { readonly network: Network; readonly packed: readonly Uint8Array[] } | undefined;

  /** The network in pieces, each of which is a gzip file: such files that follow each other are one. */
  *pack(network: Network): Generator<Uint8Array> {
    const packed: Uint8Array[] = [];
    const partsBefore = this.#before && networkParts(this.#before.network);
    for (const part of networkParts(network)) {
      const before = partsBefore?.next().value;
      const known = before && isSame(part, before) ? this.#before?.packed[packed.length] : undefined;
      const piece = known ?? packedPart(part);
      packed.push(piece);
      yield piece;
    }
    this.#before = { network, packed };
  }
}

function packedPart({ text, isRandom }: LinesPart): Uint8Array {
  // Which digits are frequent is all there is to be found in random ones.
  return gzipSync(text(), {
    level: LEVEL,
    strategy: isRandom ? constants.Z_HUFFMAN_ONLY : constants.Z_DEFAULT_STRATEGY,
  });
}

function isSame(one: LinesPart, other: LinesPart): boolean {
  const [from, others] = [one.from(), other.from()];
  return from.length === others.length && from.every((item, index) => isSameItem(item, others[index]));
}

function isSameItem(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return ArrayBuffer.isView(one) && ArrayBuffer.isView(other) && bytesOf(one).equals(bytesOf(other));
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

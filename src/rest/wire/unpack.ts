import { brotliDecompressSync, unzipSync } from 'node:zlib';

const UNPACK = {
  gzip: unzipSync,
  'x-gzip': unzipSync,
  deflate: unzipSync,
  br: brotliDecompressSync,
} as const;

/** The body of an answer cannot be unpacked. */
export class UnpackFailure extends Error {
  override readonly name = 'UnpackFailure';
}

/**
 * The text of a body that is packed as its Content-Encoding says (RFC 9110, 8.4.1). No packed answer is ever asked for, but
 * what stands between us and a node may pack it all the same. Throws UnpackFailure, also for more than `most` bytes.
 */
export function unpackedText(
  bytes: Uint8Array,
  { encoding, most }: { readonly encoding: string; readonly most: number },
): string {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity') return Buffer.from(bytes).toString('utf8');
  const unpack = UNPACK[name as keyof typeof UNPACK];
  if (unpack === undefined) throw new UnpackFailure(`an answer packed as ${JSON.stringify(encoding)}`);
  try {
    return unpack(bytes, { maxOutputLength: most }).toString('utf8');
  } catch (error) {
    throw new UnpackFailure(`an answer packed as ${name} that is none: ${(error as Error).message}`);
  }
}

import { brotliDecompressSync, inflateRawSync, unzipSync } from 'node:zlib';

const UNPACK = {
  gzip: unzipSync,
  'x-gzip': unzipSync,
  deflate: inflate,
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
  // An answer to HEAD is empty, and what is no encoding is no reason to refuse what can be read.
  const unpack = Object.hasOwn(UNPACK, name) ? UNPACK[name as keyof typeof UNPACK] : undefined;
  if (unpack === undefined || bytes.length === 0) return Buffer.from(bytes).toString('utf8');
  try {
    return unpack(bytes, { maxOutputLength: most }).toString('utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new UnpackFailure(`a packed answer of more than ${most} bytes`);
    throw new UnpackFailure(`an answer packed as ${name} that is none: ${message}`);
  }
}

// Some servers leave the header of a deflated body out (RFC 9110, 8.4.1.2).
function inflate(bytes: Uint8Array, options: { readonly maxOutputLength: number }): Buffer {
  const isZlib = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  return isZlib ? unzipSync(bytes, options) : inflateRawSync(bytes, options);
}

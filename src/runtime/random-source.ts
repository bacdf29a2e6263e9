import seedrandom from 'seedrandom';
import type { RandomSource, RandomStream } from '../ports/random.ts';

const LAST_BYTE = 255;

// These only have to differ from each other: every seed gives the same run but for them.
const ONLY_NAMES = /(?:^| )(?:identifiers|secrets)$/;

/**
 * The same source, watched: where it has decided nothing, no other seed would have given anything else.
 */
export function watchedRandomSource(seed: string): RandomSource & { readonly hasDecided: () => boolean } {
  const source = createRandomSource(seed);
  let wasDrawn = false;
  return {
    hasDecided: () => wasDrawn,
    stream(name) {
      const stream = source.stream(name);
      if (ONLY_NAMES.test(name)) return stream;
      return () => {
        wasDrawn = true;
        return stream();
      };
    },
  };
}

/** The one source of chance of a run: seedrandom's ARC4, one independent generator per stream name. */
export function createRandomSource(seed: string): RandomSource {
  return {
    // JSON keeps ("a", "b c") and ("a b", "c") apart.
    stream: (name) => arc4Stream(JSON.stringify([seed, name])),
  };
}

/**
 * The numbers of `seedrandom(key)`, whose generator makes objects of its intermediate numbers: a payment's secret takes
 * 224 steps of it, and left more garbage than all else of the payment.
 */
function arc4Stream(key: string): RandomStream {
  let bytes: Uint8Array | undefined;
  let places = { i: 0, j: 0 };
  return () => {
    // Most streams of a short run are never drawn from.
    if (bytes === undefined) {
      const { S, ...start } = seedrandom(key, { state: true }).state();
      [bytes, places] = [Uint8Array.from(S), start];
    }
    let { i, j } = places;
    let value = 0;
    let scale = 1;
    let last = 0;
    // Bytes are appended until 53 bits count; the surplus bits are cut off.
    for (; value < 2 ** 52; scale *= 256) {
      value = (value + last) * 256;
      i = (i + 1) & LAST_BYTE;
      const byte = bytes[i] as number;
      j = (j + byte) & LAST_BYTE;
      bytes[i] = bytes[j] as number;
      bytes[j] = byte;
      last = bytes[((bytes[i] as number) + byte) & LAST_BYTE] as number;
    }
    for (; value >= 2 ** 53; scale /= 2) {
      value /= 2;
      last >>>= 1;
    }
    places.i = i;
    places.j = j;
    return (value + last) / scale;
  };
}

import seedrandom from 'seedrandom';
import type { RandomSource, RandomStream } from '../ports/random.ts';

/** A source, and whether it has decided anything so far. */
export interface WatchedRandomSource extends RandomSource {
  readonly hasDecided: () => boolean;
}

// Identifiers and secrets only have to differ from each other: every seed gives the same run but for them.
const ONLY_NAMES = /(?:^| )(?:identifiers|secrets)$/;

/** The same source, watched: where it has decided nothing, no other seed would have given anything else. */
export function watchedRandomSource(seed: string): WatchedRandomSource {
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
    stream(name: string): RandomStream {
      // JSON keeps ("a", "b c") and ("a b", "c") apart.
      return seedrandom(JSON.stringify([seed, name]));
    },
  };
}

import seedrandom from 'seedrandom';
import type { RandomSource, RandomStream } from '../ports/random.ts';

/** The one source of chance of a run: seedrandom's ARC4, one independent generator per stream name. */
export function createRandomSource(seed: string): RandomSource {
  return {
    stream(name: string): RandomStream {
      // JSON keeps ("a", "b c") and ("a b", "c") apart.
      return seedrandom(JSON.stringify([seed, name]));
    },
  };
}

/** One seed, many streams: a draw in one stream never shifts another. Same seed and name, same numbers. */
export interface RandomSource {
  stream(name: string): RandomStream;
}

/** Uniform numbers in [0, 1), 53 bits. */
export type RandomStream = () => number;

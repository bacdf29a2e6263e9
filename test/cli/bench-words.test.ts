import { describe, expect, it } from 'vitest';
import { benchWords } from '../../src/cli/check/benches.ts';

describe('the command that repeats a check', () => {
  const usual = { simulated: false, allowChanges: false };

  it.each([
    [usual, '--sandbox'],
    [{ ...usual, dialect: 'raiden-light' }, '--sandbox --dialect raiden-light'],
    [{ ...usual, simulated: true }, '--simulated'],
    [
      { ...usual, nodes: 'my nodes.yaml', allowChanges: true, speed: 50, deadline: 5 },
      "--nodes 'my nodes.yaml' --allow-changes --speed 50 --deadline 5",
    ],
  ])('names all that the first one was told of its nodes: %s', (options, words) => {
    expect(benchWords(options)).toBe(words);
  });
});

import { expect, it } from 'vitest';
import { suggestion } from '../../../src/scenario/text/suggestion.ts';

it.each([
  ['trafic', 'traffic'],
  ['Seed', 'seed'],
  ['wat', 'wait'],
  ['toplogy', 'topology'],
  ['channels_per_node', 'channelsPerNode'],
])('%s makes one think of %s', (found, expected) => {
  expect(suggestion(found, ['question', 'seed', 'traffic', 'wait', 'topology', 'channelsPerNode'])).toBe(
    `did you mean ${expected}?`,
  );
});

it.each(['at', 'x', 'completely', 'spoke9'])('%s makes one think of nothing', (found) => {
  expect(suggestion(found, ['to', 'y', 'spoke1', 'network'])).toBeUndefined();
});

import { expect, it } from 'vitest';
import { steadyFrom } from '../../src/statistics/steady-state.ts';

const repeated = (pattern: readonly number[], count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => pattern[at % pattern.length] as number);

it('leaves out a start that differs, and nothing of a series that does not', () => {
  const even = repeated([1, 0, 1, 1, 0], 200);
  expect(steadyFrom(even)).toBe(0);
  expect(steadyFrom([...repeated([1], 30), ...even])).toBe(30);
  expect(steadyFrom([...repeated([0], 25), ...even])).toBe(25);
});

it('finds no steady state where values fall to the end, nor of too few', () => {
  expect(steadyFrom([...repeated([1], 100), ...repeated([0], 80)])).toBeUndefined();
  expect(steadyFrom(Array.from({ length: 200 }, (_, at) => -at))).toBeUndefined();
  expect(steadyFrom(repeated([1, 0], 49))).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/model/run/operation.ts';
import { planSource, turnSource } from '../../src/workload/plan-source.ts';

function wait(id: number, after?: number | readonly number[], atMs = 0): Operation {
  return {
    id,
    atMs,
    origin: `steps[${id}]`,
    kind: 'wait',
    ms: 0,
    ...(after === undefined ? {} : { after }),
  };
}

describe('a plan as a source', () => {
  it('holds a step back until all that it waits for has ended, in whatever order', () => {
    const operations = [wait(0), wait(1), wait(2, [0, 1]), wait(3, 2)];
    const source = planSource(operations);
    const taken = () => {
      const ids: number[] = [];
      while (source.nextAtMs() === 0) ids.push(source.take(0)?.id as number);
      return ids;
    };
    expect(taken()).toEqual([0, 1]);
    source.ended(operations[1] as Operation, 5);
    expect(taken()).toEqual([]);
    expect(source.isExhausted()).toBe(false);
    source.ended(operations[0] as Operation, 6);
    expect(taken()).toEqual([2]);
    source.ended(operations[2] as Operation, 7);
    expect(taken()).toEqual([3]);
    expect(source.isExhausted()).toBe(true);
  });
});

it('a plan in turns gives the next operation when the one before has ended, whenever it was planned', () => {
  const operations = [wait(0, undefined, 500), wait(1, undefined, 100)];
  const source = turnSource(operations);
  expect(source.nextAtMs()).toBe(0);
  expect(source.take(0)).toBe(operations[0]);
  expect(source.nextAtMs()).toBe(Number.POSITIVE_INFINITY);
  expect(source.isExhausted()).toBe(false);
  source.ended(operations[0] as Operation, 7);
  expect(source.nextAtMs()).toBe(0);
  expect(source.take(7)).toBe(operations[1]);
  source.ended(operations[1] as Operation, 9);
  expect(source.nextAtMs()).toBe(Number.POSITIVE_INFINITY);
  expect(source.isExhausted()).toBe(true);
});

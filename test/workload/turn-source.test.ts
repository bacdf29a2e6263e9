import { expect, it } from 'vitest';
import type { Operation } from '../../src/model/run/operation.ts';
import { turnSource } from '../../src/workload/turn-source.ts';

const wait = (id: number, atMs: number): Operation => ({
  id,
  atMs,
  origin: `steps[${id}]`,
  kind: 'wait',
  ms: 1,
});

it('gives the next operation when the one before has ended, whenever it was planned', () => {
  const operations = [wait(0, 500), wait(1, 100)];
  const source = turnSource(operations);
  expect(source.nextAtMs()).toBe(0);
  expect(source.take(0)).toBe(operations[0]);
  expect(source.nextAtMs()).toBe(Number.POSITIVE_INFINITY);
  expect(source.isExhausted).toBe(false);
  source.ended(wait(0, 500), 7);
  expect(source.nextAtMs()).toBe(0);
  expect(source.take(7)).toBe(operations[1]);
  source.ended(wait(1, 100), 9);
  expect(source.nextAtMs()).toBe(Number.POSITIVE_INFINITY);
  expect(source.isExhausted).toBe(true);
});

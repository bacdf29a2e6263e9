import { describe, expect, it } from 'vitest';
import type { NodeIndex } from '../../src/model/network/indices.ts';
import { maxFlow } from '../../src/routing/max-flow.ts';
import { instantProtocol } from '../../src/simulator/instant/instant.ts';
import { viewOf } from '../routing/random-views.ts';
import { testBench } from '../world/test-bench.ts';

// Three nodes, a channel of 2 between any two: 27 ways in which the six ends can hold that.
const STATES = Array.from({ length: 27 }, (_, state) => [
  BigInt(state % 3),
  BigInt(Math.floor(state / 3) % 3),
  BigInt(Math.floor(state / 9)),
]) as readonly (readonly [bigint, bigint, bigint])[];

describe('how much a pays b in a triangle of channels of 2 (pickhardtpayments, notebook on the two-satoshi triangle)', () => {
  it('is at least 1, 2, 3, 4 in 22, 14, 5 and 1 of the 27 states', () => {
    const flows = STATES.map(([ab, ac, cb]) => {
      const view = viewOf(`0 ${ab} - ${2n - ab} 1, 0 ${ac} - ${2n - ac} 2 ${cb} - ${2n - cb} 1`);
      return maxFlow(view, { source: 0 as NodeIndex, target: 1 as NodeIndex });
    });
    expect([1n, 2n, 3n, 4n].map((amount) => flows.filter((flow) => flow >= amount).length)).toEqual([
      22, 14, 5, 1,
    ]);
  });

  it('is what simulated nodes pay in parts of 1, in each of the states', async () => {
    const paid: number[] = [];
    for (const [ab, ac, cb] of STATES) {
      const triangle = `a ${ab} - ${2n - ab} b, a ${ac} - ${2n - ac} c ${cb} - ${2n - cb} b`;
      const bench = testBench(triangle, { kind: instantProtocol });
      let parts = 0;
      while ((await bench.settle(bench.pay('a', 'b', 1n))).kind === 'ok') parts += 1;
      paid.push(parts);
    }
    expect([1, 2, 3, 4].map((amount) => paid.filter((parts) => parts >= amount).length)).toEqual([
      22, 14, 5, 1,
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Disturbances } from '../../src/model/disturbances/disturbance.ts';
import type { Protocol } from '../../src/ports/protocol.ts';
import { instantProtocol } from '../../src/simulator/instant/instant.ts';
import { raidenProtocol } from '../../src/simulator/raiden/raiden.ts';
import type { World } from '../../src/simulator/world.ts';
import { shareInterval } from '../../src/statistics/share-interval.ts';
import { testBench } from '../world/test-bench.ts';

const PAYMENTS = 1000;
const FIFTH: Disturbances = {
  griefing: [
    {
      kind: 'hold',
      nodes: { kind: 'named', names: ['b'] },
      role: 'either',
      probability: { kind: 'fixed', probability: 0.2 },
    },
  ],
};

async function succeeded(kind: Protocol<World>, attempts: number): Promise<number> {
  const network = 'a 10_000 - 0 b';
  const bench = testBench(network, { kind, protocol: { attempts }, disturbances: FIFTH });
  let count = 0;
  for (let payment = 0; payment < PAYMENTS; payment += 1)
    if ((await bench.settle(bench.pay('a', 'b', 1n))).kind === 'ok') count += 1;
  return count;
}

describe('where each attempt fails with 20 % (Shikhelman and Tikhomirov 2022, eprint 2022/1454)', () => {
  it.each([
    [1, 0.8],
    [2, 0.96],
    [3, 0.992],
  ])('%i attempts succeed with %d', async (attempts, expected) => {
    for (const kind of [instantProtocol, raidenProtocol]) {
      const [least, most] = shareInterval({ part: await succeeded(kind, attempts), of: PAYMENTS });
      expect(least, kind.kind).toBeLessThan(expected);
      expect(most, kind.kind).toBeGreaterThan(expected);
    }
  });
});

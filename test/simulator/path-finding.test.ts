import { describe, expect, it } from 'vitest';
import type { ProtocolSpec } from '../../src/model/scenario/scenario.ts';
import { type TestBench, testBench } from '../world/test-bench.ts';
import { world } from '../world/world.ts';

const line = world('a 100 - 0 b 100 - 0 c, lonely');

function paths(bench: TestBench, from: string, to: string, value: bigint) {
  return bench.simulation.pathFinding.paths({
    network: bench.token,
    from: bench.address(from),
    to: bench.address(to),
    value,
  });
}

describe('the path-finding service', () => {
  it('finds a path by token or token network address', async () => {
    const bench = testBench(line);
    const found = {
      kind: 'ok',
      value: [{ path: ['a', 'b', 'c'].map((name) => bench.address(name)), estimatedFee: 0n }],
    };
    expect(await paths(bench, 'a', 'c', 100n)).toMatchObject(found);
    const network = line.getAttribute('tokens')[0]?.tokenNetworkAddress ?? '0x';
    const [from, to] = [bench.address('a'), bench.address('c')];
    expect(await bench.simulation.pathFinding.paths({ network, from, to, value: 1n })).toMatchObject(found);
  });

  it.each([
    [
      'a',
      'c',
      101n,
      'Source does not have a channel with sufficient capacity (current capacities: [100] < requested amount:  101)',
    ],
    ['b', 'a', 1n, 'Target does not have a channel with sufficient capacity ([0] < 1)'],
    ['lonely', 'a', 1n, 'No channel from source'],
    ['a', 'lonely', 1n, 'No channel to target'],
  ])('says why there is no path from %s to %s for %s', async (from, to, value, text) => {
    expect(await paths(testBench(line), from, to, value)).toMatchObject({
      kind: 'refused',
      status: 404,
      errors: `${text}. Approximate block at the time of the request 0`,
    });
  });

  it('routes around stopped nodes', async () => {
    const bench = testBench(line);
    bench.simulation.control.stop('b');
    expect(await paths(bench, 'a', 'c', 1n)).toMatchObject({ kind: 'refused', status: 404 });
    bench.simulation.control.stop('c');
    expect(await paths(bench, 'a', 'c', 1n)).toMatchObject({
      errors: expect.stringContaining('Target not online'),
    });
  });

  it('avoids channels past the middle of a fee curve, and names them where there is no other way', async () => {
    const charged = { flat: 0n, proportionalPpm: 4000, imbalancePpm: 3000 };
    const fees = { a: charged, b: charged, c: charged, d: charged };
    // As at live nodes: a has half of the channel with b, or one more; the way over c and e has no curves.
    const named = async (text: string) => {
      const bench = testBench(world(text, { fees }));
      const answer = await paths(bench, 'a', 'd', 10n);
      const nameOf = new Map(['a', 'b', 'c', 'd', 'e'].map((name) => [bench.address(name), name]));
      return (
        answer.kind === 'ok' && answer.value.map(({ path }) => path.map((one) => nameOf.get(one)).join(''))
      );
    };
    const other = ', a 400 - 600 c 400 - 600 e 400 - 600 d';
    expect(await named(`a 500 - 500 b 500 - 500 d${other}`)).toEqual(['abd', 'aced']);
    expect(await named(`a 501 - 499 b 500 - 500 d${other}`)).toEqual(['aced', 'abd']);
    expect(await named('a 501 - 499 b 900 - 100 d, c, e')).toEqual(['abd']);
  });

  it('does not know other tokens', async () => {
    const bench = testBench(line);
    expect(await bench.simulation.pathFinding.suggestPartner(bench.address('a'))).toMatchObject({
      status: 400,
    });
  });

  it('suggests the best connected, longest running, richest nodes', async () => {
    const bench = testBench(line);
    const answer = await bench.simulation.pathFinding.suggestPartner(bench.token);
    if (answer.kind !== 'ok') throw new Error('expected suggestions');
    // Closeness of the ends of a line of three: 2 of 2 nodes at a mean distance of 1.5.
    expect(answer.value.map(({ address, centrality }) => [address, centrality])).toEqual([
      [bench.address('b'), 1],
      [bench.address('a'), 2 / 3],
      [bench.address('c'), 2 / 3],
    ]);
    expect(answer.value[0]).toMatchObject({ capacity: 100n, uptime: 86_400, score: 86_400 * 100 });
  });
});

describe('what routers know', () => {
  const knows = async (protocol: Partial<ProtocolSpec>, atMs: number): Promise<boolean> => {
    const bench = testBench(line, { protocol });
    await bench.settle(bench.pay('b', 'c', 60n));
    await bench.rest();
    bench.clock.advanceTo(atMs);
    return (await paths(bench, 'a', 'c', 50n)).kind === 'refused';
  };

  it('is every balance as it is, in an exact view', async () => {
    expect(await knows({ view: 'exact' }, 1000)).toBe(true);
  });

  it('comes late in a delayed view', async () => {
    expect(await knows({ view: 'delayed', viewDelayMs: 5000 }, 4900)).toBe(false);
    expect(await knows({ view: 'delayed', viewDelayMs: 5000 }, 6000)).toBe(true);
  });

  it('is never how a capacity is split, in a capacity view', async () => {
    expect(await knows({ view: 'capacity' }, 1_000_000)).toBe(false);
  });
});

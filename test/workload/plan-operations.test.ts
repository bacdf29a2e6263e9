import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleOperations } from '../../src/jobs/assemble.ts';
import { toJson } from '../../src/model/json.ts';
import type { Network } from '../../src/model/network/network.ts';
import type { Operation } from '../../src/model/run/operation.ts';
import type { Scenario, Step, TrafficSpec } from '../../src/model/scenario/scenario.ts';
import { MAX_OPERATIONS } from '../../src/workload/plan-operations.ts';
import { world } from '../world/world.ts';
import { trafficSpec, twoTokenScenario } from './traffic-fixture.ts';

const line = world('a 100 - 0 b 100 - 0 c 100 - 0 d', { tokens: ['T', 'U'] });

function plan(parts: Partial<Scenario>, network: Network = line): readonly Operation[] {
  return assembleOperations({ scenario: twoTokenScenario(parts), network });
}

const pay = (parts: Partial<Extract<Step, { kind: 'pay' }>> = {}): Step => ({
  kind: 'pay',
  from: 'a',
  to: 'c',
  token: 'T',
  amount: 3n,
  times: 1,
  ...parts,
});

const times = (operations: readonly Operation[]): number[] => operations.map(({ atMs }) => atMs);

const payments = (operations: readonly Operation[]) =>
  operations.filter((operation) => operation.kind === 'pay');

describe('planned steps', () => {
  it('become the operations they say, one after the other', () => {
    const between = { from: 'a', to: 'b', token: 'T' } as const;
    const steps: Step[] = [
      { kind: 'open', ...between, deposit: 9n, settleTimeout: 300 },
      { kind: 'deposit', ...between, totalDeposit: 10n },
      { kind: 'withdraw', ...between, totalWithdraw: 1n },
      { kind: 'set', ...between, revealTimeout: 60 },
      pay({ identifier: 7n, lockTimeout: 80 }),
      { kind: 'stop', node: 'b' },
      { kind: 'start', node: 'b' },
      { kind: 'expect', ...between, balance: 8n, state: 'opened', withinMs: 1_000 },
      { kind: 'close', ...between },
      { kind: 'leave', node: 'a', token: 'T' },
    ];
    const channel = { node: 'a', partner: 'b', token: 'T' };
    const requests = plan({ steps }).map(
      ({ id: _id, atMs: _atMs, after: _after, origin: _origin, ...request }) => request,
    );
    expect(requests).toEqual([
      { kind: 'open', ...channel, totalDeposit: 9n, settleTimeout: 300 },
      { kind: 'deposit', ...channel, totalDeposit: 10n },
      { kind: 'withdraw', ...channel, totalWithdraw: 1n },
      { kind: 'set', ...channel, revealTimeout: 60 },
      { kind: 'pay', node: 'a', target: 'c', token: 'T', amount: 3n, identifier: 7n, lockTimeout: 80 },
      { kind: 'stop', node: 'b' },
      { kind: 'start', node: 'b' },
      { kind: 'expect', ...channel, balance: 8n, state: 'opened', withinMs: 1_000 },
      { kind: 'close', ...channel },
      { kind: 'leave', node: 'a', token: 'T' },
    ]);
    expect(plan({ steps }).map(({ after }) => after)).toEqual([undefined, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('start when the one before is planned to end: waits add up, in milliseconds or blocks', () => {
    const steps: Step[] = [pay(), { kind: 'wait', ms: 500 }, { kind: 'wait', blocks: 2 }, pay()];
    const operations = plan({ steps });
    expect(times(operations)).toEqual([0, 0, 500, 30_500]);
    expect(operations[2]).toMatchObject({ kind: 'wait', ms: 30_000 });
  });

  it('start at their own time when that is later', () => {
    const steps: Step[] = [
      pay({ atMs: 100 }),
      { kind: 'wait', ms: 50 },
      pay({ atMs: 120 }),
      pay({ atMs: 900 }),
    ];
    expect(times(plan({ steps }))).toEqual([100, 100, 150, 900]);
  });

  it('start together where they say so, and the next one when all of them have ended', () => {
    const steps: Step[] = [
      pay(),
      pay({ times: 2 }),
      pay({ isBeside: true }),
      { kind: 'wait', ms: 40, isBeside: true },
      pay(),
      pay({ isBeside: true }),
    ];
    const operations = plan({ steps });
    expect(operations.map(({ origin, atMs, after }) => [origin, atMs, after])).toEqual([
      ['steps[0]', 0, undefined],
      ['steps[1]#0', 0, 0],
      ['steps[1]#1', 0, 1],
      ['steps[2]', 0, 0],
      ['steps[3]', 0, 0],
      ['steps[4]', 40, [2, 3, 4]],
      ['steps[5]', 40, [2, 3, 4]],
    ]);
  });

  it('are repeated as often as they say, each with an identifier of its own', () => {
    const operations = payments(plan({ steps: [pay({ times: 3 })] }));
    expect(operations.map(({ origin, after }) => [origin, after])).toEqual([
      ['steps[0]#0', undefined],
      ['steps[0]#1', 0],
      ['steps[0]#2', 1],
    ]);
    expect(new Set(operations.map(({ identifier }) => identifier)).size).toBe(3);
  });

  it('carry what they expect', () => {
    const outcome = { kind: 'failed', reason: 'no-route' } as const;
    expect(plan({ steps: [pay({ outcome })] })[0]?.expected).toEqual(outcome);
  });

  it('of unknown nodes are refused, all at once', () => {
    const steps: Step[] = [pay({ to: 'zoe' }), { kind: 'stop', node: 'max' }];
    expect(() => plan({ steps })).toThrow(
      [
        'fixture: steps[0].pay.to: found "zoe", expected a node of the network',
        'fixture: steps[1].stop: found "max", expected a node of the network',
      ].join('\n'),
    );
  });
});

describe('planned traffic', () => {
  it('ends with its count or its duration, whichever comes first', () => {
    expect(plan({ traffic: [trafficSpec({ count: 3 })] })).toHaveLength(3);
    expect(times(plan({ traffic: [trafficSpec({ count: 9, durationMs: 2_500 })] }))).toEqual([
      0, 1_000, 2_000,
    ]);
    expect(plan({ traffic: [trafficSpec({ count: 3, durationMs: 60_000 })] })).toHaveLength(3);
  });

  it('starts when it says and tells where each payment comes from', () => {
    const operations = plan({ traffic: [trafficSpec({ startMs: 250.5, count: 2 })] });
    expect(times(operations)).toEqual([250.5, 1_250.5]);
    expect(operations.map(({ origin, after }) => [origin, after])).toEqual([
      ['traffic[0]#0', undefined],
      ['traffic[0]#1', undefined],
    ]);
  });

  it('comes after steps due at the same moment, and is numbered with them in order of time', () => {
    const steps: Step[] = [
      { kind: 'wait', ms: 1_500 },
      { kind: 'stop', node: 'b' },
    ];
    const operations = plan({ steps, traffic: [trafficSpec({ count: 3 })] });
    expect(operations.map(({ id, kind, atMs }) => [id, kind, atMs])).toEqual([
      [0, 'wait', 0],
      [1, 'pay', 0],
      [2, 'pay', 1_000],
      [3, 'stop', 1_500],
      [4, 'pay', 2_000],
    ]);
    expect(operations[3]?.after).toBe(0);
  });

  it('keeps its moments and pairs when only its amounts change', () => {
    const poisson = { kind: 'poisson', ratePerSecond: 5 } as const;
    const drawn = (amounts: TrafficSpec['amounts']) =>
      payments(plan({ traffic: [trafficSpec({ arrivals: poisson, amounts })] }));
    const fixed = drawn({ kind: 'fixed', amount: 1n });
    const spread = drawn({ kind: 'uniform', min: 1n, max: 10n ** 30n });
    const without = ({ amount: _amount, ...rest }: (typeof fixed)[number]) => rest;
    expect(spread.map(without)).toEqual(fixed.map(without));
  });

  it('keeps its moments, amounts and pairs when other traffic is put before it', () => {
    const poisson = { kind: 'poisson', ratePerSecond: 5 } as const;
    const watched = trafficSpec({
      name: 'watched',
      arrivals: poisson,
      amounts: { kind: 'uniform', min: 1n, max: 99n },
    });
    const seen = (traffic: readonly TrafficSpec[], index: number) =>
      payments(plan({ traffic }))
        .filter(({ origin }) => origin.startsWith(`traffic[${index}]`))
        .map(({ atMs, node, target, amount }) => ({ atMs, node, target, amount }));
    expect(seen([trafficSpec(), watched], 1)).toEqual(seen([watched], 0));
  });

  it('draws apart from other traffic of the same name', () => {
    const poisson = trafficSpec({ arrivals: { kind: 'poisson', ratePerSecond: 5 } });
    const operations = plan({ traffic: [poisson, poisson] });
    const [first, second] = [0, 1].map((index) =>
      times(operations.filter(({ origin }) => origin.startsWith(`traffic[${index}]`))),
    );
    expect(first).not.toEqual(second);
  });

  it.each<[Partial<TrafficSpec>, string]>([
    [{ token: 'U' }, 'traffic[0].pairs.uniform: found nobody who could pay somebody else'],
    [{ pairs: { kind: 'list', pairs: [['a', 'zoe']] } }, 'traffic[0].pairs.list[0][1]: found "zoe"'],
    [{ pairs: { kind: 'uniform', from: ['zoe'] } }, 'traffic[0].pairs.uniform.from[0]: found "zoe"'],
  ])('%j is refused with the field', (parts, message) => {
    expect(() => plan({ traffic: [trafficSpec(parts)] })).toThrow(`fixture: ${message}`);
  });

  it('that would make more operations than a plan holds is refused', () => {
    const arrivals = { kind: 'burst', size: MAX_OPERATIONS + 1, everyMs: 1 } as const;
    expect(() => plan({ traffic: [trafficSpec({ arrivals, count: MAX_OPERATIONS + 1 })] })).toThrow(
      'traffic[0]: found more operations than the 10000000 left of a plan',
    );
  });
});

describe('a plan', () => {
  const mixed: Partial<Scenario> = {
    seed: '42',
    steps: [pay({ times: 5 }), { kind: 'wait', ms: 700 }, pay()],
    traffic: [
      trafficSpec({
        arrivals: { kind: 'poisson', ratePerSecond: 20 },
        count: 200,
        amounts: { kind: 'pareto', min: 10n, alpha: 1.2 },
      }),
      trafficSpec({
        name: 'hot',
        pairs: { kind: 'hot-spots', exponent: 1 },
        amounts: { kind: 'lognormal', median: 10n ** 18n, sigma: 2 },
      }),
      trafficSpec({
        name: 'rich',
        pairs: { kind: 'by-capacity' },
        arrivals: { kind: 'burst', size: 7, everyMs: 100 },
        count: 70,
      }),
    ],
  };

  it('is in order of time, numbered without gaps, and every step comes after the one it follows', () => {
    const rate = fc.double({ min: 0.1, max: 100, noNaN: true });
    const property = fc.property(
      fc.string(),
      rate,
      fc.array(fc.nat(3_000), { maxLength: 6 }),
      (seed, ratePerSecond, waits) => {
        const steps = waits.flatMap((ms): Step[] => [{ kind: 'wait', ms }, pay({ atMs: ms })]);
        const traffic = [trafficSpec({ arrivals: { kind: 'poisson', ratePerSecond }, count: 30 })];
        const operations = plan({ seed, steps, traffic });
        expect(operations.map(({ id }) => id)).toEqual(operations.map((_, index) => index));
        expect(times(operations)).toEqual(times(operations).toSorted((one, other) => one - other));
        for (const { id, after } of operations) if (after !== undefined) expect(after).toBeLessThan(id);
      },
    );
    fc.assert(property, { numRuns: 40 });
  });

  it('gives every payment an identifier of its own, from 1 to 2^64-1', () => {
    const identifiers = payments(plan(mixed)).map(({ identifier }) => identifier);
    expect(new Set(identifiers).size).toBe(identifiers.length);
    expect(identifiers.every((identifier) => identifier >= 1n && identifier < 2n ** 64n)).toBe(true);
  });

  it('is the same to the byte for this seed, on every version of Node', () => {
    expect(
      createHash('sha256')
        .update(toJson(plan(mixed)))
        .digest('hex'),
    ).toMatchInlineSnapshot(`"dcb7b913b33a831c4afa6466f4d33fd50e5c72ad20e36e8d9072df54996f0be0"`);
  });
});

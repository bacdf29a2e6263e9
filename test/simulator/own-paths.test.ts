import { describe, expect, it } from 'vitest';
import { instantProtocol } from '../../src/simulator/instant/instant.ts';
import { raidenProtocol } from '../../src/simulator/raiden/raiden.ts';
import { type TestBench, testBench } from '../world/test-bench.ts';

describe.each([raidenProtocol, instantProtocol])('a payment with paths of its own ($kind)', (kind) => {
  // Two ways of equal length; the service would take the one over bob.
  const square = (): TestBench =>
    testBench('alice 100 - 0 bob 100 - 0 dave, alice 100 - 0 carol 100 - 0 dave', { kind });
  const pay = (bench: TestBench, ...routes: readonly (readonly string[])[]) =>
    bench.settle(
      bench.pay('alice', 'dave', 30n, {
        paths: routes.map((names) => ({ route: names.map((name) => bench.address(name)) })),
      }),
    );

  it('takes the first of them that it can, whatever the path-finding service would say', async () => {
    const bench = square();
    expect(await pay(bench, ['alice', 'dave'], ['alice', 'carol', 'dave'])).toMatchObject({
      kind: 'ok',
      trace: { path: ['alice', 'carol', 'dave'] },
    });
  });

  it('locks the fee that it expects of a path as well', async () => {
    const bench = square();
    const route = ['alice', 'carol', 'dave'].map((name) => bench.address(name));
    const answer = await bench.settle(bench.pay('alice', 'dave', 30n, { paths: [{ route, fee: 3n }] }));
    expect(answer).toMatchObject({ kind: 'ok' });
    expect(bench.balances('alice', 'carol')[0]).toBeLessThanOrEqual(67n);
  });

  it('fails when none of them leads from the payer to the target over open channels', async () => {
    const bench = square();
    expect(await pay(bench, ['alice', 'dave'], ['bob', 'dave'], ['alice', 'bob'])).toMatchObject({
      kind: 'refused',
      status: 409,
      errors: "Payment couldn't be completed because: None of the available routes could be used",
      trace: { failure: { at: 'alice', check: 'route-exists' } },
    });
  });
});

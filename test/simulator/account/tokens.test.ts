import { describe, expect, it } from 'vitest';
import { addressFrom } from '../../../src/model/network/address.ts';
import { testBench } from '../../world/test-bench.ts';

const NEW = addressFrom('a new token');

describe('a token that is registered while nodes run', () => {
  it('gets a network, in which what was minted before can be deposited and paid', async () => {
    const bench = testBench('alice 100 - 100 bob');
    const { simulation } = bench;
    const [alice, bob] = [simulation.node('alice'), simulation.node('bob')];
    await bench.settle(alice.mint({ token: NEW, to: bench.address('alice'), value: 50n }));
    const registered = await bench.settle(alice.registerToken(NEW));
    expect(registered).toMatchObject({ kind: 'ok', status: 201 });
    expect(await bench.settle(bob.tokenNetwork(NEW))).toMatchObject({
      value: registered.kind === 'ok' && registered.value,
    });
    expect(await bench.settle(bob.registerToken(NEW))).toMatchObject({
      status: 409,
      errors: 'Token already registered',
    });
    const open = { token: NEW, partner: bench.address('bob') };
    expect(await bench.settle(alice.openChannel({ ...open, totalDeposit: 51n }))).toMatchObject({
      status: 402,
      errors: `Not enough balance to deposit. ${NEW} Available=50 Needed=51`,
    });
    expect(await bench.settle(alice.openChannel({ ...open, totalDeposit: 50n }))).toMatchObject({
      status: 201,
    });
    expect(
      await bench.settle(alice.pay({ token: NEW, target: bench.address('bob'), amount: 20n })),
    ).toMatchObject({
      kind: 'ok',
    });
    // Throws where tokens came or went.
    const network = simulation.control.network();
    expect(network.getAttribute('tokens').map(({ tokenAddress }) => tokenAddress)).toContain(NEW);
  });

  it('is refused where the address is a node or none', async () => {
    const bench = testBench('alice 100 - 100 bob');
    const { simulation } = bench;
    const alice = simulation.node('alice');
    expect(await bench.settle(alice.registerToken(bench.address('bob')))).toMatchObject({
      status: 409,
      errors: `[Token]Address ${bench.address('bob')} does not contain code`,
    });
    expect(await bench.settle(alice.registerToken(`0x${'0'.repeat(40)}`))).toMatchObject({
      status: 409,
      errors: 'token_address must be non-zero',
    });
  });

  it('goes to the one who was confirmed first', async () => {
    const bench = testBench('alice 100 - 100 bob');
    const { simulation } = bench;
    const both = ['alice', 'bob'].map((name) => simulation.node(name).registerToken(NEW));
    expect(await bench.settle(both[0] as (typeof both)[0])).toMatchObject({ status: 201 });
    expect(await bench.settle(both[1] as (typeof both)[0])).toMatchObject({
      errors: 'Token already registered',
    });
  });

  it('is forgotten by a reset', async () => {
    const bench = testBench('alice 100 - 100 bob');
    const { simulation } = bench;
    await bench.settle(simulation.node('alice').registerToken(NEW));
    simulation.control.reset();
    expect(await bench.settle(simulation.node('alice').tokenNetwork(NEW))).toMatchObject({ status: 404 });
  });
});

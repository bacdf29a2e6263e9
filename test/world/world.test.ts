import { describe, expect, it } from 'vitest';
import { readWorld, topology, world } from './world.ts';

describe('the notation of small networks', () => {
  it('names chains of channels and nodes without any, parted by commas or lines', () => {
    expect(readWorld('alice 1_000 - 0 bob 50 - 5 carol, dave\n  bob 1 - 2 dave')).toEqual({
      nodes: ['alice', 'bob', 'carol', 'dave'],
      channels: [
        { between: ['alice', 'bob'], deposits: [1000n, 0n] },
        { between: ['bob', 'carol'], deposits: [50n, 5n] },
        { between: ['bob', 'dave'], deposits: [1n, 2n] },
      ],
    });
  });

  it('makes a network in which each end has what it put in', () => {
    const fees = { flat: 1n, proportionalPpm: 0, imbalancePpm: 0 };
    const network = world('alice 100 - 0 bob, carol', { fees: { bob: fees }, offline: ['carol'] });
    expect(network.source('DAI:1')).toBe('alice');
    expect(network.getEdgeAttributes('DAI:1')).toMatchObject({
      balance: [100n, 0n],
      totalDeposit: [100n, 0n],
    });
    expect(network.getNodeAttribute('bob', 'fees')).toEqual({ DAI: fees });
    expect(network.getNodeAttribute('carol', 'online')).toBe(false);
  });

  it('says the same in a scenario file', () => {
    expect(topology('a 5 - 0 b 1 - 1 c')).toBe(
      '{channels: [{between: [a, b], deposits: [5, 0]}, {between: [b, c], deposits: [1, 1]}]}',
    );
  });

  it.each(['alice 100 bob', 'alice 100 - bob', 'alice - bob', 'alice 1 - 1 bob 2', 'a 1 - x b'])(
    'refuses "%s"',
    (text) => {
      expect(() => world(text)).toThrow(`found "${text}", expected a chain of channels`);
    },
  );
});

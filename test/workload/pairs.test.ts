import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Network } from '../../src/model/network/network.ts';
import type { PairSpec } from '../../src/model/scenario/scenario.ts';
import { createRandomSource } from '../../src/runtime/random-source.ts';
import { world } from '../world/world.ts';
import { allPairs } from './all-choices.ts';

function choose(
  spec: PairSpec,
  choice: {
    readonly network: Network;
    readonly token?: string;
    readonly seed?: string;
    readonly count?: number;
  },
): (readonly [string, string])[] {
  const { network, token = 'T', seed = 'pairs', count = 6_000 } = choice;
  const chooser = allPairs.find(({ kind }) => kind === spec.kind);
  if (!chooser) throw new Error(`no chooser ${spec.kind}`);
  const random = createRandomSource(seed).stream('pairs');
  const next = chooser.chooser(spec, { network, token, random, at: 'pairs' });
  return Array.from({ length: count }, next);
}

function shares(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1 / names.length;
  return counts;
}

const initiators = (pairs: readonly (readonly [string, string])[]): Record<string, number> =>
  shares(pairs.map(([initiator]) => initiator));
const targets = (pairs: readonly (readonly [string, string])[]): Record<string, number> =>
  shares(pairs.map(([, target]) => target));

// The hub has four channels, a to d one each; a's is by far the largest.
const star = world('hub 700 - 0 a, hub 100 - 0 b, hub 100 - 0 c, hub 100 - 0 d', { tokens: ['T', 'U'] });

describe('uniform pairs', () => {
  it('give every ordered pair about the same share', () => {
    const pairs = shares(choose({ kind: 'uniform' }, { network: star }).map((pair) => pair.join()));
    expect(Object.keys(pairs)).toHaveLength(20);
    for (const share of Object.values(pairs)) expect(Math.abs(share - 0.05)).toBeLessThan(0.015);
  });

  it('stay within the given initiators and targets', () => {
    const pairs = choose({ kind: 'uniform', from: ['a', 'b'], to: ['b', 'hub'] }, { network: star });
    expect(new Set(pairs.map((pair) => pair.join()))).toEqual(new Set(['a,b', 'a,hub', 'b,hub']));
    expect(initiators(pairs).a).toBeCloseTo(0.5, 1);
  });

  it('leave out an initiator that could only pay itself', () => {
    const pairs = choose({ kind: 'uniform', from: ['a', 'b'], to: ['a'] }, { network: star, count: 50 });
    expect(new Set(pairs.map((pair) => pair.join()))).toEqual(new Set(['b,a']));
  });

  it('leave out nodes without a channel of the token', () => {
    const network = world('a 100 - 0 b', { tokens: ['T', 'U'] });
    network.addNode('lonely', { address: '0x0000000000000000000000000000000000000001', online: true });
    expect(choose({ kind: 'uniform' }, { network, count: 50 }).flat()).not.toContain('lonely');
  });

  it('are refused where nobody could pay anybody', () => {
    expect(() => choose({ kind: 'uniform' }, { network: star, token: 'U' })).toThrow(
      'expected two nodes with channels of U',
    );
    expect(() => choose({ kind: 'uniform', from: ['a'], to: ['a'] }, { network: star })).toThrow(
      'found nobody',
    );
    expect(() => choose({ kind: 'uniform', from: ['a', 'zoe'] }, { network: star })).toThrow(
      'from[1]: found "zoe"',
    );
    expect(() => choose({ kind: 'uniform', to: ['zoe'] }, { network: star })).toThrow('to[0]: found "zoe"');
  });
});

describe('hot spots', () => {
  it('are paid by rank, 1 / rank^exponent, ranked by channels and then by name', () => {
    const paid = targets(choose({ kind: 'hot-spots', exponent: 1 }, { network: star }));
    const harmonic = 1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5;
    ['hub', 'a', 'b', 'c', 'd'].forEach((name, index) => {
      expect(Math.abs((paid[name] ?? 0) - 1 / (index + 1) / harmonic)).toBeLessThan(0.03);
    });
  });

  it('are all equally hot with an exponent of 0', () => {
    for (const share of Object.values(targets(choose({ kind: 'hot-spots', exponent: 0 }, { network: star }))))
      expect(Math.abs(share - 0.2)).toBeLessThan(0.03);
  });

  it('are no targets of a single initiator that is one itself', () => {
    const pairs = choose({ kind: 'hot-spots', exponent: 2, from: ['hub'] }, { network: star, count: 200 });
    expect(targets(pairs).hub).toBeUndefined();
    const named = choose({ kind: 'hot-spots', exponent: 1, to: ['a', 'hub'] }, { network: star });
    expect(Object.keys(targets(named)).toSorted()).toEqual(['a', 'hub']);
  });

  it('are refused for unknown initiators and networks without channels', () => {
    expect(() => choose({ kind: 'hot-spots', exponent: 1, from: ['x'] }, { network: star })).toThrow(
      'from[0]: found "x"',
    );
    expect(() => choose({ kind: 'hot-spots', exponent: 1 }, { network: star, token: 'U' })).toThrow(
      'found nobody',
    );
  });
});

describe('pairs by capacity', () => {
  it('choose initiators by the capacity of their channels', () => {
    const paying = initiators(choose({ kind: 'by-capacity' }, { network: star }));
    expect(Math.abs((paying.hub ?? 0) - 0.5)).toBeLessThan(0.03);
    expect(Math.abs((paying.a ?? 0) - 0.35)).toBeLessThan(0.03);
    expect(Math.abs((paying.b ?? 0) - 0.05)).toBeLessThan(0.02);
  });

  it('never choose a node whose channels are empty', () => {
    const pairs = choose(
      { kind: 'by-capacity' },
      { network: world('a 5 - 0 b 0 - 0 c', { tokens: ['T', 'U'] }), count: 300 },
    );
    expect(pairs.flat()).not.toContain('c');
  });

  it('are refused where there is no capacity at all', () => {
    expect(() =>
      choose({ kind: 'by-capacity' }, { network: world('a 0 - 0 b', { tokens: ['T', 'U'] }) }),
    ).toThrow('any capacity');
  });
});

describe('listed pairs', () => {
  it('are drawn in the share they have in the list', () => {
    const list = [
      ['a', 'b'],
      ['a', 'b'],
      ['c', 'd'],
    ] as const;
    const pairs = choose({ kind: 'list', pairs: list }, { network: star });
    expect(Math.abs((initiators(pairs).a ?? 0) - 2 / 3)).toBeLessThan(0.03);
  });

  it('are refused when unknown', () => {
    const pairs = [
      ['a', 'b'],
      ['a', 'zoe'],
    ] as const;
    expect(() => choose({ kind: 'list', pairs }, { network: star })).toThrow('[1][1]: found "zoe"');
  });
});

it('nobody ever pays themselves, and the same seed chooses the same pairs', () => {
  const spec = fc.constantFrom<PairSpec>(
    { kind: 'uniform' },
    { kind: 'uniform', to: ['hub', 'a'] },
    { kind: 'hot-spots', exponent: 1.5 },
    { kind: 'hot-spots', exponent: 3, from: ['hub', 'd'] },
    { kind: 'by-capacity' },
  );
  const property = fc.property(spec, fc.string(), (pairs, seed) => {
    const chosen = choose(pairs, { network: star, seed, count: 40 });
    expect(chosen.every(([initiator, target]) => initiator !== target)).toBe(true);
    expect(choose(pairs, { network: star, seed, count: 40 })).toEqual(chosen);
  });
  fc.assert(property);
});

import { describe, expect, it } from 'vitest';
import { payeeOf, PaymentWays } from '../../../src/verdict/bounds/payment-ways.ts';
import { Story } from '../../../src/verdict/story.ts';
import { world } from '../../world/world.ts';
import { handMadeRun } from '../hand-made-run.ts';

const START = { startedAtMs: 0, endedAtMs: 1 };

function waysIn(channels: string, hops: number): readonly (readonly string[])[] | undefined {
  const { lives } = new Story(handMadeRun({ start: world(channels) }));
  const ends = { token: 'DAI', node: 'payer', target: 'payee' };
  return new PaymentWays(lives).upTo(hops, ends, START)?.map((way) => way.map(payeeOf));
}

describe('the ways of a payment', () => {
  it('are those with so few hops that pass through no node twice', () => {
    const square = 'payer 9 - 9 one 9 - 9 payee, payer 9 - 9 two 9 - 9 payee, one 9 - 9 two';
    expect(waysIn(square, 2)).toEqual([
      ['one', 'payee'],
      ['two', 'payee'],
    ]);
    expect(waysIn(square, 3)).toHaveLength(4);
  });

  it('are not told where a search would go through all orders of the nodes behind the only way', () => {
    const crowd = Array.from({ length: 14 }, (_, at) => `n${at}`);
    const pairs = crowd.flatMap((one, at) => crowd.slice(at + 1).map((other) => `${one} 9 - 9 ${other}`));
    const behind = crowd.map((each) => `gate 9 - 9 ${each}`);
    const channels = ['payer 9 - 9 gate 9 - 9 payee', ...behind, ...pairs].join(', ');
    expect(waysIn(channels, 2)).toEqual([['gate', 'payee']]);
    expect(waysIn(channels, 16)).toBeUndefined();
  });
});

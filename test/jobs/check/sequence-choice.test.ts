import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../../src/jobs/check/sequence.ts';
import { SequenceChoice } from '../../../src/jobs/check/sequence-choice.ts';
import { sequenceIn } from '../scenario-text.ts';

const sequenceOf = (...steps: readonly string[]): Sequence =>
  sequenceIn('n1 100 - 100 n2 100 - 100 n3', steps);

const PAYS = sequenceOf('pay: {from: n1, to: n2, amount: 5}');
const PAYS_ANOTHER_AMOUNT = sequenceOf('pay: {from: n1, to: n2, amount: 6}');
const PAYS_ALL = sequenceOf('pay: {from: n1, to: n2, amount: {of: channel}}');
const CLOSES_OVER_A_LOCK = sequenceOf(
  'pay: {from: n1, to: n2, amount: 5}',
  'close: {from: n1, to: n2}\n    beside: true',
);

describe('which sequence a check tries', () => {
  it.each([
    { kind: 'empties an end', rare: PAYS_ALL },
    { kind: 'closes a channel', rare: CLOSES_OVER_A_LOCK },
  ])('is the one that $kind, after one that pays: amounts alone are nothing new', async ({ rare }) => {
    const choice = new SequenceChoice({ takesTime: true });
    expect(await choice.choose([PAYS])).toBe(PAYS);
    expect(await choice.choose([PAYS_ANOTHER_AMOUNT, rare])).toBe(rare);
  });

  it('is one that lets a lock expire only where that may take time', async () => {
    const expires = sequenceOf(
      'pay: {from: n1, to: n3, amount: {of: channel}}',
      'pay: {from: n2, to: n3, amount: 60}\n    beside: true',
    );
    const chosen = (takesTime: boolean) => new SequenceChoice({ takesTime }).choose([PAYS, expires]);
    expect(await chosen(true)).toBe(expires);
    expect(await chosen(false)).toBe(PAYS);
  });

  it('is the first of those in which the model does the same', async () => {
    expect(await new SequenceChoice({ takesTime: true }).choose([PAYS, PAYS_ANOTHER_AMOUNT])).toBe(PAYS);
  });

  it('does not depend on which choice is ready first', async () => {
    const choice = new SequenceChoice({ takesTime: true });
    const both = [choice.choose([PAYS_ALL]), choice.choose([PAYS_ALL, PAYS])];
    expect(await Promise.all(both)).toEqual([PAYS_ALL, PAYS]);
  });
});

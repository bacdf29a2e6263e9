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
    expect(await choice.choose(() => [PAYS])).toBe(PAYS);
    expect(await choice.choose(() => [PAYS_ANOTHER_AMOUNT, rare])).toBe(rare);
  });

  it('is one that lets a lock expire only where that may take time', async () => {
    const expires = sequenceOf(
      'pay: {from: n1, to: n3, amount: {of: channel}}',
      'pay: {from: n2, to: n3, amount: 60}\n    beside: true',
    );
    const chosen = (takesTime: boolean) => new SequenceChoice({ takesTime }).choose(() => [PAYS, expires]);
    expect(await chosen(true)).toBe(expires);
    expect(await chosen(false)).toBe(PAYS);
  });

  it('is the first of those in which the model does the same', async () => {
    expect(await new SequenceChoice({ takesTime: true }).choose(() => [PAYS, PAYS_ANOTHER_AMOUNT])).toBe(
      PAYS,
    );
  });

  it('does not depend on which choice is ready first', async () => {
    const choice = new SequenceChoice({ takesTime: true });
    const both = [choice.choose(() => [PAYS_ALL]), choice.choose(() => [PAYS_ALL, PAYS])];
    expect(await Promise.all(both)).toEqual([PAYS_ALL, PAYS]);
  });

  it('is one that grew out of those drawn before, where that does something new', async () => {
    const choice = new SequenceChoice({ takesTime: true });
    const parents: (readonly Sequence[])[] = [];
    const grown = (made: readonly Sequence[]) => (of: readonly Sequence[]) => {
      parents.push(of);
      return made;
    };
    expect(await choice.choose(() => [PAYS], { grown: grown([]) })).toBe(PAYS);
    expect(await choice.choose(() => [PAYS_ANOTHER_AMOUNT], { grown: grown([PAYS_ALL]) })).toBe(PAYS_ALL);
    expect(parents[1]).toEqual([PAYS, PAYS_ANOTHER_AMOUNT]);
  });

  it('is one that was drawn before and not tried, once all else was made more often; none is tried twice', async () => {
    const withdraws = sequenceOf('withdraw: {from: n1, to: n2, by: 5}', 'pay: {from: n1, to: n2, amount: 5}');
    const choice = new SequenceChoice({ takesTime: true });
    const grown = () => [];
    expect(await choice.choose(() => [PAYS], { grown })).toBe(PAYS);
    expect(await choice.choose(() => [PAYS_ANOTHER_AMOUNT, withdraws, PAYS_ALL], { grown })).toBe(withdraws);
    expect(await choice.choose(() => [PAYS_ANOTHER_AMOUNT], { grown })).toBe(PAYS_ALL);
    expect(await choice.choose(() => [PAYS_ANOTHER_AMOUNT], { grown })).toBe(PAYS_ANOTHER_AMOUNT);
  });

  it('keeps to the pace of the first of them', async () => {
    const choice = new SequenceChoice({ takesTime: true });
    expect(await choice.choose(() => [PAYS, CLOSES_OVER_A_LOCK], { grown: () => [] })).toBe(PAYS);
  });
});

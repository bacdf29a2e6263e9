import { describe, expect, it } from 'vitest';
import type { Growing, Sequence } from '../../../src/jobs/check/sequence.ts';
import { SequenceChoice } from '../../../src/jobs/check/sequence-choice.ts';
import { simulatedBench } from '../../../src/jobs/check/simulated-bench.ts';
import { trySequence } from '../../../src/jobs/check/try-case.ts';
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

/** Tells a choice that a sequence was tried. */
async function learnFrom(choice: SequenceChoice, sequence: Sequence): Promise<void> {
  choice.learn(sequence, await trySequence(sequence, { bench: simulatedBench(), seed: '1' }));
}

const among = (first: Sequence, ...others: Sequence[]) => ({ candidates: () => [first, ...others] as const });

describe('the sequence that a check tries in a given network', () => {
  it.each([
    { kind: 'empties an end', rare: PAYS_ALL },
    { kind: 'closes a channel', rare: CLOSES_OVER_A_LOCK },
  ])('$kind after one that pays: other amounts alone are not rare', async ({ rare }) => {
    const choice = new SequenceChoice({ takesTime: true });
    await learnFrom(choice, PAYS);
    expect(await choice.choose(among(PAYS_ANOTHER_AMOUNT, rare))).toBe(rare);
  });

  it('lets a lock expire only where that may take time', async () => {
    const expires = sequenceOf(
      'pay: {from: n1, to: n3, amount: {of: channel}}',
      'pay: {from: n2, to: n3, amount: 60}\n    beside: true',
    );
    const chosen = (takesTime: boolean) => new SequenceChoice({ takesTime }).choose(among(PAYS, expires));
    expect(await chosen(true)).toBe(expires);
    expect(await chosen(false)).toBe(PAYS);
  });

  it('is the first of equally rare candidates', async () => {
    const choice = new SequenceChoice({ takesTime: true });
    expect(await choice.choose(among(PAYS, PAYS_ANOTHER_AMOUNT))).toBe(PAYS);
  });
});

describe('the sequence that a check tries in made-up networks', () => {
  const growing = (made: Sequence) => {
    const parents: (readonly Sequence[])[] = [];
    const grown: Growing = (of) => {
      parents.push(of.map(({ sequence }) => sequence));
      return made;
    };
    return { parents, ...among(PAYS), grown };
  };

  it('is drawn while none was tried, then three of four grow out of tried ones', async () => {
    const choice = new SequenceChoice({ takesTime: true });
    const choices = growing(PAYS_ALL);
    expect(await choice.choose(choices)).toBe(PAYS);
    await learnFrom(choice, PAYS);
    expect(await choice.choose(choices)).toBe(PAYS_ALL);
    // Calls overlap in every third sequence, and none of these was tried.
    expect(await choice.choose(choices)).toBe(PAYS);
    expect(await choice.choose(choices)).toBe(PAYS);
    expect(await choice.choose(choices)).toBe(PAYS_ALL);
  });

  it('grows out of the rarest first', async () => {
    const choice = new SequenceChoice({ takesTime: true });
    for (const sequence of [PAYS, PAYS_ANOTHER_AMOUNT, PAYS_ALL]) await learnFrom(choice, sequence);
    const choices = growing(PAYS_ALL);
    await choice.choose(choices);
    expect(choices.parents[0]?.[0]).toBe(PAYS_ALL);
  });
});

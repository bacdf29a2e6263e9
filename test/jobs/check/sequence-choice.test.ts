import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../../src/jobs/check/sequence.ts';
import { firstWithoutExpiry, SequenceChoice } from '../../../src/jobs/check/sequence-choice.ts';
import { simulatedBench } from '../../../src/jobs/check/simulated-bench.ts';
import { trySequence } from '../../../src/jobs/check/try-case.ts';
import { sequenceIn } from '../scenario-text.ts';

const sequenceOf = (...steps: readonly string[]): Sequence =>
  sequenceIn('n1 100 - 100 n2 100 - 100 n3', steps);

const PAYS = sequenceOf('pay: {from: n1, to: n2, amount: 5}');
const PAYS_ANOTHER_AMOUNT = sequenceOf('pay: {from: n1, to: n2, amount: 6}');
const PAYS_ALL = sequenceOf('pay: {from: n1, to: n2, amount: {of: channel}}');
/** Tells a choice that a sequence was tried. */
async function learnFrom(choice: SequenceChoice, sequence: Sequence): Promise<void> {
  choice.learn(sequence, await trySequence(sequence, { bench: simulatedBench(), seed: '1' }));
}

it('a lock expires only in a sequence without an alternative', async () => {
  const expires = sequenceOf(
    'pay: {from: n1, to: n3, amount: {of: channel}}',
    'pay: {from: n2, to: n3, amount: 60}\n    beside: true',
  );
  expect(await firstWithoutExpiry([expires, PAYS], undefined)).toBe(PAYS);
  expect(await firstWithoutExpiry([expires, expires], undefined)).toBe(expires);
});

describe('the sequences that others grow out of', () => {
  const parents = (choice: SequenceChoice) => choice.nextParents().map(({ sequence }) => sequence);

  it('are those of the pace that has its turn, and none in every fourth turn', async () => {
    const choice = new SequenceChoice();
    expect(parents(choice)).toEqual([]);
    await learnFrom(choice, PAYS);
    expect(parents(choice)).toEqual([PAYS]);
    // Calls overlap in every third sequence, and none of these was tried.
    expect([parents(choice), parents(choice), parents(choice)]).toEqual([[], [], [PAYS]]);
  });

  it.each([
    { kind: 'empties an end', rare: PAYS_ALL },
    {
      kind: 'closes a channel',
      rare: sequenceOf('pay: {from: n1, to: n2, amount: 5}', 'close: {from: n1, to: n2}'),
    },
  ])('begin with the rarest, as one that $kind: other amounts alone are not rare', async ({ rare }) => {
    const choice = new SequenceChoice();
    for (const sequence of [PAYS, rare, PAYS_ANOTHER_AMOUNT]) await learnFrom(choice, sequence);
    expect(parents(choice)[0]).toBe(rare);
  });
});

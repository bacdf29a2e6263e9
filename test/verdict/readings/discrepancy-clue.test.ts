import { expect, it } from 'vitest';
import { discrepancyClue } from '../../../src/verdict/readings/discrepancy-clue.ts';
import type { Discrepancy, Manner } from '../../../src/verdict/readings/mismatches.ts';
import { handMadeRun } from '../hand-made-run.ts';

const COMMON = { moment: 'end', node: 'alice', view: { kind: 'channels' }, isOld: false } as const;

function titleOf(found: Pick<Discrepancy, 'subject' | 'predicted' | 'observed' | 'manner'>): string {
  return discrepancyClue({ ...COMMON, ...found }, handMadeRun()).title;
}

it.each([
  ['settled', 'shows'],
  ['answered', 'answered the operation with'],
  ['flickered', 'for a while showed'],
  ['late', 'acknowledged the operation and then still showed'],
  ['went-back', 'went back to showing'],
] as const)('speaks of a channel that is not there, or should not be: %s', (manner: Manner, verb) => {
  const subject = { kind: 'channel', token: 'TOK', partner: 'bob', field: 'presence' } as const;
  const end = 'with bob in TOK, which should';
  const where = 'in its view channels, after the last operation';
  expect(titleOf({ subject, manner, predicted: 'present' })).toBe(
    `alice ${verb} no channel ${end} be there ${where}`,
  );
  expect(titleOf({ subject, manner, observed: 'present' })).toBe(
    `alice ${verb} a channel ${end} not be there ${where}`,
  );
});

it.each([
  ['nothing', 'gave no answer'],
  ['unreadable', 'gave an answer that cannot be read'],
  ['readable', 'gave an answer where none was predicted'],
] as const)('says what became of a reading: %s', (given, words) => {
  const found = { subject: { kind: 'answer', given }, predicted: 'a', observed: 'b' } as const;
  expect(titleOf({ ...found, manner: 'settled' })).toContain(`alice ${words} in its view channels`);
  expect(titleOf({ ...found, manner: 'flickered' })).toContain(
    `alice for a while ${words} in its view channels`,
  );
});

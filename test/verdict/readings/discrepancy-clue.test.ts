import { expect, it } from 'vitest';
import { discrepancyClue } from '../../../src/verdict/readings/discrepancy-clue.ts';
import type { Discrepancy, Manner } from '../../../src/verdict/comparison/mismatches.ts';
import { Story } from '../../../src/verdict/story.ts';
import { handMadeRun } from '../hand-made-run.ts';

const COMMON = { moment: 'end', node: 'alice', view: { kind: 'channels' }, isOld: false } as const;

const RECEIVED = { kind: 'entry', event: 'received', occurrence: 1 } as const;
const ENTRY = { ...RECEIVED, token: 'TOK', partner: 'bob', identifier: '7' } as const;

function titleOf(found: Pick<Discrepancy, 'subject' | 'predicted' | 'observed' | 'manner'>): string {
  return discrepancyClue({ ...COMMON, ...found }, new Story(handMadeRun())).title;
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
  const where = 'in its channels, after the last operation';
  expect(titleOf({ subject, manner, predicted: 'present' })).toBe(
    `alice ${verb} no channel ${end} be there ${where}`,
  );
  expect(titleOf({ subject, manner, observed: 'present' })).toBe(
    `alice ${verb} a channel ${end} not be there ${where}`,
  );
});

it.each([
  ['nothing', 'gave no answer'],
  ['unreadable', 'gave an unusable answer'],
  ['readable', 'gave an answer where none was predicted'],
] as const)('says what became of a reading: %s', (given, words) => {
  const found = { subject: { kind: 'answer', given }, predicted: 'a', observed: 'b' } as const;
  expect(titleOf({ ...found, manner: 'settled' })).toContain(`alice ${words} in its channels`);
  expect(titleOf({ ...found, manner: 'flickered' })).toContain(`alice for a while ${words} in its channels`);
});

it.each([
  ['flickered', { predicted: '34' }, 'for a while showed no payment received'],
  ['late', { predicted: '34' }, 'acknowledged the operation and then still showed no payment received'],
  ['flickered', { predicted: '34', observed: '35' }, 'for a while showed a wrong payment received'],
] as const)('calls a payment missing, not wrong, that a history lacked: %s %j', (manner, values, words) => {
  expect(titleOf({ subject: ENTRY, manner, ...values })).toContain(words);
});

it.each([
  [{ predicted: '34', observed: '35' }, 'shows another amount of the payment received from bob'],
  [{ predicted: '34' }, 'shows no payment received from bob'],
  [{ observed: '34' }, 'shows payment received from bob, which should not be there'],
])('speaks of a payment in a history as of what it is, and of where it was read: %j', (values, words) => {
  const view = { kind: 'history', token: 'TOK', partner: 'bob' } as const;
  const found = { ...COMMON, view, subject: ENTRY, manner: 'settled', ...values } as const;
  expect(discrepancyClue(found, new Story(handMadeRun())).title).toBe(
    `alice ${words} in its history, after the last operation`,
  );
});

import { describe, expect, it } from 'vitest';
import { answers } from '../../../src/verdict/rules/answers.ts';
import { readable } from '../../../src/verdict/readings/readable.ts';
import type { IndeterminateCause } from '../../../src/model/run/answer.ts';
import type { ViewValue } from '../../../src/model/run/reading.ts';
import type { OperationRecord, Outcome } from '../../../src/model/run/operation.ts';
import { handMadeLoad, handMadeRun, list, paid, payment } from '../hand-made-run.ts';
import { failed, step, unanswered } from '../../world/records.ts';
import { Story } from '../../../src/verdict/story/story.ts';
import { judgementOf } from '../../../src/verdict/check.ts';

const cut = (cause: IndeterminateCause): Outcome => ({ ...unanswered(cause), resolved: 'happened' });
const judged = (records: readonly OperationRecord[]) => {
  const run = handMadeRun({ records });
  return answers.judge(run, new Story(run)).clues;
};

describe('the answers to payments', () => {
  it.each([
    [
      'broken connections',
      cut('connection-broken'),
      'the connection broke instead of an answer; it was paid',
    ],
    ['unreadable answers', cut('unreadable-answer'), 'answered with nothing readable; it was paid'],
    ['successes with another status', { ...paid(1, 5n), status: 201 }, 'succeeded with another status'],
    ['nodes that pay nothing', failed('lock-expired', 501), 'the node says that it makes no payments'],
  ])('name %s', (_name, outcome, title) => {
    const found = judged([payment(0, 5n), payment(1, 5n, outcome)]);
    expect(found).toMatchObject([{ operation: 1, title: `alice pays bob 5 DAI: ${title}` }]);
  });

  it.each([
    ['a success', paid(1, 5n)],
    ['a refusal', failed('lock-expired')],
    ['what a gateway says of a node it does not reach', failed('lock-expired', 503)],
    ['what a gateway cut off', cut('gateway')],
    ['what the deadline cut off', cut('deadline')],
    ['what we broke off', cut('interrupted')],
  ])('blame nobody for %s', (_name, outcome) => {
    expect(judged([payment(1, 5n, outcome)])).toEqual([]);
  });

  it('may break when a node is stopped under load', () => {
    expect(
      judged([step({ id: 1, kind: 'stop', node: 'bob' }), payment(2, 5n, cut('connection-broken'))]),
    ).toEqual([]);
  });
});

describe('reading a load', () => {
  const readAs = (value: Extract<ViewValue, { kind: 'unread' }>) => {
    const readings = (['start', 'end'] as const).map((moment) => ({ ...list(moment, 'bob', 100n), value }));
    return handMadeLoad({ readings });
  };

  it('names the node that shows nothing readable, before the load or after it', () => {
    const detail = 'balance: expected an amount, found -5';
    expect(judgementOf(readable, readAs({ kind: 'unread', detail, isAnswered: true })).clues).toMatchObject([
      { node: 'bob', observed: detail, title: expect.stringContaining('before the load') },
      { node: 'bob', observed: detail, title: expect.stringContaining('after the load') },
    ]);
  });

  it('says nothing against a node that it did not reach', () => {
    expect(judgementOf(readable, readAs({ kind: 'unread', detail: 'connection refused' }))).toEqual({
      clues: [],
      covered: "0 of 2 nodes read; no answer: bob's channels (connection refused)",
      doubt: 'unknown',
    });
  });
});

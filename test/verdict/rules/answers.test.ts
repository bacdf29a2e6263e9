import { describe, expect, it } from 'vitest';
import { answers } from '../../../src/verdict/rules/answers.ts';
import { readable } from '../../../src/verdict/readings/readable.ts';
import type { IndeterminateCause } from '../../../src/model/run/answer.ts';
import type { ViewValue } from '../../../src/model/run/reading.ts';
import type { OperationRecord, Outcome } from '../../../src/model/run/operation.ts';
import { loadRun } from '../../fixtures/load-runs.ts';
import { handMadeRun, paid, payment } from '../hand-made-run.ts';
import { Story } from '../../../src/verdict/story/story.ts';
import { judgementOf } from '../../../src/verdict/check.ts';

const cut = (cause: IndeterminateCause): Outcome => ({
  kind: 'indeterminate',
  cause,
  detail: 'cut',
  resolved: 'happened',
});
const judged = (records: readonly OperationRecord[]) => {
  const run = handMadeRun({ records });
  return answers.judge(run, new Story(run)).clues;
};
const refused = (status: number): Outcome => ({
  kind: 'failed',
  status,
  reason: 'lock-expired',
  message: '',
});

describe('the answers to payments', () => {
  it.each([
    [
      'broken connections',
      cut('connection-broken'),
      'the connection broke instead of an answer; it was paid',
    ],
    ['unreadable answers', cut('unreadable-answer'), 'answered with nothing readable; it was paid'],
    ['successes with another status', { ...paid(1, 5n), status: 201 }, 'succeeded with another status'],
    ['nodes that pay nothing', refused(501), 'the node says that it makes no payments'],
  ])('name %s', (_name, outcome, title) => {
    const found = judged([payment(0, 5n), payment(1, 5n, outcome)]);
    expect(found).toMatchObject([{ operation: 1, title: `alice pays bob 5 DAI: ${title}` }]);
  });

  it.each([
    ['a success', paid(1, 5n)],
    ['a refusal', refused(409)],
    ['what a gateway says of a node it does not reach', refused(503)],
    ['what a gateway cut off', cut('gateway')],
    ['what the deadline cut off', cut('deadline')],
    ['what we broke off', cut('interrupted')],
  ])('blame nobody for %s', (_name, outcome) => {
    expect(judged([payment(1, 5n, outcome)])).toEqual([]);
  });

  it('may break when a node is stopped under load', () => {
    const { operation, ...rest } = payment(1, 5n);
    const stop = { ...rest, operation: { ...operation, kind: 'stop', node: 'bob' } as const };
    expect(judged([stop, payment(2, 5n, cut('connection-broken'))])).toEqual([]);
  });
});

describe('reading a load', () => {
  const readAs = (value: Extract<ViewValue, { kind: 'unread' }>) => {
    const common = { node: 'bob', view: { kind: 'channels' }, attempt: 1, atMs: 0, value } as const;
    const readings = [
      { ...common, moment: 'start' },
      { ...common, moment: 'end' },
    ] as const;
    return { ...loadRun(), ...handMadeRun({ readings }) };
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

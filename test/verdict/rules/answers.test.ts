import { describe, expect, it } from 'vitest';
import { answers } from '../../../src/verdict/rules/answers.ts';
import { readable } from '../../../src/verdict/readings/readable.ts';
import type { IndeterminateCause, PaymentEvent } from '../../../src/model/run/answer.ts';
import type { ViewValue } from '../../../src/model/run/reading.ts';
import type { Run } from '../../../src/model/run/run.ts';
import type { OperationRecord, Outcome } from '../../../src/model/run/operation.ts';
import {
  entryOf,
  handMadeLoad,
  handMadeRun,
  historyOf,
  list,
  paid,
  payment,
  pendingAt,
} from '../hand-made-run.ts';
import { failed, step, unanswered } from '../../world/records.ts';
import { Story } from '../../../src/verdict/story.ts';
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
    const listedIn = { kind: 'history', partner: 'bob' };
    expect(found).toMatchObject([{ operation: 1, title: `alice pays bob 5 DAI: ${title}`, listedIn }]);
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

describe('payments that were taken and never answered', () => {
  const lost = (id: number, waitedMs: number, cause: IndeterminateCause = 'deadline') =>
    ({
      ...payment(id, 5n, { ...unanswered(cause), resolved: 'did-not-happen' }),
      endedAtMs: id * 100 + waitedMs,
    }) as const;
  const ended = (
    readings: Run['readings'],
    records: readonly OperationRecord[] = [lost(1, 40_000), lost(2, 40_000)],
  ) => judgementOf(answers, handMadeLoad({ records, readings })).clues;
  const silent = [pendingAt('end', 'alice', []), historyOf('end', 'alice', [])];
  const sent = entryOf('alice', 1n, 5n) as Extract<PaymentEvent, { kind: 'sent' }>;
  const failure = { ...sent, kind: 'failed', reason: 'lock expired' } as const;

  it('are one finding, whatever cut them off', () => {
    expect(ended(silent)).toMatchObject([
      { operation: 1, title: expect.stringContaining('2 of 1000 payments hang') },
    ]);
    const cutOff = [lost(1, 40_000, 'interrupted'), lost(2, 40_000, 'gateway')];
    expect(ended(silent, cutOff)).toMatchObject([{ title: expect.stringContaining('2 of 1000') }]);
  });

  it('are none that were not waited for, that an entry tells of, or whose payer was not asked', () => {
    expect(ended(silent, [lost(1, 900)])).toEqual([]);
    expect(ended([pendingAt('end', 'alice', []), historyOf('end', 'alice', [failure, failure])])).toEqual([]);
    expect(ended([historyOf('end', 'alice', [])])).toEqual([]);
    const slow = step({ id: 0, kind: 'slow', node: 'alice', byMs: 60_000 });
    expect(ended(silent, [slow, lost(1, 40_000)])).toEqual([]);
  });

  it('are the rest where there are fewer entries of failures', () => {
    const one = [pendingAt('end', 'alice', []), historyOf('end', 'alice', [failure])];
    expect(ended(one)).toMatchObject([{ operation: 2, title: expect.stringContaining('1 of') }]);
  });
});

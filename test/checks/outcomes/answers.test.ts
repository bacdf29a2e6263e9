import { describe, expect, it } from 'vitest';
import { answers } from '../../../src/checks/outcomes/answers.ts';
import { readable } from '../../../src/checks/readings/readable.ts';
import type { IndeterminateCause } from '../../../src/model/run/answer.ts';
import type { OperationRecord, Outcome } from '../../../src/model/run/outcome.ts';
import { handMadeRun, paid, payment } from '../hand-made-run.ts';

const cut = (cause: IndeterminateCause): Outcome => ({
  kind: 'indeterminate',
  cause,
  detail: 'cut',
  resolved: 'happened',
});
const judged = (records: readonly OperationRecord[]) => answers.judge(handMadeRun({ records })).clues;
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

describe('reading after a load', () => {
  it('names the node that shows nothing readable', () => {
    const common = { node: 'bob', view: { kind: 'channels' }, attempt: 1, atMs: 0 } as const;
    const value = { kind: 'unread', detail: 'balance: expected an amount, found -5' } as const;
    const run = handMadeRun({
      readings: [
        { ...common, moment: 'start', value },
        { ...common, moment: 'end', value },
      ],
    });
    expect(readable.judge(run).clues).toMatchObject([{ node: 'bob', observed: value.detail }]);
  });
});

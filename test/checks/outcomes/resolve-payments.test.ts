import { describe, expect, it } from 'vitest';
import { resolvePayments } from '../../../src/checks/outcomes/resolve-payments.ts';
import { resolveOutcome } from '../../../src/checks/outcomes/resolve-outcome.ts';
import type { PaymentEvent } from '../../../src/model/run/answer.ts';
import { directoryOf } from '../../../src/model/network/directory.ts';
import type { OperationRecord, Outcome } from '../../../src/model/run/outcome.ts';
import type { Moment, Reading } from '../../../src/model/run/reading.ts';
import { exampleNetwork } from '../../fixtures/example-runs.ts';

const start = exampleNetwork([['alice', 'bob', 1000n, 0n]]);
const directory = directoryOf(start);

const UNANSWERED: OperationRecord = {
  operation: {
    id: 0,
    kind: 'pay',
    node: 'alice',
    target: 'bob',
    token: 'DAI',
    amount: 5n,
    identifier: 77n,
    atMs: 0,
    origin: 'steps[0]',
  },
  startedAtMs: 0,
  endedAtMs: 10,
  outcome: { kind: 'indeterminate', cause: 'deadline', detail: 'no answer' },
};

const SENT: PaymentEvent = {
  kind: 'sent',
  tokenAddress: directory.tokenAddressOf('DAI'),
  target: directory.addressOf('bob'),
  identifier: 77n,
  amount: 5n,
  logTime: '2026-01-01T00:00:00.000Z',
};

// One history for each node and moment; bob's is always empty.
function resolvedWith(histories: Readonly<Partial<Record<'start' | 'end', readonly PaymentEvent[]>>>) {
  const readings = Object.entries(histories).flatMap(([moment, events]): Reading[] => [
    reading('alice', moment as Moment, events),
    reading('bob', moment as Moment, []),
  ]);
  const [record] = resolvePayments({ start, records: [UNANSWERED], readings });
  const replayed = resolveOutcome({ record: UNANSWERED, predicted: undefined, run: { start, readings } });
  return [record?.outcome, replayed].map(resolutionOf);
}

function reading(node: string, moment: Moment, events: readonly PaymentEvent[]): Reading {
  const value = { kind: 'history' as const, events };
  return { moment, node, view: { kind: 'history' }, value, attempt: 1, atMs: 0 };
}

function resolutionOf(outcome: Outcome | undefined): string | undefined {
  return outcome?.kind === 'indeterminate' ? outcome.resolved : outcome?.kind;
}

describe('a payment without an answer, after a load and after a replay', () => {
  it('happened when a history names it afterwards', () => {
    expect(resolvedWith({ start: [], end: [SENT] })).toEqual(['happened', 'happened']);
  });

  it('did not happen when only an earlier run left its identifier there', () => {
    expect(resolvedWith({ start: [SENT], end: [SENT] })).toEqual(['did-not-happen', 'did-not-happen']);
  });

  it('happened when it is named once more than an earlier run left it', () => {
    expect(resolvedWith({ start: [SENT], end: [SENT, SENT] })).toEqual(['happened', 'happened']);
  });

  it('is unknown when nothing was read afterwards', () => {
    expect(resolvedWith({ start: [SENT] })).toEqual(['unknown', 'unknown']);
  });
});

import { describe, expect, it } from 'vitest';
import { resolveOutcomes } from '../../../src/verdict/story/resolve-outcomes.ts';
import type { PaymentEvent, PendingTransfer } from '../../../src/model/run/answer.ts';
import { directoryOf } from '../../../src/model/network/directory.ts';
import type { OperationRecord, Outcome } from '../../../src/model/run/operation.ts';
import type { Moment, Reading } from '../../../src/model/run/reading.ts';
import { realTiming, simulatedTiming, type TargetTiming } from '../../../src/model/run/target-timing.ts';
import { exampleScenario, smallRun } from '../../fixtures/example-runs.ts';
import { world } from '../../world/world.ts';

const start = world('alice 1000 - 0 bob');
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

const PENDING: PendingTransfer = {
  paymentIdentifier: 77n,
  tokenAddress: directory.tokenAddressOf('DAI'),
  tokenNetworkAddress: directory.tokenAddressOf('DAI'),
  channelIdentifier: 1n,
  initiator: directory.addressOf('alice'),
  target: directory.addressOf('bob'),
  transferredAmount: 0n,
  lockedAmount: 5n,
  role: 'target',
};

const SANDBOX = simulatedTiming(exampleScenario().protocol);

// Twice a reveal timeout of 50 blocks and 11 more, of 15 s each.
const EXPIRED_MS = 111 * 15_000;

// One history for each node and moment; bob's is always empty.
function resolvedWith(histories: Readonly<Partial<Record<'start' | 'end' | '0', readonly PaymentEvent[]>>>) {
  const readings = Object.entries(histories).flatMap(([moment, events]): Reading[] => [
    reading('alice', momentOf(moment), events),
    reading('bob', momentOf(moment), []),
  ]);
  return resolvedBy(readings);
}

function resolvedBy(readings: readonly Reading[], timing: TargetTiming = SANDBOX): string | undefined {
  const header = { ...smallRun().header, timing };
  const [record] = resolveOutcomes({ header, start, records: [UNANSWERED], readings });
  return resolutionOf(record?.outcome);
}

// Bob, who is paid, shows the transfer; both histories are read and do not.
function showing(
  transfers: readonly PendingTransfer[],
  { atMs = 0 }: { readonly atMs?: number } = {},
): readonly Reading[] {
  return [
    reading('alice', 'end', [], atMs),
    reading('bob', 'end', [], atMs),
    {
      moment: 'end',
      node: 'bob',
      view: { kind: 'pending' },
      value: { kind: 'pending', transfers },
      attempt: 1,
      atMs,
    },
  ];
}

function startedAt(startedAtMs: number, record: OperationRecord): OperationRecord {
  const operation = { ...record.operation, id: startedAtMs };
  return { ...record, operation, startedAtMs, endedAtMs: startedAtMs + 10 };
}

function answered(record: OperationRecord, secret: string): OperationRecord {
  const receipt = {
    initiatorAddress: directory.addressOf('alice'),
    targetAddress: directory.addressOf('bob'),
    tokenAddress: directory.tokenAddressOf('DAI'),
    amount: 5n,
    identifier: 77n,
    secret,
    secretHash: `hash of ${secret}`,
  };
  return { ...record, outcome: { kind: 'succeeded', status: 200, receipt } };
}

function refused(record: OperationRecord): OperationRecord {
  return { ...record, outcome: { kind: 'failed', status: 0, reason: 'unreachable', message: 'stopped' } };
}

function momentOf(name: string): Moment {
  return name === 'start' || name === 'end' ? name : Number(name);
}

function reading(node: string, moment: Moment, events: readonly PaymentEvent[], atMs = 0): Reading {
  const value = { kind: 'history' as const, events };
  return { moment, node, view: { kind: 'history' }, value, attempt: 1, atMs };
}

function resolutionOf(outcome: Outcome | undefined): string | undefined {
  return outcome?.kind === 'indeterminate' ? outcome.resolved : outcome?.kind;
}

describe('a payment without an answer, after a load and after a replay', () => {
  it('happened when a history names it right after it, and nothing was read later', () => {
    expect(resolvedWith({ start: [], 0: [SENT] })).toBe('happened');
    expect(resolvedWith({ start: [], 0: [] })).toBe('did-not-happen');
  });

  it('happened when a history names it afterwards', () => {
    expect(resolvedWith({ start: [], end: [SENT] })).toBe('happened');
  });

  it('did not happen when only an earlier run left its identifier there', () => {
    expect(resolvedWith({ start: [SENT], end: [SENT] })).toBe('did-not-happen');
  });

  it('happened when it is named once more than an earlier run left it', () => {
    expect(resolvedWith({ start: [SENT], end: [SENT, SENT] })).toBe('happened');
  });

  describe('whose identifier another payment has', () => {
    const EARLIER = answered(UNANSWERED, 'a');
    const LATER = startedAt(20, UNANSWERED);
    const BESIDE = startedAt(5, UNANSWERED);
    const resolutions = (
      records: readonly OperationRecord[],
      named: number,
      prediction?: readonly OperationRecord[],
    ) => {
      const readings = [
        reading(
          'alice',
          'end',
          Array.from({ length: named }, () => SENT),
        ),
        reading('bob', 'end', []),
      ];
      const run = { header: { ...smallRun().header, timing: SANDBOX }, start, records, readings };
      const predicted =
        prediction === undefined ? {} : { prediction: { ...smallRun(), records: prediction } };
      return resolveOutcomes({ ...run, ...predicted }).map(({ outcome }) => resolutionOf(outcome));
    };

    it('did not happen where histories name no more than those that were answered before', () => {
      expect(resolutions([EARLIER, LATER], 1)).toEqual(['succeeded', 'did-not-happen']);
      expect(resolutions([EARLIER, LATER], 2)).toEqual(['succeeded', 'happened']);
    });

    it('happened where the other one was under way at the same time: it joined that', () => {
      expect(resolutions([EARLIER, BESIDE], 1)).toEqual(['succeeded', 'happened']);
      expect(resolutions([UNANSWERED, BESIDE], 1)).toEqual(['happened', 'happened']);
    });

    it.each([
      ['answered with the same secret', EARLIER, answered(BESIDE, 'a')],
      ['one was answered', EARLIER, BESIDE],
      ['neither was answered', UNANSWERED, BESIDE],
    ])('is not taken for one of two that were one: %s', (_which, first, beside) => {
      expect(resolutions([first, beside, LATER], 2)[2]).toBe('happened');
      expect(resolutions([first, beside, LATER], 1)[2]).toBe('did-not-happen');
    });

    it('is the one that the prediction has made, where histories name one of two', () => {
      const [first, later] = [answered(UNANSWERED, 'a'), answered(LATER, 'b')];
      const records = [UNANSWERED, LATER];
      expect(resolutions(records, 1, [first, refused(later)])).toEqual(['happened', 'did-not-happen']);
      expect(resolutions(records, 1, [refused(first), later])).toEqual(['did-not-happen', 'happened']);
      expect(resolutions(records, 1, [{ ...first, isUndone: true }, later])).toEqual([
        'did-not-happen',
        'happened',
      ]);
      expect(resolutions(records, 2, [first, refused(later)])).toEqual(['happened', 'happened']);
    });

    it('did not happen where the other one was answered later, and the prediction has only that made', () => {
      const later = answered(LATER, 'b');
      expect(resolutions([UNANSWERED, later], 1, [refused(UNANSWERED), later])).toEqual([
        'did-not-happen',
        'succeeded',
      ]);
    });
  });

  it('is told by its payee where its payer lists what failed among what was sent', () => {
    const light = { name: 'light', historyLists: { mediated: true, failed: 'sent' } } as const;
    const { target: _payee, ...sent } = SENT;
    const received: PaymentEvent = { ...sent, kind: 'received', initiator: directory.addressOf('alice') };
    const resolved = (ofPayee: readonly PaymentEvent[]) => {
      const header = { ...smallRun().header, timing: SANDBOX, dialects: { alice: light, bob: light } };
      const readings = [reading('alice', 'end', [SENT]), reading('bob', 'end', ofPayee)];
      const [record] = resolveOutcomes({ header, start, records: [UNANSWERED], readings });
      return resolutionOf(record?.outcome);
    };
    expect([resolved([]), resolved([received])]).toEqual(['did-not-happen', 'happened']);
  });

  it('is pending when any node lists it, whatever the histories say so far', () => {
    expect(resolvedBy(showing([PENDING]))).toBe('pending');
    expect(resolvedBy(showing([{ ...PENDING, paymentIdentifier: 78n }]))).toBe('did-not-happen');
    expect(resolvedBy(showing([{ ...PENDING, initiator: directory.addressOf('bob') }]))).toBe(
      'did-not-happen',
    );
  });

  it('is not pending for longer than the locks of others lasted by their answers, and half as long again', () => {
    // Two were answered that their locks had expired after 60 and 90 s: blocks take less than a second.
    const lockExpired = { kind: 'failed', status: 409, reason: 'lock-expired', message: '' } as const;
    const expired = [60_000, 90_000].map((endedAtMs, at): OperationRecord => {
      const operation = { ...UNANSWERED.operation, id: at + 1 };
      return { operation, startedAtMs: 0, endedAtMs, outcome: lockExpired };
    });
    const at = (atMs: number, others: readonly OperationRecord[]) => {
      const header = { ...smallRun().header, timing: realTiming({ run: 1 }) };
      const records = [UNANSWERED, ...others];
      const [record] = resolveOutcomes({ header, start, records, readings: showing([], { atMs }) });
      return resolutionOf(record?.outcome);
    };
    expect(at(130_000, expired)).toBe('pending');
    expect(at(160_000, expired)).toBe('did-not-happen');
    // A single answer may be wrong.
    expect(at(160_000, expired.slice(1))).toBe('pending');
  });

  it('is pending at nodes that may be late as long as its lock has not expired, though none lists it', () => {
    const at = (atMs: number) => resolvedBy(showing([], { atMs }), realTiming({ run: 1 }));
    expect([at(60_000), at(EXPIRED_MS - 1), at(EXPIRED_MS)]).toEqual([
      'pending',
      'pending',
      'did-not-happen',
    ]);
    expect(resolvedBy(showing([]))).toBe('did-not-happen');
  });

  it('is unknown when nothing was read afterwards', () => {
    expect(resolvedWith({ start: [SENT] })).toBe('unknown');
  });
});

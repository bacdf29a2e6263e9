import { describe, expect, it } from 'vitest';
import { resolveOutcomes } from '../../../src/verdict/timeline/resolve-outcomes.ts';
import type { PaymentEvent, PendingTransfer } from '../../../src/model/run/answer.ts';
import type { OperationRecord, Outcome } from '../../../src/model/run/operation.ts';
import type { Moment, Reading } from '../../../src/model/run/reading.ts';
import { realTiming, simulatedTiming, type TargetTiming } from '../../../src/model/run/target-timing.ts';
import { exampleScenario, smallRun } from '../../fixtures/example-runs.ts';
import { failed, pay, step, SUCCEEDED, unanswered } from '../../world/records.ts';
import { entryOf, historyOf, NETWORK, paid, pendingAt, transferOf } from '../hand-made-run.ts';
import { travelTimeOf } from '../../../src/verdict/timeline/travel-time.ts';

const UNANSWERED = pay({ amount: 5n }, unanswered(), { endedAtMs: 10 });
const SENT = entryOf('alice', 1000n, 5n);
const PENDING = transferOf(1000n, 5n, 'target');

const SANDBOX = simulatedTiming(exampleScenario().protocol);

// Twice a reveal timeout of 50 blocks and 11 more, of 15 s each.
const EXPIRED_MS = 111 * 15_000;

// One history for each node and moment; bob's is always empty.
function resolvedWith(histories: Readonly<Partial<Record<'start' | 'end' | '0', readonly PaymentEvent[]>>>) {
  const readings = Object.entries(histories).flatMap(([moment, events]): Reading[] => [
    historyOf(momentOf(moment), 'alice', events),
    historyOf(momentOf(moment), 'bob', []),
  ]);
  return resolvedBy(readings);
}

function resolvedBy(readings: readonly Reading[], timing: TargetTiming = SANDBOX): string | undefined {
  const header = { ...smallRun().header, timing };
  const [record] = resolveOutcomes({ header, start: NETWORK, records: [UNANSWERED], readings });
  return resolutionOf(record?.outcome);
}

// Bob, who is paid, shows the transfer; both histories are read and do not.
function showing(transfers: readonly PendingTransfer[], atMs = 0): readonly Reading[] {
  return [
    historyOf('end', 'alice', [], atMs),
    historyOf('end', 'bob', [], atMs),
    pendingAt('end', 'bob', transfers, atMs),
  ];
}

function startedAt(startedAtMs: number, record: OperationRecord): OperationRecord {
  const operation = { ...record.operation, id: startedAtMs };
  return { ...record, operation, startedAtMs, endedAtMs: startedAtMs + 10 };
}

function answered(record: OperationRecord, id: number): OperationRecord {
  return { ...record, outcome: paid(id, 5n) };
}

function refused(record: OperationRecord): OperationRecord {
  return { ...record, outcome: failed('unreachable', 0) };
}

function momentOf(name: string): Moment {
  return name === 'start' || name === 'end' ? name : Number(name);
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

  it('happened when a history names it with its identifier rounded to a double', () => {
    const record = pay({ amount: 5n, identifier: 2n ** 60n + 1n }, unanswered());
    const readings = [
      historyOf('end', 'alice', []),
      historyOf('end', 'bob', [entryOf('bob', 2n ** 60n, 5n)]),
    ];
    const [resolved] = resolveOutcomes({
      header: smallRun().header,
      start: NETWORK,
      records: [record],
      readings,
    });
    expect(resolutionOf(resolved?.outcome)).toBe('happened');
  });

  it('did not happen when only an earlier run left its identifier there', () => {
    expect(resolvedWith({ start: [SENT], end: [SENT] })).toBe('did-not-happen');
  });

  it('happened when it is named once more than an earlier run left it', () => {
    expect(resolvedWith({ start: [SENT], end: [SENT, SENT] })).toBe('happened');
  });

  describe('whose identifier another payment has', () => {
    const EARLIER = answered(UNANSWERED, 1);
    const LATER = startedAt(20, UNANSWERED);
    const BESIDE = startedAt(5, UNANSWERED);
    const resolutions = (
      records: readonly OperationRecord[],
      named: number,
      prediction?: readonly OperationRecord[],
    ) => {
      const events = Array.from({ length: named }, () => SENT);
      const readings = [historyOf('end', 'alice', events), historyOf('end', 'bob', [])];
      const run = { header: { ...smallRun().header, timing: SANDBOX }, start: NETWORK, records, readings };
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
      ['answered with the same secret', EARLIER, answered(BESIDE, 1)],
      ['one was answered', EARLIER, BESIDE],
      ['neither was answered', UNANSWERED, BESIDE],
    ])('is not taken for one of two that were one: %s', (_which, first, beside) => {
      expect(resolutions([first, beside, LATER], 2)[2]).toBe('happened');
      expect(resolutions([first, beside, LATER], 1)[2]).toBe('did-not-happen');
    });

    it('is the one that the prediction has made, where histories name one of two', () => {
      const [first, later] = [answered(UNANSWERED, 1), answered(LATER, 2)];
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
      const later = answered(LATER, 2);
      expect(resolutions([UNANSWERED, later], 1, [refused(UNANSWERED), later])).toEqual([
        'did-not-happen',
        'succeeded',
      ]);
    });
  });

  it('is told by its payee where its payer lists what failed among what was sent', () => {
    const light = { name: 'light', historyLists: { mediated: true, failed: 'sent' } } as const;
    const received = entryOf('bob', 1000n, 5n);
    const resolved = (ofPayee: readonly PaymentEvent[]) => {
      const header = { ...smallRun().header, timing: SANDBOX, dialects: { alice: light, bob: light } };
      const readings = [historyOf('end', 'alice', [SENT]), historyOf('end', 'bob', ofPayee)];
      const [record] = resolveOutcomes({ header, start: NETWORK, records: [UNANSWERED], readings });
      return resolutionOf(record?.outcome);
    };
    expect([resolved([]), resolved([received])]).toEqual(['did-not-happen', 'happened']);
  });

  it('is pending when any node lists it, whatever the histories say so far', () => {
    expect(resolvedBy(showing([PENDING]))).toBe('pending');
    expect(resolvedBy(showing([{ ...PENDING, paymentIdentifier: 78n }]))).toBe('did-not-happen');
    expect(resolvedBy(showing([{ ...PENDING, initiator: PENDING.target }]))).toBe('did-not-happen');
  });

  it('is not pending for longer than the locks of others lasted by their answers, and half as long again', () => {
    // Two were answered that their locks had expired after 60 and 90 s: blocks take less than a second.
    const expired = [60_000, 90_000].map((endedAtMs, at) =>
      pay({ id: at + 1, amount: 5n, identifier: 1000n }, failed('lock-expired'), {
        startedAtMs: 0,
        endedAtMs,
      }),
    );
    const at = (atMs: number, others: readonly OperationRecord[]) => {
      const header = { ...smallRun().header, timing: realTiming({ run: 1 }) };
      const records = [UNANSWERED, ...others];
      const [record] = resolveOutcomes({ header, start: NETWORK, records, readings: showing([], atMs) });
      return resolutionOf(record?.outcome);
    };
    expect(at(130_000, expired)).toBe('pending');
    expect(at(160_000, expired)).toBe('did-not-happen');
    // A single answer may be wrong.
    expect(at(160_000, expired.slice(1))).toBe('pending');
  });

  it('is pending at nodes that may be late as long as its lock has not expired, though none lists it', () => {
    const at = (atMs: number) => resolvedBy(showing([], atMs), realTiming({ run: 1 }));
    expect([at(60_000), at(EXPIRED_MS - 1), at(EXPIRED_MS)]).toEqual([
      'pending',
      'pending',
      'did-not-happen',
    ]);
    expect(resolvedBy(showing([]))).toBe('did-not-happen');
  });

  it('is not pending at such nodes where its payer lists nothing, although it had the time to take it up', () => {
    const at = (atMs: number, transfers: readonly PendingTransfer[] = []) =>
      resolvedBy([...showing([], atMs), pendingAt('end', 'alice', transfers, atMs)], realTiming({ run: 1 }));
    expect([at(9_000), at(11_000)]).toEqual(['pending', 'did-not-happen']);
    // A payer at work may have it before itself.
    expect(at(11_000, [{ ...PENDING, paymentIdentifier: 78n }])).toBe('pending');
  });

  it('is pending at a node that was made slow as long as it may not have taken it up', () => {
    const slow = step({ id: 1, kind: 'slow', node: 'alice', byMs: 60_000 });
    const at = (atMs: number) => {
      const header = { ...smallRun().header, timing: SANDBOX };
      const readings = [...showing([], atMs), pendingAt('end', 'alice', [], atMs)];
      const [record] = resolveOutcomes({ header, start: NETWORK, records: [UNANSWERED, slow], readings });
      return resolutionOf(record?.outcome);
    };
    expect([at(50_000), at(70_000)]).toEqual(['pending', 'did-not-happen']);
  });

  it('is unknown when nothing was read afterwards', () => {
    expect(resolvedWith({ start: [SENT] })).toBe('unknown');
  });
});

function deposit(endedAtMs: number) {
  return step({ kind: 'deposit', node: 'alice', partner: 'bob', totalDeposit: 5n }, SUCCEEDED, { endedAtMs });
}

describe('how long others take to hear of a change on chain', () => {
  const scenario = exampleScenario();
  const travelMs = travelTimeOf({ job: 'replay', scenario, timing: realTiming({ run: 1 }) }, []);

  it('is about as long as its answer took, since that waits for blocks, too', () => {
    expect(travelMs(deposit(50))).toBe(1_150);
  });

  it('is no longer than the longest block', () => {
    expect(travelMs(deposit(60_000))).toBe(16_000);
  });
});

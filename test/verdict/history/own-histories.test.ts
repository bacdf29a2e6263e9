import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownHistories, withOwnHistories } from '../../../src/verdict/history/own-histories.ts';
import type { PaymentEvent } from '../../../src/model/run/answer.ts';
import type { Operation, OperationRecord, Resolution } from '../../../src/model/run/operation.ts';
import type { Moment } from '../../../src/model/run/reading.ts';
import { smallRun } from '../../fixtures/example-runs.ts';
import { pay, unanswered } from '../../world/records.ts';
import { entryOf, handMadeRun, historyOf, payment } from '../hand-made-run.ts';
import { addressOf, lineNetwork } from '../../rest/simulated-line.ts';
import { impossibleTimes } from '../../../src/verdict/history/entry-times.ts';
import { Story } from '../../../src/verdict/story.ts';

const start = lineNetwork();
const tokenAddress = start.getAttribute('tokens')[0]?.tokenAddress as PaymentEvent['tokenAddress'];
const [alice, carol] = [addressOf('alice'), addressOf('carol')];
const common = { amount: 5n, logTime: '', tokenAddress };
const received: PaymentEvent = { kind: 'received', initiator: alice, identifier: 1n, ...common };
const sent: PaymentEvent = { kind: 'sent', target: carol, identifier: 1n, ...common };
const stranger: PaymentEvent = { ...sent, identifier: 10n ** 400n };
const failed: PaymentEvent = {
  kind: 'failed',
  reason: 'lock expired',
  target: carol,
  logTime: '',
  tokenAddress,
};

const operations: readonly Operation[] = [pay({ target: 'carol', amount: 5n, identifier: 1n }).operation];
const lists = { name: 'light', historyLists: { mediated: true, failed: 'sent' } } as const;

function reader(hasFailed = false, asked = operations) {
  const read = ownHistories({
    dialects: { alice: lists, bob: lists, carol: lists },
    start,
    operations: asked,
    hasFailed: () => hasFailed,
  });
  return (node: string, events: readonly PaymentEvent[], moment: Moment = 'end') => {
    const shown = read(historyOf(moment, node, events));
    return shown.value.kind === 'history' ? shown.value.events : [];
  };
}

describe("a node's own history", () => {
  it('is without what the node passed on, as often as it passed it on', () => {
    const own = reader();
    expect(own('bob', [received, stranger, sent])).toEqual([stranger]);
    expect(own('bob', [received, sent, sent])).toEqual([sent]);
  });

  it('keeps what the parties themselves must show', () => {
    const own = reader();
    expect(own('alice', [sent, sent])).toEqual([sent, sent]);
    expect(own('carol', [received])).toEqual([received]);
  });

  it('is without what an earlier run of the same scenario left', () => {
    const own = reader();
    expect(own('bob', [received, sent], 'start')).toEqual([]);
    expect(own('bob', [received, sent, received, sent])).toEqual([]);
    expect(own('bob', [received, sent, received, sent, sent])).toEqual([sent]);
  });

  it('is without what the node passed on for another run, which one list with a partner shows whole', () => {
    const past = [received, sent].map((entry): PaymentEvent => ({ ...entry, identifier: 7n }));
    const own = reader();
    expect(own('bob', [...past, stranger], 'start')).toEqual([stranger]);
    expect(own('bob', past)).toEqual([]);
    expect(own('bob', [...past, ...past])).toEqual(past);
  });

  it('is without a failed payment that stands among what was sent', () => {
    expect(reader(true)('alice', [sent, failed])).toEqual([]);
    expect(reader(false)('alice', [sent])).toEqual([sent]);
  });

  it('keeps the entry of a payment that succeeded beside one of the same identifier that failed', () => {
    const [first] = operations as readonly [Operation];
    const read = ownHistories({
      dialects: { alice: lists },
      start,
      operations: [first, { ...first, id: 1 }],
      hasFailed: (id) => id === 1,
    });
    const shown = (events: readonly PaymentEvent[]): number => {
      const own = read(historyOf('end', 'alice', events)).value;
      return own.kind === 'history' ? own.events.length : 0;
    };
    // Whether what failed is listed, too, or not.
    expect([shown([]), shown([sent]), shown([sent, sent])]).toEqual([0, 1, 1]);
    expect(shown([sent, sent, sent])).toBe(2);
  });

  it('is without a payment that was not waited for and not received, as often as it was asked for', () => {
    const [operation] = operations as readonly [Operation];
    const shown = (resolved: Resolution, events: readonly PaymentEvent[]): number => {
      const [own] = withOwnHistories({
        ...smallRun(),
        start,
        header: { ...smallRun().header, dialects: { alice: lists } },
        records: [{ ...pay(), operation, outcome: { ...unanswered('interrupted'), resolved } }],
        readings: [historyOf('end', 'alice', events)],
      }).readings;
      return own?.value.kind === 'history' ? own.value.events.length : 0;
    };
    expect([shown('did-not-happen', [sent]), shown('did-not-happen', [sent, sent])]).toEqual([0, 1]);
    expect(shown('happened', [sent])).toBe(1);
  });

  it('has its own payment where another payer names the same identifier and payee', () => {
    const two = operations.flatMap((one) => [one, { ...one, id: 1, node: 'bob' } as Operation]);
    expect(reader(false, two)('alice', [sent])).toEqual([sent]);
    expect(reader(false, two)('bob', [received, sent, sent])).toEqual([sent]);
  });

  it('of a node that lists nothing else is as it stands', () => {
    expect(reader()('dave', [received, sent, failed])).toEqual([received, sent, failed]);
  });
});

/** Payments of alice, by default a second apart, the second of which nobody waited for: it is made after all others. */
function blamedOf(writtenMs: readonly number[], everyMs = 1_000) {
  const records = writtenMs.map((_, id): OperationRecord => {
    const record = id === 1 ? payment(id, 5n, unanswered('interrupted')) : payment(id, 5n);
    return { ...record, startedAtMs: id * everyMs, endedAtMs: (id + 0.9) * everyMs };
  });
  const events = writtenMs.map((ms, id) => ({
    ...entryOf('alice', BigInt(id) + 1000n, 5n),
    logTime: new Date(Date.UTC(2026, 0, 1) + ms).toISOString().slice(0, -1),
  }));
  const readings = [
    historyOf('start', 'alice', []),
    historyOf('end', 'alice', events, writtenMs.length * everyMs),
  ];
  const prediction = handMadeRun({ records, readings });
  const run = { ...prediction, prediction };
  return impossibleTimes(run, new Story(run), new Set()).map(({ operation }) => operation);
}

describe('the times of a history in which a payment is made late that nobody waited for', () => {
  it('are right in the order in which the entries were made', () => {
    expect(blamedOf([100, 3_600, 2_100, 3_100])).toEqual([]);
    expect(blamedOf([100, 1_100, 2_100, 3_100])).toEqual([]);
  });

  it('are wrong where those of two others are swapped', () => {
    expect(blamedOf([100, 3_600, 3_100, 2_100])).toHaveLength(1);
  });

  it('are wrong where one is repeated more than two seconds later', () => {
    expect(blamedOf([100, 3_600, 3_100, 3_100, 4_100])).toEqual([]);
    expect(blamedOf([100, 3_600, 2_100, 2_100, 2_100, 2_100])).toEqual([5]);
  });

  it('are right at a node that writes whole seconds, whenever payments are made', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 0.9, noNaN: true }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 5_000 }),
        (parts, everyMs) => {
          const ownMs = parts.map((part, id) => (id === 1 ? parts.length - 0.01 : id + part) * everyMs);
          expect(
            blamedOf(
              ownMs.map((ms) => Math.floor(ms / 1_000) * 1_000),
              everyMs,
            ),
          ).toEqual([]);
        },
      ),
    );
  });
});

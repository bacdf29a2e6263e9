import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT } from '../../../src/model/network/amount.ts';
import { toJson } from '../../../src/model/json.ts';
import {
  type PaymentTrace,
  PaymentTraceBuilder,
  type TracedPayment,
} from '../../../src/model/scenario/payment-trace.ts';

function traceOf(payments: readonly TracedPayment[]): PaymentTrace {
  const builder = new PaymentTraceBuilder();
  for (const payment of payments) builder.add(payment);
  return builder.finish();
}

function all(trace: PaymentTrace): readonly TracedPayment[] {
  return Array.from({ length: trace.length }, (_, index) => trace.payment(index));
}

const PAYMENT: TracedPayment = { atMs: 0, node: 'a', target: 'b', token: 'T', amount: 1n, sequence: 0 };

describe('a payment trace', () => {
  it('counts moments from its first payment, whatever order they were added in', () => {
    const trace = traceOf([
      { ...PAYMENT, atMs: 1_700_000_000_500.25, sequence: 1 },
      { ...PAYMENT, atMs: 1_700_000_000_000, sequence: 2 },
    ]);
    expect(all(trace).map(({ atMs, sequence }) => [atMs, sequence])).toEqual([
      [0, 2],
      [500.25, 1],
    ]);
    expect(trace.lastAtMs).toBe(500.25);
  });

  it('is left out of JSON', () => {
    expect(toJson({ file: 'day.csv', payments: traceOf([PAYMENT]) })).toBe('{"file":"day.csv"}');
  });

  it('gives back exactly what was added, in order of time, then of sequence', () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const payment = fc.record({
      atMs: fc.integer({ min: 0, max: 50 }),
      node: name,
      target: name,
      token: fc.constantFrom('T', 'U'),
      amount: fc.oneof(fc.bigInt({ min: 0n, max: MAX_AMOUNT }), fc.bigInt({ min: 0n, max: 9n })),
      identifier: fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }),
    });
    fc.assert(
      fc.property(fc.array(payment, { minLength: 1, maxLength: 40 }), fc.boolean(), (drawn, isNamed) => {
        const added = drawn.map(({ identifier, ...rest }, sequence) =>
          isNamed ? { ...rest, identifier, sequence } : { ...rest, sequence },
        );
        const sorted = added.toSorted((one, other) => one.atMs - other.atMs || one.sequence - other.sequence);
        const firstMs = sorted[0]?.atMs ?? 0;
        expect(all(traceOf(added))).toEqual(sorted.map((one) => ({ ...one, atMs: one.atMs - firstMs })));
      }),
    );
  });

  it('holds more payments than fit into one block', () => {
    const count = 40_000;
    const trace = traceOf(
      Array.from({ length: count }, (_, index) => ({
        ...PAYMENT,
        atMs: count - index,
        amount: MAX_AMOUNT - BigInt(index),
        sequence: index,
      })),
    );
    expect(trace.payment(0)).toEqual({ ...PAYMENT, amount: MAX_AMOUNT - 39_999n, sequence: 39_999 });
    expect(trace.payment(count - 1)).toMatchObject({ atMs: 39_999, amount: MAX_AMOUNT });
  });
});

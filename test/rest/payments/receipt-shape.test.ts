import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AS_REQUESTED, readPaymentAnswer } from '../../../src/rest/payments/payment-answer.ts';
import { ReceiptShape } from '../../../src/rest/payments/receipt-shape.ts';
import { raiden } from '../../../src/rest/raiden/dialect.ts';
import { PAYMENT as TEN_UNITS } from './sent-payment.ts';

const PAYMENT = { ...TEN_UNITS, identifier: 12_345_678_901_234_567_890n };

const RECEIPT = {
  initiator_address: PAYMENT.initiator,
  target_address: PAYMENT.target,
  token_address: PAYMENT.token,
  amount: '10',
  identifier: '12345678901234567890',
  secret: `0x${'0f'.repeat(32)}`,
  secret_hash: `0x${'a9'.repeat(32)}`,
};

const COMPACT = JSON.stringify(RECEIPT);
const SPACED = COMPACT.replaceAll(':', ' : ').replaceAll(',', ', ');
const TURNED = JSON.stringify(Object.fromEntries(Object.entries(RECEIPT).toReversed()));
const LONGER = JSON.stringify({ event: 'é', ...RECEIPT, refunded: null });

function learned(body: string): ReceiptShape {
  const shape = new ReceiptShape(raiden.payment.receipt);
  shape.learn(body);
  return shape;
}

function matches(shape: ReceiptShape, body: string, payment = PAYMENT): boolean {
  // As in a buffer that is used again and again: around the body stands what was there before.
  const bytes = Buffer.from(`}${body}}"0`);
  return shape.matches(bytes, 1, bytes.length - 3, {
    initiator: Buffer.from(payment.initiator),
    target: Buffer.from(payment.target),
    token: Buffer.from(payment.token),
    amount: payment.amount.toString(),
    identifier: payment.identifier.toString(),
  });
}

describe('the shape of receipts', () => {
  it.each([COMPACT, SPACED, TURNED, LONGER])(
    'once learned knows every receipt that is as asked: %s',
    (body) => {
      const other = {
        ...PAYMENT,
        initiator: PAYMENT.target,
        target: PAYMENT.initiator,
        amount: 7n * 10n ** 30n,
      };
      const said = body
        .replace(PAYMENT.initiator, '<target>')
        .replace(PAYMENT.target, PAYMENT.initiator)
        .replace('<target>', PAYMENT.target)
        .replace('"10"', `"${other.amount}"`)
        .replace('0f0f', 'beef');
      expect(matches(learned(body), body)).toBe(true);
      expect(matches(learned(body), said, other)).toBe(true);
    },
  );

  it('knows nothing before it has learned', () => {
    expect(matches(new ReceiptShape(raiden.payment.receipt), COMPACT)).toBe(false);
  });

  it.each([
    ['another amount', COMPACT.replace('"10"', '"11"')],
    ['a longer amount', COMPACT.replace('"10"', '"100"')],
    ['an amount as a number', COMPACT.replace('"10"', '10')],
    ['another identifier', COMPACT.replace('67890', '67891')],
    ['another target', COMPACT.replace('591Ddc', '591Ddd')],
    ['a secret with a letter that is no digit', COMPACT.replace('0f0f', '0g0f')],
    ['a secret in capitals', COMPACT.replace('0f0f', '0F0F')],
    ['a shorter secret', COMPACT.replace('0f0f', '0f')],
    ['a field more', COMPACT.replace('}', ',"amount":"11"}')],
    ['something behind it', `${COMPACT} `],
    ['its end missing', COMPACT.slice(0, -1)],
  ])('does not know a receipt with %s', (_name, body) => {
    expect(matches(learned(COMPACT), body)).toBe(false);
  });

  it.each([
    ['twice the same field', COMPACT.replace('}', ',"amount":"10"}')],
    ['a field that only seems to be one', JSON.stringify({ ...RECEIPT, memo: '"amount":"10"' })],
    ['a field of something inside it', JSON.stringify({ ...RECEIPT, of: { amount: '10' } })],
  ])('is not learned from a receipt with %s', (_name, body) => {
    expect(matches(learned(body), body)).toBe(false);
  });

  it('knows nothing that reading in full would not take for the same', () => {
    const character = fc.constantFrom('"', '{', '}', ':', ',', '\\', '0', 'a', ' ');
    const change = fc.record({
      at: fc.nat(COMPACT.length),
      drop: fc.nat(2),
      put: fc.string({ unit: character }),
    });
    fc.assert(
      fc.property(fc.constantFrom(COMPACT, SPACED, TURNED, LONGER), change, (body, { at, drop, put }) => {
        const changed = body.slice(0, at) + put + body.slice(at + drop);
        if (!matches(learned(body), changed)) return;
        expect(readPaymentAnswer({ status: 200, body: changed }, PAYMENT, raiden)).toBe(AS_REQUESTED);
      }),
    );
  });
});

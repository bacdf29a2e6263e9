import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { PaymentToSend, SentPaymentAnswer } from '../../../src/ports/node-dialect.ts';
import { AS_REQUESTED, readPaymentAnswer } from '../../../src/rest/payments/payment-answer.ts';
import { raiden } from '../../../src/rest/raiden/dialect.ts';
import { createPaymentSenders } from '../../../src/rest/payments/payment-sender.ts';
import { RealClock } from '../../../src/runtime/real-clock.ts';
import { listening, portOf } from '../serve/listening.ts';
import { ReceiptShape } from '../../../src/rest/payments/receipt-shape.ts';
import { inBytes } from '../wire-values.ts';

const PAYMENT: PaymentToSend = {
  initiator: '0x4Ad3Cd5dD24994516Ab07Cb084b1A257faF45141',
  target: '0x1BbaD295bEb8977F22b485c3a541c663c7591Ddc',
  token: '0xC352A7F11e8476Ad4e9e3744470556D867a7b1fa',
  amount: 10n,
  identifier: 7n,
};

const read = (status: number, body: string) => readPaymentAnswer({ status, body }, PAYMENT, raiden);

describe('readPaymentAnswer', () => {
  it.each([
    [400, '{"errors": "Amount is not a number"}'],
    [409, '{"errors": "No route"}'],
    [501, '{"errors": "Not here"}'],
    [503, 'not ready'],
  ])('takes %i for a refusal: nothing was paid', (status, body) => {
    expect(read(status, body)).toMatchObject({ kind: 'refused', status });
  });

  it.each([502, 504])('leaves open what became of a payment whose gateway gave up with %i', (status) => {
    expect(read(status, '<html><body><h1>Bad Gateway</h1></body></html>')).toEqual({
      kind: 'indeterminate',
      cause: 'gateway',
      detail: `status ${status} of a gateway: Bad Gateway`,
    });
  });

  it.each([302, 304, 500, 520])('leaves open what became of a payment answered with %i', (status) => {
    expect(read(status, '')).toMatchObject({ kind: 'indeterminate', cause: 'unreadable-answer' });
  });
});

const HEADERS = { Authorization: 'Bearer tok-123456789' };

it('strikes credentials out of what answers a payment of a load', async () => {
  const server = await listening(0);
  server?.on('request', ({ headers }, response) => {
    response.writeHead(409).end(JSON.stringify({ errors: `no such key: ${headers.authorization}` }));
  });
  const baseUrl = `http://127.0.0.1:${portOf(server)}`;
  const senders = createPaymentSenders({ alice: { baseUrl, headers: HEADERS } }, new RealClock(), 30_000);
  const answer = await new Promise<SentPaymentAnswer>((resolve) => {
    senders.of('alice')?.send(PAYMENT, resolve);
  });
  senders.close();
  server?.close();
  expect(answer).toMatchObject({ kind: 'refused', errors: 'no such key: ***' });
});

const LARGE = { ...PAYMENT, identifier: 12_345_678_901_234_567_890n };

const RECEIPT = {
  initiator_address: LARGE.initiator,
  target_address: LARGE.target,
  token_address: LARGE.token,
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

function matches(shape: ReceiptShape, body: string, payment = LARGE): boolean {
  // As in a buffer that is used again and again: around the body stands what was there before.
  const bytes = Buffer.from(`}${body}}"0`);
  return shape.matches(bytes, 1, bytes.length - 3, inBytes(payment));
}

describe('the shape of receipts', () => {
  it.each([COMPACT, SPACED, TURNED, LONGER])(
    'once learned knows every receipt that is as asked: %s',
    (body) => {
      const other = {
        ...LARGE,
        initiator: LARGE.target,
        target: LARGE.initiator,
        amount: 7n * 10n ** 30n,
      };
      const said = body
        .replace(LARGE.initiator, '<target>')
        .replace(LARGE.target, LARGE.initiator)
        .replace('<target>', LARGE.target)
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
        expect(readPaymentAnswer({ status: 200, body: changed }, LARGE, raiden)).toBe(AS_REQUESTED);
      }),
    );
  });
});

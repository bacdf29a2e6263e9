import { describe, expect, it } from 'vitest';
import { readPaymentAnswer } from '../../../src/rest/payments/payment-answer.ts';
import { raiden } from '../../../src/rest/raiden/dialect.ts';
import { PAYMENT } from './sent-payment.ts';

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

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import type { SentPaymentAnswer } from '../../../src/ports/node-dialect.ts';
import { createPaymentSenders } from '../../../src/rest/payments/payment-sender.ts';
import { RealClock } from '../../../src/runtime/real-clock.ts';
import { PAYMENT } from './sent-payment.ts';

const HEADERS = { Authorization: 'Bearer tok-123456789' };

it('strikes credentials out of what answers a payment of a load', async () => {
  const server = createServer(({ headers }, response) => {
    response.writeHead(409).end(JSON.stringify({ errors: `no such key: ${headers.authorization}` }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const senders = createPaymentSenders({ alice: { baseUrl, headers: HEADERS } }, new RealClock(), 30_000);
  const answer = await new Promise<SentPaymentAnswer>((resolve) => {
    senders.of('alice')?.send(PAYMENT, resolve);
  });
  senders.close();
  server.close();
  expect(answer).toMatchObject({ kind: 'refused', errors: 'no such key: ***' });
});

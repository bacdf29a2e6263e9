import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import type { PaymentToSend, SentPaymentAnswer } from '../../../src/ports/node-dialect.ts';
import { createPaymentSenders } from '../../../src/rest/payments/payment-sender.ts';
import { RealClock } from '../../../src/runtime/real-clock.ts';

const HEADERS = { Authorization: 'Bearer tok-123456789' };
const PAYMENT: PaymentToSend = {
  initiator: '0x4Ad3Cd5dD24994516Ab07Cb084b1A257faF45141',
  target: '0x1BbaD295bEb8977F22b485c3a541c663c7591Ddc',
  token: '0xC352A7F11e8476Ad4e9e3744470556D867a7b1fa',
  amount: 10n,
  identifier: 7n,
};

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

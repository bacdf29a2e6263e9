import * as fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import { type Address, addressFrom } from '../../src/model/network/address.ts';
import { MAX_AMOUNT } from '../../src/model/network/amount.ts';
import { CHANNEL_STATES } from '../../src/model/network/network.ts';
import type { ChannelView, PaymentReceipt, PendingTransfer } from '../../src/model/run/answer.ts';
import type { PaymentToSend } from '../../src/ports/node-dialect.ts';
import { readJson, writeJson } from '../../src/runtime/read-json.ts';

export const address: fc.Arbitrary<Address> = fc.string().map(addressFrom);
export const amount = fc.bigInt({ min: 0n, max: MAX_AMOUNT });
export const anyInteger = fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n });
export const bytes32 = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
export const count = fc.nat();
export const channel: fc.Arbitrary<ChannelView> = fc.record({
  channelIdentifier: amount,
  tokenAddress: address,
  tokenNetworkAddress: address,
  partnerAddress: address,
  balance: amount,
  totalDeposit: amount,
  totalWithdraw: amount,
  state: fc.constantFrom(...CHANNEL_STATES),
  settleTimeout: amount,
  revealTimeout: amount,
});
export const receipt: fc.Arbitrary<PaymentReceipt> = fc.record({
  initiatorAddress: address,
  targetAddress: address,
  tokenAddress: address,
  amount,
  identifier: amount,
  secret: bytes32,
  secretHash: bytes32,
});
export const pending: fc.Arbitrary<PendingTransfer> = fc.record({
  paymentIdentifier: amount,
  tokenAddress: address,
  tokenNetworkAddress: address,
  channelIdentifier: amount,
  initiator: address,
  target: address,
  transferredAmount: amount,
  lockedAmount: amount,
  role: fc.constantFrom('initiator', 'mediator', 'target'),
});

/** The words of a payment as a receipt is compared with them. */
export const inBytes = (payment: PaymentToSend) => ({
  initiator: Buffer.from(payment.initiator),
  target: Buffer.from(payment.target),
  token: Buffer.from(payment.token),
  amount: payment.amount.toString(),
  identifier: payment.identifier.toString(),
});

/** Through JSON text, as over HTTP: what arrives must be what was sent. */
export function survives<T>(wire: z.ZodType<T> | undefined, value: fc.Arbitrary<T>): void {
  if (wire === undefined) throw new Error('nothing to send it by');
  const property = fc.property(value, (sent) => {
    expect(z.decode(wire, readJson(writeJson(z.encode(wire, sent))))).toEqual(sent);
  });
  fc.assert(property, { numRuns: 60 });
}

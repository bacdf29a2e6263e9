import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Connection, NodeStatus, PaymentEvent, PaymentReceipt } from '../../src/model/run/answer.ts';
import type { PaymentToSend } from '../../src/ports/node-dialect.ts';
import { AS_REQUESTED, readPaymentAnswer } from '../../src/rest/payments/payment-answer.ts';
import { ReceiptShape } from '../../src/rest/payments/receipt-shape.ts';
import { readJson, writeJson } from '../../src/runtime/read-json.ts';
import type { RestDialect } from '../../src/rest/rest-dialect.ts';
import {
  address,
  amount,
  anyInteger,
  bytes32,
  channel,
  count,
  inBytes,
  pending,
  receipt,
  survives,
} from '../rest/wire-values.ts';

const connections: fc.Arbitrary<readonly Connection[]> = fc.uniqueArray(
  fc.record({ tokenAddress: address, sumDeposits: amount, channels: count }),
  { selector: ({ tokenAddress }) => tokenAddress },
);
const status: fc.Arbitrary<NodeStatus> = fc.oneof(
  fc.constant({ status: 'ready' as const }),
  fc.constant({ status: 'unavailable' as const }),
  fc.record({ status: fc.constant('syncing' as const), blocksToSync: count }),
);

function entry({ historyLists }: RestDialect): fc.Arbitrary<PaymentEvent> {
  const always = { logTime: fc.string(), tokenAddress: address };
  const paid = { amount, identifier: amount, ...always };
  const entries = [
    fc.record({ kind: fc.constant('sent' as const), target: address, ...paid }),
    fc.record({ kind: fc.constant('received' as const), initiator: address, ...paid }),
    fc.record({ kind: fc.constant('failed' as const), reason: fc.string(), target: address, ...always }),
  ];
  // What failed and stands among what was sent cannot be told from it.
  return fc.oneof(...(historyLists.failed === 'failed' ? entries : entries.slice(0, 2)));
}

/** Whatever nodes say and are asked survives the JSON of a dialect, and its receipts are known by their bytes. */
export function describeWire(dialect: RestDialect): void {
  const { name, endpoints } = dialect;

  describe(`${name}: what is sent arrives`, () => {
    it('an address', () => survives(endpoints.address.answer, address));
    it('a version', () => survives(endpoints.version.answer, fc.string()));
    it('a status', () => survives(endpoints.status.answer, status));
    it('tokens', () => survives(endpoints.tokens.answer, fc.array(address)));
    it('a token network', () => survives(endpoints.tokenNetwork.answer, address));
    it('channels', () => {
      survives(endpoints.channel.answer, channel);
      survives(endpoints.channels.answer, fc.array(channel));
      survives(endpoints.channelsOfToken.answer, fc.array(channel));
      survives(endpoints.openChannel.answer, channel);
      survives(endpoints.updateChannel.answer, fc.option(channel));
    });
    it('how many channels were left', () => {
      const { answer } = endpoints.leave;
      const property = fc.property(fc.array(fc.option(channel)), (left) => {
        expect(z.decode(answer, readJson(writeJson(z.encode(answer, left))))).toHaveLength(left.length);
      });
      fc.assert(property);
    });
    it('connections', () => survives(endpoints.connections.answer, connections));
    it('a receipt', () => survives(endpoints.pay.answer, receipt));
    it('a history', () => {
      for (const each of [endpoints.payments, endpoints.paymentsOfToken, endpoints.paymentsWithPartner])
        survives(each.answer, fc.array(entry(dialect)));
    });
    it('pending transfers', () => {
      const { pendingTransfers, pendingTransfersOfToken, pendingTransfersInChannel } = endpoints;
      for (const each of [pendingTransfers, pendingTransfersOfToken, pendingTransfersInChannel])
        survives(each.answer, fc.array(pending));
    });
    const { settings } = endpoints;
    if (settings !== undefined)
      it('settings', () =>
        survives(settings.answer, fc.record({ pathFindingServiceAddress: fc.option(fc.string()) })));
  });

  describe(`${name}: what is asked arrives, however wrong`, () => {
    const timeouts = { settleTimeout: anyInteger, revealTimeout: anyInteger };
    const optional = { requiredKeys: [] };
    it('an open', () =>
      survives(
        endpoints.openChannel.body,
        fc.record(
          { token: address, partner: address, totalDeposit: anyInteger, ...timeouts },
          { requiredKeys: ['token', 'partner'] },
        ),
      ));
    it('an update', () =>
      survives(
        endpoints.updateChannel.body,
        fc.record(
          {
            totalDeposit: anyInteger,
            totalWithdraw: anyInteger,
            revealTimeout: anyInteger,
            state: fc.constantFrom('closed', 'opened', 'settled'),
          },
          optional,
        ),
      ));
    it('a payment', () =>
      survives(
        endpoints.pay.body,
        fc.record(
          {
            amount: anyInteger,
            identifier: anyInteger,
            secret: bytes32,
            secretHash: bytes32,
            lockTimeout: anyInteger,
          },
          { requiredKeys: ['amount'] },
        ),
      ));
    it('a page', () =>
      survives(endpoints.payments.query, fc.record({ limit: fc.integer(), offset: fc.integer() }, optional)));
  });

  describe(`${name}: a receipt`, () => {
    it('that says what was asked for is known, first in full and then by its bytes', () => {
      const wire = endpoints.pay.answer;
      const written = (of: PaymentReceipt): string => writeJson(z.encode(wire, of));
      fc.assert(
        fc.property(fc.array(receipt, { minLength: 2, maxLength: 4 }), ([first, ...others]) => {
          const shape = new ReceiptShape(dialect.payment.receipt);
          shape.learn(written(first as PaymentReceipt));
          for (const other of others) {
            const body = written(other);
            const payment = paymentOf(other);
            expect(readPaymentAnswer({ status: 200, body }, payment, dialect)).toBe(AS_REQUESTED);
            expect(isKnown(shape, body, payment)).toBe(true);
            expect(isKnown(shape, body, { ...payment, amount: payment.amount + 1n })).toBe(false);
            const another = { ...payment, identifier: payment.identifier + 1n };
            expect(readPaymentAnswer({ status: 200, body }, another, dialect)).toMatchObject({
              value: other,
            });
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}

function paymentOf(of: PaymentReceipt): PaymentToSend {
  const {
    initiatorAddress: initiator,
    targetAddress: target,
    tokenAddress: token,
    amount: value,
    identifier,
  } = of;
  return { initiator, target, token, amount: value, identifier };
}

function isKnown(shape: ReceiptShape, body: string, payment: PaymentToSend): boolean {
  const bytes = Buffer.from(body);
  return shape.matches(bytes, 0, bytes.length, inBytes(payment));
}

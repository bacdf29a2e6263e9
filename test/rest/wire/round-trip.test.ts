import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Address, addressFrom } from '../../../src/model/network/address.ts';
import { MAX_AMOUNT } from '../../../src/model/network/amount.ts';
import type {
  ChannelView,
  Connection,
  NodeStatus,
  PaymentEvent,
  PaymentReceipt,
  PendingTransfer,
  SuggestedPartner,
  SuggestedPath,
} from '../../../src/model/run/answer.ts';
import { readJson, writeJson } from '../../../src/rest/read-json.ts';
import { wireChannel, wireLeftChannels } from '../../../src/rest/raiden/channel.ts';
import { wireOpenChannel, wireUpdateChannel } from '../../../src/rest/raiden/channel-request.ts';
import { wireConnections } from '../../../src/rest/raiden/connection.ts';
import { wireSettings, wireStatus } from '../../../src/rest/raiden/node-information.ts';
import { wirePage } from '../../../src/rest/raiden/page.ts';
import {
  wirePathFindingInfo,
  wirePaths,
  wirePathsRequest,
  wireSuggestedPartners,
} from '../../../src/rest/path-finding/path-finding-wire.ts';
import { wirePaymentEvents } from '../../../src/rest/raiden/payment-event.ts';
import { wirePaymentReceipt } from '../../../src/rest/raiden/payment-receipt.ts';
import { wirePaymentRequest } from '../../../src/rest/raiden/payment-request.ts';
import { wirePendingTransfer } from '../../../src/rest/raiden/pending-transfer.ts';

const address: fc.Arbitrary<Address> = fc.string().map(addressFrom);
const amount = fc.bigInt({ min: 0n, max: MAX_AMOUNT });
const anyInteger = fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n });
const bytes32 = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const count = fc.nat();
const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

const channel: fc.Arbitrary<ChannelView> = fc.record({
  channelIdentifier: amount,
  tokenAddress: address,
  tokenNetworkAddress: address,
  partnerAddress: address,
  balance: amount,
  totalDeposit: amount,
  totalWithdraw: amount,
  state: fc.constantFrom(
    'opened',
    'waiting_for_close',
    'closed',
    'waiting_for_settle',
    'settled',
    'channel_unusable',
  ),
  settleTimeout: amount,
  revealTimeout: amount,
});
const connections: fc.Arbitrary<readonly Connection[]> = fc.uniqueArray(
  fc.record({ tokenAddress: address, sumDeposits: amount, channels: count }),
  { selector: ({ tokenAddress }) => tokenAddress },
);
const receipt: fc.Arbitrary<PaymentReceipt> = fc.record({
  initiatorAddress: address,
  targetAddress: address,
  tokenAddress: address,
  amount,
  identifier: amount,
  secret: bytes32,
  secretHash: bytes32,
});
const ofEvery = { logTime: fc.string(), tokenAddress: address };
const event: fc.Arbitrary<PaymentEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('sent' as const),
    amount,
    target: address,
    identifier: amount,
    ...ofEvery,
  }),
  fc.record({
    kind: fc.constant('received' as const),
    amount,
    initiator: address,
    identifier: amount,
    ...ofEvery,
  }),
  fc.record({
    kind: fc.constant('failed' as const),
    reason: fc.string(),
    target: address,
    ...ofEvery,
  }),
);
const pending: fc.Arbitrary<PendingTransfer> = fc.record({
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
const status: fc.Arbitrary<NodeStatus> = fc.oneof(
  fc.constant({ status: 'ready' as const }),
  fc.constant({ status: 'unavailable' as const }),
  fc.record({ status: fc.constant('syncing' as const), blocksToSync: count }),
);
const partner: fc.Arbitrary<SuggestedPartner> = fc.record({
  address,
  score: double,
  centrality: double,
  uptime: double,
  capacity: amount,
});
const path: fc.Arbitrary<SuggestedPath> = fc.record({ path: fc.array(address), estimatedFee: anyInteger });
const optional = { requiredKeys: [] };

// Through JSON text, as over HTTP: what arrives must be what was sent.
function survives<T>(wire: z.ZodType<T>, value: fc.Arbitrary<T>): void {
  fc.assert(
    fc.property(value, (sent) => {
      expect(z.decode(wire, readJson(writeJson(z.encode(wire, sent))))).toEqual(sent);
    }),
    { numRuns: 60 },
  );
}

describe('what is sent arrives', () => {
  it('a channel', () => survives(wireChannel, channel));
  it('what leaving leaves', () => survives(wireLeftChannels, fc.array(fc.option(channel))));
  it('connections', () => survives(wireConnections, connections));
  it('a receipt', () => survives(wirePaymentReceipt, receipt));
  it('a history', () => survives(wirePaymentEvents, fc.array(event)));
  it('a pending transfer', () => survives(wirePendingTransfer, pending));
  it('a status', () => survives(wireStatus, status));
  it('settings', () =>
    survives(wireSettings, fc.record({ pathFindingServiceAddress: fc.option(fc.string()) })));
  it('suggested partners', () => survives(wireSuggestedPartners, fc.array(partner)));
  it('paths', () => survives(wirePaths, fc.array(path)));
  it('what the path-finding service is', () =>
    survives(
      wirePathFindingInfo,
      fc.record({ version: fc.string(), confirmedBlock: count, message: fc.string() }),
    ));
});

describe('what is asked arrives, however wrong', () => {
  const timeouts = { settleTimeout: anyInteger, revealTimeout: anyInteger };
  it('an open', () =>
    survives(
      wireOpenChannel,
      fc.record(
        { token: address, partner: address, totalDeposit: anyInteger, ...timeouts },
        { requiredKeys: ['token', 'partner'] },
      ),
    ));
  it('an update', () =>
    survives(
      wireUpdateChannel,
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
      wirePaymentRequest,
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
  it('a page', () => survives(wirePage, fc.record({ limit: fc.integer(), offset: fc.integer() }, optional)));
  it('a path request', () =>
    survives(
      wirePathsRequest,
      fc.record(
        { from: address, to: address, value: anyInteger, maxPaths: count },
        { requiredKeys: ['from', 'to', 'value'] },
      ),
    ));
});

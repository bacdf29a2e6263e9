import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../src/rest/connect/read-answer.ts';
import { lightEndpoints } from '../../../src/rest/raiden-light/endpoints.ts';
import { lightReason } from '../../../src/rest/raiden-light/dialect.ts';
import { raidenEndpoints } from '../../../src/rest/raiden/endpoints.ts';

const ADDRESS = '0x42D449aaf65BdeE5068894233d9F02776BE98EcE';
const RECEIPT = {
  event: 'EventPaymentSentSuccess',
  initiator: ADDRESS,
  target: ADDRESS,
  token_address: ADDRESS,
  amount: '7',
  identifier: '8',
  secret: `0x${'00'.repeat(32)}`,
  secret_hash: `0x${'11'.repeat(32)}`,
  log_time: '2026-11-21T01:54:51.051',
};
const PENDING = {
  payment_identifier: '1',
  token_address: ADDRESS,
  token_network_address: ADDRESS,
  channel_identifier: '2',
  initiator: ADDRESS,
  target: ADDRESS,
  transferred_amount: '3',
  locked_amount: '4',
  role: 'target,',
};

const ok = (body: unknown) => ({ status: 200, text: JSON.stringify(body) });

describe("the light client's answers", () => {
  it('name the parties of a payment without their addresses', () => {
    expect(readAnswer(ok(RECEIPT), lightEndpoints.pay)).toMatchObject({
      kind: 'ok',
      value: { initiatorAddress: ADDRESS, targetAddress: ADDRESS, amount: 7n },
    });
    expect(readAnswer(ok(RECEIPT), raidenEndpoints.pay)).toMatchObject({ cause: 'unreadable-answer' });
  });

  it('have a comma in the role of a target', () => {
    expect(readAnswer(ok([PENDING]), lightEndpoints.pendingTransfers)).toMatchObject({
      value: [{ role: 'target' }],
    });
    expect(readAnswer(ok([PENDING]), raidenEndpoints.pendingTransfers)).toMatchObject({
      cause: 'unreadable-answer',
    });
  });

  it('list the partners whose channels were left', () => {
    expect(readAnswer(ok([ADDRESS]), lightEndpoints.leave)).toMatchObject({ value: [ADDRESS] });
  });
});

describe('why a light client refused', () => {
  // As live light clients 3.1.1 said it.
  it.each([
    [409, 'No route between nodes found.', 'no-route'],
    [409, 'There is no user found online for given address.', 'target-offline'],
    [409, 'Transfer expired.', 'lock-expired'],
    [500, 'Unknown Tokennetwork', 'unknown-token'],
    [400, 'Invalid amount parameter.', 'invalid-amount'],
    [402, 'Insufficient balance.', 'insufficient-funds'],
    [409, 'Invalid channel state.', 'channel-not-open'],
    [404, `The given address '0x12' is not valid eip55-encoded Ethereum address`, 'unknown-address'],
    [500, 'expiration too soon', 'invalid-timeout'],
    [500, 'Boom', 'server-error'],
  ])('%d "%s" is %s', (status, errors, reason) => {
    expect(lightReason({ status, errors })).toBe(reason);
  });
});

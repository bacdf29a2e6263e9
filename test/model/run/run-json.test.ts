import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJson } from '../../../src/model/json.ts';
import type { PaymentEvent } from '../../../src/model/run/answer.ts';
import type { Operation, OperationKind, OperationRecord, Outcome } from '../../../src/model/run/operation.ts';
import type { Reading, ViewValue } from '../../../src/model/run/reading.ts';
import {
  parseOperation,
  readingFromLine,
  readingLine,
  recordFromLine,
  recordLine,
} from '../../../src/model/run/run-json.ts';
import type { Trace } from '../../../src/model/run/trace.ts';
import { address, amount, channel, pending, receipt } from '../../rest/wire-values.ts';

const identifier = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });
// Names may be digits.
const name = fc.oneof(fc.string(), fc.nat().map(String));
const atMs = fc.nat();
const pair = { node: name, partner: name, token: name };

const REQUESTS: { readonly [Kind in OperationKind]: fc.Arbitrary<object> } = {
  pay: fc.record({ node: name, target: name, token: name, amount, identifier }),
  open: fc.record({ ...pair, totalDeposit: amount, settleTimeout: fc.nat(), revealTimeout: fc.nat() }),
  deposit: fc.record({ ...pair, totalDeposit: amount }),
  withdraw: fc.record({ ...pair, totalWithdraw: amount }),
  set: fc.record({ ...pair, revealTimeout: fc.nat() }),
  close: fc.record(pair),
  expect: fc.record({
    ...pair,
    balance: amount,
    totalDeposit: amount,
    totalWithdraw: amount,
    state: fc.constant('absent'),
    withinMs: fc.nat(),
  }),
  remember: fc.record({ ...pair, as: name }),
  observe: fc.record({
    observation: fc.oneof(
      fc.record({ of: fc.constant('charge'), node: name, isCharged: fc.boolean(), amount }),
      fc.record({
        of: fc.constant('channels'),
        node: name,
        token: name,
        balances: fc.array(amount),
        balanceSum: amount,
      }),
      fc.record({
        of: fc.constant('payments'),
        node: name,
        token: name,
        amounts: fc.array(amount),
        amountSum: amount,
      }),
    ),
    withinMs: fc.nat(),
  }),
  leave: fc.record({ node: name, token: name }),
  stop: fc.record({ node: name }),
  start: fc.record({
    node: name,
    settings: fc.record({
      fees: fc.record({ flat: amount, proportionalPpm: fc.nat(), imbalancePpm: fc.nat() }),
      revealTimeout: fc.nat(),
    }),
  }),
  slow: fc.record({ node: name, byMs: fc.nat() }),
  wait: fc.record({ ms: fc.nat() }),
};

const operation: fc.Arbitrary<Operation> = fc.oneof(
  ...Object.entries(REQUESTS).map(([kind, request]) =>
    fc
      .tuple(fc.record({ id: fc.nat(), atMs, origin: name }), request)
      .map(([base, asked]) => ({ ...base, kind, ...asked }) as Operation),
  ),
);

const OUTCOMES: { readonly [Kind in Outcome['kind']]: fc.Arbitrary<Extract<Outcome, { kind: Kind }>> } = {
  succeeded: fc.record(
    {
      kind: fc.constant('succeeded' as const),
      status: fc.nat(),
      receipt,
      channels: fc.array(fc.option(channel)),
    },
    { requiredKeys: ['kind', 'status'] },
  ),
  failed: fc.record({
    kind: fc.constant('failed' as const),
    status: fc.nat(),
    reason: fc.constant('no-route' as const),
    message: name,
  }),
  indeterminate: fc.record({
    kind: fc.constant('indeterminate' as const),
    cause: fc.constant('deadline' as const),
    detail: name,
  }),
};

const trace: fc.Arbitrary<Trace> = fc.record({
  path: fc.array(name),
  hops: fc.array(fc.record({ channel: name, payer: name, payee: name, amount, settled: fc.boolean() })),
  fee: amount,
  sent: amount,
  received: amount,
});

const record: fc.Arbitrary<OperationRecord> = fc.record(
  {
    operation,
    intendedAtMs: atMs,
    startedAtMs: atMs,
    endedAtMs: atMs,
    outcome: fc.oneof(...Object.values(OUTCOMES)),
    foreseen: fc.constant('must-fail' as const),
    trace,
  },
  { requiredKeys: ['operation', 'startedAtMs', 'endedAtMs', 'outcome'] },
);

// Their kinds differ in names only; what they are called is nothing to this reader.
const event = fc.record(
  {
    amount,
    identifier,
    initiator: address,
    target: address,
    reason: name,
    logTime: name,
    tokenAddress: address,
  },
  { requiredKeys: ['logTime', 'tokenAddress'] },
) as unknown as fc.Arbitrary<PaymentEvent>;

const SHOWN: { readonly [Kind in ViewValue['kind']]: fc.Arbitrary<Extract<ViewValue, { kind: Kind }>> } = {
  channels: fc.record({ kind: fc.constant('channels' as const), channels: fc.array(channel) }),
  channel: fc.record({ kind: fc.constant('channel' as const), channel: fc.option(channel) }),
  history: fc.record({
    kind: fc.constant('history' as const),
    events: fc.array(event),
  }),
  connections: fc.record({
    kind: fc.constant('connections' as const),
    connections: fc.array(fc.record({ tokenAddress: address, sumDeposits: amount, channels: fc.nat() })),
  }),
  pending: fc.record({
    kind: fc.constant('pending' as const),
    transfers: fc.array(pending),
  }),
  unread: fc.record({ kind: fc.constant('unread' as const), detail: name }),
};

const reading: fc.Arbitrary<Reading> = fc.record({
  moment: fc.nat(),
  node: name,
  view: fc.record({ kind: fc.constant('channel' as const), token: name, partner: name }),
  value: fc.oneof(...Object.values(SHOWN)),
  attempt: fc.nat(),
  atMs,
});

describe('what a run folder holds is read back as it was', () => {
  it('an operation of every kind', () => {
    const property = fc.property(operation, (one) => {
      expect(parseOperation(toJson(one))).toEqual(one);
    });
    fc.assert(property);
  });

  it('a record of every kind of operation and outcome', () => {
    const property = fc.property(record, (one) => {
      expect(recordFromLine(recordLine(one))).toEqual(one);
    });
    fc.assert(property);
  });

  it('a reading of every kind', () => {
    const property = fc.property(reading, (one) => {
      expect(readingFromLine(readingLine(one))).toEqual(one);
    });
    fc.assert(property);
  });
});

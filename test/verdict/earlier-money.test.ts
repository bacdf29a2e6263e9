import { describe, expect, it } from 'vitest';
import { checkLoad } from '../../src/verdict/load-checks.ts';
import { directoryOf } from '../../src/model/network/directory.ts';
import { tokenNetwork } from '../../src/model/network/network.ts';
import type { PaymentEvent } from '../../src/model/run/answer.ts';
import type { OperationRecord } from '../../src/model/run/operation.ts';
import type { Moment, Reading } from '../../src/model/run/reading.ts';
import { loadRun } from '../fixtures/load-runs.ts';
import { handMadeRun, historyOf, list, NETWORK, paid, payment, reading } from './hand-made-run.ts';

const directory = directoryOf(NETWORK);
const EARLIER = 77n;
const COMMON = {
  logTime: '2026-01-01T00:00:00.000',
  tokenAddress: directory.tokenAddressOf('DAI'),
};

/** Alice has sent bob 40 before the run, and it has not arrived yet. */
function pendingAt(moment: Moment): Reading {
  const transfer = {
    paymentIdentifier: EARLIER,
    tokenAddress: directory.tokenAddressOf('DAI'),
    tokenNetworkAddress: tokenNetwork(NETWORK, 'DAI').tokenNetworkAddress,
    channelIdentifier: 1n,
    initiator: directory.addressOf('alice'),
    target: directory.addressOf('bob'),
    transferredAmount: 0n,
    lockedAmount: 40n,
    role: 'initiator',
  } as const;
  const value = { kind: 'pending', transfers: [transfer] } as const;
  return reading({ moment, node: 'alice', view: { kind: 'pending' }, value });
}

function backwards(id: number, amount: bigint): OperationRecord {
  const record = payment(id, amount, paid(id, amount));
  const { operation } = record;
  if (operation.kind !== 'pay') return record;
  return { ...record, operation: { ...operation, node: 'bob', target: 'alice' } };
}

describe('a load beside a payment from earlier that arrives while it runs', () => {
  // Alice shows 60 while it holds 40; bob has 140 when it has arrived, and pays 120 of them.
  const start = NETWORK.copy();
  start.setEdgeAttribute('DAI:1', 'balance', [60n, 100n]);
  const run = handMadeRun({
    start,
    records: [backwards(0, 60n), backwards(1, 60n)],
    readings: [
      list('start', 'alice', 60n),
      list('start', 'bob', 100n),
      historyOf('start', 'alice', []),
      historyOf('start', 'bob', []),
      pendingAt('start'),
      list('end', 'alice', 180n),
      list('end', 'bob', 20n),
      historyOf('end', 'alice', [
        sent('alice', EARLIER, 40n),
        ...[1000n, 1001n].map((id) => received('alice', id, 60n)),
      ]),
      historyOf('end', 'bob', [
        received('bob', EARLIER, 40n),
        ...[1000n, 1001n].map((id) => sent('bob', id, 60n)),
      ]),
    ],
    load: { ...loadRun().load, kept: { kind: 'all', of: 2 } },
  });
  const judged = checkLoad(run);

  it.each(['sums', 'linearizable', 'history'])('is no finding of %s', (name) => {
    const own = judged.find(({ check }) => check.name === name);
    expect(own?.findings).toEqual([]);
    expect(own?.check.verdict).toBe('holds');
  });

  it('still is what nothing explains', () => {
    const more = { ...run, records: [...run.records, backwards(2, 60n)] };
    const own = checkLoad(more).find(({ check }) => check.name === 'linearizable');
    expect(own?.check.verdict).toBe('violated');
  });
});

function sent(node: 'alice' | 'bob', identifier: bigint, amount: bigint): PaymentEvent {
  const target = directory.addressOf(node === 'alice' ? 'bob' : 'alice');
  return { ...COMMON, kind: 'sent', target, identifier, amount };
}

function received(node: 'alice' | 'bob', identifier: bigint, amount: bigint): PaymentEvent {
  const initiator = directory.addressOf(node === 'alice' ? 'bob' : 'alice');
  return { ...COMMON, kind: 'received', initiator, identifier, amount };
}

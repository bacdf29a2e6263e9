import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../src/verdict/compare-runs.ts';
import { addressFrom } from '../../src/model/network/address.ts';
import type { PaymentEvent } from '../../src/model/run/answer.ts';
import type { Finding } from '../../src/model/run/finding.ts';
import type { Moment } from '../../src/model/run/reading.ts';
import type { Outcome } from '../../src/model/run/operation.ts';
import type { Run } from '../../src/model/run/run.ts';
import { failed, pay, step, unanswered } from '../world/records.ts';
import {
  channelOf,
  entryOf,
  handMadeRun,
  historyOf,
  list,
  paid,
  payment,
  reading,
  REFUSED,
} from './hand-made-run.ts';

function balancesAfter(moment: Moment, alice: bigint): Run['readings'] {
  return [list(moment, 'alice', alice), list(moment, 'bob', 200n - alice)];
}

const predicted = handMadeRun({
  records: [payment(0, 10n), payment(1, 20n)],
  readings: [
    ...balancesAfter('start', 100n),
    ...balancesAfter(0, 90n),
    ...balancesAfter(1, 70n),
    ...balancesAfter('end', 70n),
  ],
});

function differences(observed: Run): readonly Finding[] {
  const { operations, general } = compareRuns({ observed, predicted });
  return [...operations.flatMap(({ findings }) => findings), ...general].filter(
    ({ severity }) => severity === 'difference',
  );
}

describe('two runs of one plan', () => {
  it('agree when all is the same', () => {
    const comparison = compareRuns({ observed: predicted, predicted });
    expect(comparison.differences).toBe(0);
    expect(comparison.counts).toEqual({
      agrees: 2,
      differs: 0,
      indeterminate: 0,
      'allowed-by-concurrency': 0,
    });
  });

  it('differ at the operation after which a balance is another one, and only there', () => {
    const readings = [
      ...balancesAfter('start', 100n),
      ...balancesAfter(0, 91n),
      ...balancesAfter(1, 71n),
      ...balancesAfter('end', 71n),
    ];
    const { operations, general } = compareRuns({
      observed: handMadeRun({ records: predicted.records, readings }),
      predicted,
    });
    const told = [...operations.flatMap(({ findings }) => findings), ...general];
    expect(told).toMatchObject([
      { severity: 'difference', check: 'balances', operation: 0, node: 'alice', follows: 1 },
      { severity: 'note', check: 'balances', operation: 0, node: 'bob' },
    ]);
  });

  it('differ at the second operation too when the second payment is wrong as well', () => {
    const readings = [...balancesAfter('start', 100n), ...balancesAfter(0, 91n), ...balancesAfter(1, 75n)];
    const found = differences(handMadeRun({ records: predicted.records, readings }));
    expect(new Set(found.map(({ operation }) => operation))).toEqual(new Set([0, 1]));
  });

  it('are indeterminate where no answer came and reading does not tell', () => {
    const silence = payment(1, 20n, unanswered());
    const observed = handMadeRun({ records: [payment(0, 10n), silence] });
    const comparison = compareRuns({ observed, predicted });
    expect(comparison.counts.indeterminate).toBe(1);
    expect(comparison.differences).toBe(1);
  });

  it('convict a refusal beside others where bounds leave the money', () => {
    const observed = handMadeRun({
      header: { ...predicted.header, pace: 'scenario' },
      records: [payment(0, 10n), { ...payment(1, 20n, REFUSED), startedAtMs: 20 }],
    });
    const comparison = compareRuns({ observed, predicted });
    expect(comparison.counts.differs).toBe(1);
  });

  it('allow a refusal for want of a way where a lock timeout was to be refused, which is looked at after it', () => {
    const asks = pay({ id: 0, amount: 10n, lockTimeout: 1 }, failed('invalid-timeout', 500));
    const leave = step({ id: 1, kind: 'leave', node: 'alice' });
    const counts = (outcome: Outcome) => {
      const records = [
        { ...asks, outcome },
        { ...leave, startedAtMs: asks.startedAtMs },
      ];
      const header = { ...predicted.header, pace: 'scenario' as const };
      return compareRuns({
        observed: handMadeRun({ header, records }),
        predicted: handMadeRun({ records: [asks, leave] }),
      }).counts;
    };
    expect(counts(REFUSED)).toMatchObject({ differs: 0, 'allowed-by-concurrency': 1 });
    expect(counts(paid(0, 10n)).differs).toBe(1);
  });

  it('show where to look without telling credentials', () => {
    const [finding] = differences(handMadeRun({ records: [payment(0, 10n, REFUSED), payment(1, 20n)] }));
    expect(finding?.curl).toMatch(/^curl -s 'http:\/\/127\.0\.0\.1:5001\/api\/v1\/payments\/0x\w+\/0x\w+'$/);
  });

  it('differ where an operation was not attempted, unless the run broke off', () => {
    const observed = handMadeRun({ records: [payment(0, 10n)] });
    expect(differences(observed)).toMatchObject([{ check: 'same-plan', operation: 1 }]);
    expect(differences({ ...observed, partial: true })).toEqual([]);
  });
});

describe('an answer that changes before it settles', () => {
  const judge = (...readings: Run['readings']) =>
    differences(
      handMadeRun({ records: predicted.records, readings: [...balancesAfter('start', 100n), ...readings] }),
    );

  it('may be late at a node that acknowledged nothing', () => {
    expect(judge(list(0, 'alice', 90n), list(0, 'bob', 100n, 1), list(0, 'bob', 110n, 2))).toEqual([]);
  });

  it('may not be late at the node that acknowledged the payment', () => {
    const found = judge(list(0, 'alice', 100n, 1), list(0, 'alice', 90n, 2));
    expect(found).toMatchObject([{ check: 'stale-reads', operation: 0, node: 'alice', observed: '100' }]);
  });

  it('may not go back', () => {
    const found = judge(list(0, 'bob', 110n, 1), list(0, 'bob', 100n, 2), list(0, 'bob', 110n, 3));
    expect(found).toMatchObject([{ check: 'stale-reads', operation: 0, node: 'bob' }]);
  });

  it('may not show what was neither before nor after', () => {
    const found = judge(list(0, 'bob', 105n, 1), list(0, 'bob', 110n, 2));
    expect(found).toMatchObject([{ check: 'stale-reads', operation: 0, node: 'bob', observed: '105' }]);
  });
});

describe('histories', () => {
  const [first, second] = [entryOf('alice', 1000n, 10n), entryOf('alice', 1001n, 20n)];
  const expected = handMadeRun({
    records: [payment(0, 10n), payment(1, 20n)],
    readings: [historyOf('start', 'alice', []), historyOf('end', 'alice', [first, second])],
  });
  const judge = (events: readonly PaymentEvent[], past: readonly PaymentEvent[] = []) =>
    compareRuns({
      observed: {
        ...expected,
        readings: [historyOf('start', 'alice', past), historyOf('end', 'alice', [...past, ...events])],
      },
      predicted: expected,
    }).operations.flatMap(({ findings }) => findings);

  it('name the payment whose entry is missing, doubled, wrong or out of order', () => {
    expect(judge([first, second])).toEqual([]);
    expect(judge([first])).toMatchObject([{ check: 'history', operation: 1 }]);
    expect(judge([first, first, second])).toMatchObject([{ check: 'history', operation: 0 }]);
    expect(judge([first, entryOf('alice', 1001n, 21n)])).toMatchObject([{ check: 'history', operation: 1 }]);
    expect(judge([second, first])).toMatchObject([{ check: 'history', operation: 1 }]);
  });

  it('of a real node begin before the run', () => {
    expect(judge([first, second], [entryOf('alice', 7n, 1n)])).toEqual([]);
  });
});

describe('receipts', () => {
  const judge = (changes: object): readonly string[] => {
    const outcome = paid(0, 10n);
    const changed = { ...outcome, receipt: { ...outcome.receipt, ...changes } } as typeof outcome;
    const observed = handMadeRun({ records: [payment(0, 10n, changed), payment(1, 20n)] });
    return differences(observed).map(({ check, operation, title }) => `${check} ${operation}: ${title}`);
  };

  it('name what was asked for', () => {
    expect(judge({})).toEqual([]);
    expect(judge({ amount: 11n })).toEqual(['receipts 0: the receipt names another amount']);
    expect(judge({ identifier: 1n })).toEqual(['receipts 0: the receipt names another identifier']);
    const wrong = ['receipts 0: the receipt names another target address'];
    expect(judge({ targetAddress: '0x00' })).toEqual(wrong);
  });

  it('have a secret that hashes to the secret hash, and each its own', () => {
    const wrong = ['receipts 0: the secret does not hash to the secret hash'];
    expect(judge({ secretHash: `0x${'00'.repeat(32)}` })).toEqual(wrong);
    const { receipt } = paid(1, 20n);
    const again = ['receipts 1: the receipt shows the secret of operation 0 again'];
    expect(judge({ secret: receipt?.secret, secretHash: receipt?.secretHash })).toEqual(again);
  });
});

describe('what was there before the run', () => {
  const stranger = channelOf('alice', 5n, {
    partnerAddress: addressFrom('a stranger'),
    channelIdentifier: 9n,
  });
  const connected = (moment: Moment, sumDeposits: bigint, channels: number) => {
    const connections = [{ tokenAddress: stranger.tokenAddress, sumDeposits, channels }];
    const value = { kind: 'connections', connections } as const;
    return reading({ moment, node: 'alice', view: { kind: 'connections' }, value });
  };
  const withStranger = (moment: Moment, balance: bigint, deposit: bigint): Run['readings'] => [
    list(moment, 'alice', [channelOf('alice', balance), stranger]),
    connected(moment, deposit, 2),
  ];
  const judge = (...readings: Run['readings']) => {
    const sums = (['start', 0, 'end'] as const).map((moment) => connected(moment, 100n, 1));
    const model = { ...predicted, readings: [...predicted.readings, ...sums] };
    return compareRuns({ observed: handMadeRun({ records: predicted.records, readings }), predicted: model })
      .differences;
  };

  it('is no difference: channels with nodes outside the scenario, and their share of the sums', () => {
    expect(judge(...withStranger('start', 100n, 200n), ...withStranger(0, 90n, 200n))).toBe(0);
  });

  it('has to stay as it is', () => {
    expect(judge(...withStranger('start', 100n, 200n), ...withStranger(0, 90n, 201n))).toBe(1);
  });
});

import { describe, expect, it } from 'vitest';
import { type Judgement, judgementOf } from '../../src/verdict/check.ts';
import { conservation } from '../../src/verdict/rules/conservation.ts';
import { consistency } from '../../src/verdict/rules/consistency.ts';
import { history } from '../../src/verdict/history/history.ts';
import { overlappingOperations } from '../../src/verdict/timeline/overlap.ts';
import { sums } from '../../src/verdict/rules/sums.ts';
import type { OperationRecord } from '../../src/model/run/operation.ts';
import type { Reading } from '../../src/model/run/reading.ts';
import { networkAtEnd } from '../../src/model/run/network-as-shown.ts';
import type { Run } from '../../src/model/run/run.ts';
import { runInvariants } from '../../src/report/figures/figures.ts';
import {
  channelOf,
  entryOf,
  handMadeRun,
  historyOf,
  list,
  payment,
  pendingAt,
  reading,
  REFUSED,
  transferOf,
} from './hand-made-run.ts';

function atEnd(...readings: Run['readings']): Run {
  return handMadeRun({ readings });
}

function titles({ clues }: Judgement): readonly string[] {
  return clues.map(({ title }) => title);
}

function alone(balance: bigint): Reading {
  const channel = channelOf('alice', balance);
  const view = { kind: 'channel', token: 'DAI', partner: 'bob' } as const;
  return reading({ moment: 'end', node: 'alice', view, value: { kind: 'channel', channel } });
}

describe('a run judged by itself', () => {
  const both = [list('end', 'alice', 90n), list('end', 'bob', 110n)];

  it('conserves tokens: all balances add up to all deposits', () => {
    expect(judgementOf(conservation, atEnd(...both)).clues).toEqual([]);
    expect(
      judgementOf(conservation, atEnd(list('end', 'alice', 90n), list('end', 'bob', 111n))).clues,
    ).toMatchObject([
      { predicted: expect.stringContaining('200'), observed: expect.stringContaining('201') },
    ]);
  });

  it('shows a channel alike at both its ends', () => {
    expect(
      titles(judgementOf(consistency, atEnd(list('end', 'alice', 91n), list('end', 'bob', 110n)))),
    ).toEqual(["the balances of alice and bob in DAI do not add up to their channel's capacity"]);
  });

  describe('while money may have moved between the looks at both ends', () => {
    const unlocking = [list('end', 'alice', 90n), list('end', 'bob', 105n)];
    const untold = reading({
      moment: 'end',
      node: 'bob',
      view: { kind: 'pending' },
      value: { kind: 'unread', detail: 'no answer' },
    });
    const clues = (...pending: Run['readings']) =>
      [consistency, conservation].map(
        (check) => judgementOf(check, atEnd(...unlocking, ...pending)).clues.length,
      );

    it('accepts a difference that a pending transfer explains, or one that may be pending unread', () => {
      expect(clues(pendingAt('end', 'bob', [transferOf(9n, 5n)]), pendingAt('end', 'bob', []))).toEqual([
        0, 0,
      ]);
      const twice = [transferOf(9n, 5n), transferOf(10n, 5n)];
      const ofBoth = [transferOf(9n, 5n, 'target')];
      expect(clues(pendingAt('end', 'bob', twice), pendingAt('end', 'alice', ofBoth))).toEqual([0, 0]);
      expect(clues(untold, pendingAt('end', 'bob', []))).toEqual([0, 0]);
    });

    it('reports a difference that no such transfer explains', () => {
      // Each says that 4 are locked at its end.
      const locks = [transferOf(9n, 4n), transferOf(10n, 4n)];
      expect(clues(pendingAt('end', 'bob', locks))).toEqual([1, 1]);
      expect(
        clues(pendingAt('end', 'bob', locks), pendingAt('end', 'alice', [transferOf(9n, 4n, 'target')])),
      ).toEqual([1, 1]);
      const stuck = [transferOf(9n, 5n)];
      expect(clues(pendingAt('start', 'bob', stuck), pendingAt('end', 'bob', stuck))).toEqual([1, 1]);
    });

    it('breaks no invariant', () => {
      const broken = (...pending: Run['readings']) => {
        const { start, readings } = atEnd(...unlocking, ...pending);
        return runInvariants(handMadeRun({ end: networkAtEnd(start, readings) })).filter(
          ({ holds }) => !holds,
        );
      };
      expect(broken(pendingAt('end', 'bob', [transferOf(9n, 5n)]))).toEqual([]);
      expect(broken()).toMatchObject([{ name: 'channel-balances' }]);
    });
  });

  it('shows a channel alike in the list and alone', () => {
    expect(titles(judgementOf(consistency, atEnd(...both, alone(90n))))).toEqual([]);
    expect(titles(judgementOf(consistency, atEnd(...both, alone(89n))))).toEqual([
      'alice shows another balance of the channel with bob in DAI in its answer about it, after the last operation',
    ]);
  });

  it('has connections that are the sums of open channels', () => {
    const value = { kind: 'connections', connections: [] } as const;
    const connections = reading({ moment: 'end', node: 'alice', view: { kind: 'connections' }, value });
    expect(titles(judgementOf(consistency, atEnd(...both, connections)))).toEqual([
      'alice shows no sum of deposits in the connection to DAI in its connections, after the last operation',
      'alice shows no number of channels in the connection to DAI in its connections, after the last operation',
    ]);
  });

  it('has every acknowledged payment once in both histories, and no refused one', () => {
    const judge = (records: Run['records'], shown: { readonly alice: bigint[]; readonly bob: bigint[] }) => {
      const readings = (['alice', 'bob'] as const).map((node) =>
        historyOf(
          'end',
          node,
          shown[node].map((identifier) => entryOf(node, identifier, 10n)),
        ),
      );
      return judgementOf(history, handMadeRun({ records, readings })).clues.map(
        ({ operation, node }) => `${operation} ${node}`,
      );
    };
    const once = [payment(0, 10n)];
    expect(judge(once, { alice: [1000n], bob: [1000n] })).toEqual([]);
    expect(judge(once, { alice: [1000n], bob: [] })).toEqual(['0 bob']);
    expect(judge(once, { alice: [1000n, 1000n], bob: [1000n] })).toEqual(['0 alice']);
    expect(judge(once, { alice: [1000n, 5n], bob: [1000n] })).toEqual(['null alice']);
    expect(judge([payment(0, 10n, REFUSED)], { alice: [1000n], bob: [1000n] })).toEqual(['0 alice', '0 bob']);
  });
});

describe('operations that overlap', () => {
  const during = (id: number, startedAtMs: number, endedAtMs: number): OperationRecord => ({
    ...payment(id, 10n),
    startedAtMs,
    endedAtMs,
  });

  it('are those that ran while another one did', () => {
    expect([...overlappingOperations([during(0, 0, 10), during(1, 10, 20), during(2, 15, 30)])]).toEqual([
      1, 2,
    ]);
    expect([...overlappingOperations([during(0, 0, 99), during(1, 10, 20), during(2, 30, 40)])]).toEqual([
      0, 1, 2,
    ]);
  });

  it('leave balances that fit the histories, whoever was first', () => {
    const judge = (balance: bigint): readonly string[] => {
      const { header } = handMadeRun();
      const sent = [entryOf('alice', 1000n, 10n), entryOf('alice', 1001n, 10n)];
      return titles(
        judgementOf(
          sums,
          handMadeRun({
            header: { ...header, pace: 'scenario' },
            records: [during(0, 0, 50), during(1, 10, 60)],
            readings: [
              list('start', 'alice', 100n),
              historyOf('start', 'alice', []),
              list('end', 'alice', balance),
              historyOf('end', 'alice', sent),
            ],
          }),
        ),
      );
    };
    expect(judge(80n)).toEqual([]);
    expect(judge(60n)).toEqual(["alice's balance with bob in DAI does not fit its history"]);
  });
});

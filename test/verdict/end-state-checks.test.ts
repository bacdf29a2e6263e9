import { describe, expect, it } from 'vitest';
import { type Judgement, judgementOf } from '../../src/verdict/check.ts';
import { conservation } from '../../src/verdict/rules/conservation.ts';
import { consistency } from '../../src/verdict/rules/consistency.ts';
import { history } from '../../src/verdict/history/history.ts';
import { overlappingOperations } from '../../src/verdict/story/overlap.ts';
import { sums } from '../../src/verdict/rules/sums.ts';
import type { OperationRecord } from '../../src/model/run/operation.ts';
import type { Reading } from '../../src/model/run/reading.ts';
import type { Run } from '../../src/model/run/run.ts';
import {
  channelOf,
  entryOf,
  handMadeRun,
  historyOf,
  list,
  payment,
  reading,
  REFUSED,
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
      {
        operation: null,
        predicted: expect.stringContaining('200'),
        observed: expect.stringContaining('201'),
      },
    ]);
  });

  it('shows a channel alike at both its ends', () => {
    expect(
      titles(judgementOf(consistency, atEnd(list('end', 'alice', 91n), list('end', 'bob', 110n)))),
    ).toEqual(["the balances of alice and bob in DAI do not add up to their channel's capacity"]);
  });

  it('shows a channel alike in the list and alone', () => {
    expect(titles(judgementOf(consistency, atEnd(...both, alone(90n))))).toEqual([]);
    expect(titles(judgementOf(consistency, atEnd(...both, alone(89n))))).toEqual([
      'alice shows its DAI channel with bob differently in the list and alone',
    ]);
  });

  it('has connections that are the sums of open channels', () => {
    const value = { kind: 'connections', connections: [] } as const;
    const connections = reading({ moment: 'end', node: 'alice', view: { kind: 'connections' }, value });
    expect(titles(judgementOf(consistency, atEnd(...both, connections)))).toEqual([
      "alice's connection to DAI is not the sum of its open channels",
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
    expect(judge(60n)).toEqual(["alice's balances in DAI do not fit its history"]);
  });
});

import { describe, expect, it } from 'vitest';
import { watched } from '../../../src/verdict/rules/watched.ts';
import type { WatchedEnd, WatchedLook } from '../../../src/model/load/load-result.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import { loadRun } from '../../fixtures/load-runs.ts';
import { channelOf, handMadeRun, list } from '../hand-made-run.ts';
import { judgementOf } from '../../../src/verdict/check.ts';

const COMMON = { node: 'alice', partner: 'bob', token: 'DAI', atMs: 100 } as const;
const DONE = { kind: 'succeeded', status: 200 } as const;

/** A step that was sent after 100 ms and answered after 200. */
function step(id: number, what: OperationRecord['operation'], outcome: OperationRecord['outcome'] = DONE) {
  return { operation: { ...what, id }, startedAtMs: 100, endedAtMs: 200, outcome };
}

const DEPOSIT = step(0, { ...COMMON, id: 0, origin: 'steps[0]', kind: 'deposit', totalDeposit: 150n });
const CLOSE = step(0, { ...COMMON, id: 0, origin: 'steps[0]', kind: 'close', node: 'bob', partner: 'alice' });
const OPEN = step(
  0,
  { ...COMMON, id: 0, origin: 'steps[0]', kind: 'open', totalDeposit: 70n },
  { ...DONE, status: 201, channels: [{ ...channelOf('alice', 70n), channelIdentifier: 2n }] },
);

/** What the check says of a look at the channel of before, and at what else alice shows. */
function judged(
  record: OperationRecord,
  fromMs: number,
  ...channels: readonly Partial<WatchedEnd>[]
): readonly string[] {
  const look: WatchedLook = {
    node: 'alice',
    askedAtMs: fromMs,
    answeredAtMs: fromMs + 10,
    kind: 'channels',
    channels: channels.map((end) => ({
      channel: 'DAI:1',
      balance: 100n,
      totalDeposit: 100n,
      totalWithdraw: 0n,
      state: 'opened',
      ...end,
    })),
  };
  const run = handMadeRun({
    records: [record],
    readings: [list('start', 'alice', 100n), list('start', 'bob', 100n)],
  });
  const { load } = loadRun();
  const { clues } = judgementOf(watched, {
    ...run,
    load: { ...load, kept: { kind: 'all', of: 1 }, watched: [look] },
  });
  return clues.map(({ predicted, observed }) => `${predicted} | ${observed}`);
}

describe('a channel that steps of a load change', () => {
  it('has what was put in when the step is answered, and either before', () => {
    const more = { totalDeposit: 150n, balance: 150n };
    expect(judged(DEPOSIT, 50, more)).toEqual([
      'opened, deposited 100, withdrawn 0 | opened, deposited 150, withdrawn 0',
    ]);
    expect(judged(DEPOSIT, 120, more)).toEqual([]);
    expect(judged(DEPOSIT, 120, {})).toEqual([]);
    expect(judged(DEPOSIT, 250, more)).toEqual([]);
    expect(judged(DEPOSIT, 250, {})).toEqual([
      'opened, deposited 150, withdrawn 0 | opened, deposited 100, withdrawn 0',
    ]);
  });

  it('is open until either end is asked to close it', () => {
    expect(judged(CLOSE, 50, { state: 'closed' })).toHaveLength(1);
    expect(judged(CLOSE, 120, { state: 'closed' })).toEqual([]);
    expect(judged(CLOSE, 120, {})).toEqual([]);
    expect(judged(CLOSE, 250)).toEqual([]);
  });

  it('is there and open once its opening was answered', () => {
    const opened = { channel: 'DAI:2', totalDeposit: 70n, balance: 70n };
    expect(judged(OPEN, 120, {})).toEqual([]);
    expect(judged(OPEN, 120, {}, opened)).toEqual([]);
    expect(judged(OPEN, 250, {}, opened)).toEqual([]);
    expect(judged(OPEN, 250, {})).toEqual(['the channel | not there']);
    expect(judged(OPEN, 120, {}, { ...opened, state: 'closed' })).toHaveLength(1);
    expect(judged(OPEN, 250, {}, { ...opened, totalDeposit: 71n })).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { watched } from '../../../src/verdict/rules/watched.ts';
import type { WatchedEnd, WatchedLook } from '../../../src/model/load/load-result.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import { step, SUCCEEDED } from '../../world/records.ts';
import { channelOf, handMadeRun, keptLoad, list } from '../hand-made-run.ts';
import { judgementOf } from '../../../src/verdict/check.ts';

// Sent after 100 ms and answered after 200.
const TIMES = { startedAtMs: 100, endedAtMs: 200 };
const AT_ALICE = { node: 'alice', partner: 'bob' } as const;
const DEPOSIT = step({ kind: 'deposit', ...AT_ALICE, totalDeposit: 150n }, SUCCEEDED, TIMES);
const CLOSE = step({ kind: 'close', node: 'bob', partner: 'alice' }, SUCCEEDED, TIMES);
const OPEN = step(
  { kind: 'open', ...AT_ALICE, totalDeposit: 70n },
  { kind: 'succeeded', status: 201, channels: [channelOf('alice', 70n, { channelIdentifier: 2n })] },
  TIMES,
);

/** What the check says of a look at the channel of before, and at what else alice shows. */
function judged(record: OperationRecord, fromMs: number, ...channels: readonly Partial<WatchedEnd>[]) {
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
  const { clues } = judgementOf(watched, { ...run, load: { ...keptLoad('all', 1), watched: [look] } });
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

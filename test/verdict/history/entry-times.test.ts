import { describe, expect, it } from 'vitest';
import { impossibleTimes } from '../../../src/verdict/history/entry-times.ts';
import type { OperationRecord } from '../../../src/model/run/operation.ts';
import { unanswered } from '../../world/records.ts';
import { Story } from '../../../src/verdict/story.ts';
import { entryOf, handMadeRun, historyOf, payment } from '../hand-made-run.ts';

/** Four payments of alice, a second apart, the second of which nobody waited for: it is made after all others. */
function blamedOf(writtenMs: readonly [number, number, number, number]) {
  const records = [0, 1, 2, 3].map((id): OperationRecord => {
    const record = id === 1 ? payment(id, 5n, unanswered('interrupted')) : payment(id, 5n);
    return { ...record, startedAtMs: id * 1000, endedAtMs: id * 1000 + 900 };
  });
  const events = writtenMs.map((ms, id) => ({
    ...entryOf('alice', BigInt(id) + 1000n, 5n),
    logTime: new Date(Date.UTC(2026, 0, 1) + ms).toISOString().slice(0, -1),
  }));
  const prediction = handMadeRun({ records, readings: [historyOf('end', 'alice', events, 5_000)] });
  const run = { ...prediction, prediction };
  return impossibleTimes(run, new Story(run), new Set()).map(({ operation }) => operation);
}

describe('the times of a history in which a payment is made late that nobody waited for', () => {
  it('are right in the order in which the entries were made', () => {
    expect(blamedOf([100, 3_600, 2_100, 3_100])).toEqual([]);
    expect(blamedOf([100, 1_100, 2_100, 3_100])).toEqual([]);
  });

  it('are wrong where those of two others are swapped', () => {
    expect(blamedOf([100, 3_600, 3_100, 2_100])).toHaveLength(1);
  });
});

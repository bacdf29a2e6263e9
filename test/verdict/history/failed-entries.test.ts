import { describe, expect, it } from 'vitest';
import { history } from '../../../src/verdict/history/history.ts';
import { directoryOf } from '../../../src/model/network/directory.ts';
import type { PaymentEvent } from '../../../src/model/run/answer.ts';
import type { Outcome } from '../../../src/model/run/operation.ts';
import { failed, unanswered } from '../../world/records.ts';
import { entryOf, handMadeLoad, historyOf, NETWORK, payment } from '../hand-made-run.ts';
import { judgementOf } from '../../../src/verdict/check.ts';

const directory = directoryOf(NETWORK);
const NO_USABLE_ROUTE = 'None of the available routes could be used';
const EXPIRED = failed('lock-expired');
const NOT_SENT = failed();

/** Entries that alice has of payments to bob that failed. */
function entries(...reasons: readonly string[]): readonly PaymentEvent[] {
  return reasons.map((reason) => ({
    kind: 'failed',
    reason,
    target: directory.addressOf('bob'),
    tokenAddress: directory.tokenAddressOf('DAI'),
    logTime: '2026-01-01T00:00:00.000',
  }));
}

/** What a load says of alice's history, after payments that ended so. */
function told(outcomes: readonly Outcome[], shown: readonly PaymentEvent[], kind: 'all' | 'sample' = 'all') {
  const records = outcomes.map((outcome, id) => payment(id, 10n, outcome));
  const readings = [historyOf('start', 'alice', []), historyOf('end', 'alice', shown)];
  const run = handMadeLoad({ records, readings }, kind);
  return judgementOf(history, run).clues.map(
    ({ operation, observed, predicted }) => `${operation}: ${predicted} | ${observed}`,
  );
}

describe('entries of failed payments', () => {
  it('are there once for each payment that failed after it was dispatched', () => {
    expect(told([EXPIRED, EXPIRED], entries('lock expired', 'lock expired'))).toEqual([]);
    expect(told([EXPIRED], [])).toEqual(['0: once | 0 times']);
    expect(told([EXPIRED, EXPIRED], entries('lock expired'))).toEqual(['null: 2 times | once']);
    expect(told([EXPIRED], entries('lock expired', 'lock expired'))).toEqual(['0: once | 2 times']);
  });

  it('are not there of payments that were refused before, nor of payments that were not made', () => {
    expect(told([NOT_SENT], [])).toEqual([]);
    expect(told([NOT_SENT], entries('lock expired'))).toEqual(['null: 0 times | once']);
    expect(told([], entries(NO_USABLE_ROUTE))).toEqual(['null: 0 times | once']);
    expect(told([EXPIRED], entries('lock expired', NO_USABLE_ROUTE))).toEqual(['null: 0 times | once']);
  });

  it('may be there or not where a payment has no answer, or none that tells how far it came', () => {
    for (const outcome of [unanswered(), failed('server-error')]) {
      expect(told([outcome], [])).toEqual([]);
      expect(told([outcome], entries('lock expired'))).toEqual([]);
      expect(told([outcome], entries('lock expired', 'lock expired'))).toEqual(['null: 0 to once | 2 times']);
    }
  });

  it('may be of payments that were not kept', () => {
    expect(told([EXPIRED], entries('lock expired', NO_USABLE_ROUTE), 'sample')).toEqual([]);
    expect(told([EXPIRED], [], 'sample')).toEqual(['0: at least once | 0 times']);
  });
});

describe('the times of entries of failed payments', () => {
  const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000`;
  const sent = (id: number, logTime: string) => ({ ...entryOf('alice', BigInt(id) + 1000n, 10n), logTime });
  const expired = (logTime: string) => entries('lock expired').map((entry) => ({ ...entry, logTime }));

  /** Two payments that succeed and two that fail, ten seconds each, one after the other. */
  function dated(failures: readonly [string, string], isAtOnce = false): readonly string[] {
    const records = [undefined, EXPIRED, EXPIRED, undefined].map((outcome, id) => {
      const isFailed = outcome !== undefined;
      const startedAtMs = isAtOnce && isFailed ? 10_000 : id * 10_000;
      return { ...payment(id, 10n, outcome), startedAtMs, endedAtMs: (id + 1) * 10_000 - 1 };
    });
    const shown = [sent(0, at(5)), ...failures.flatMap(expired), sent(3, at(35))];
    const readings = [historyOf('start', 'alice', []), historyOf('end', 'alice', shown, 40_000)];
    const run = handMadeLoad({ records, readings });
    return judgementOf(history, run).clues.map(({ operation, observed }) => `${operation}: ${observed}`);
  }

  it('are no finding between request and answer, whichever failed first', () => {
    expect(dated([at(12), at(29)])).toEqual([]);
    expect(dated([at(12), at(15)], true)).toEqual([]);
  });

  it('are a finding at another time, of no payment where several failed', () => {
    const year = '2099-01-01T00:00:00.000';
    expect(dated([at(12), year])).toEqual([`null: ${year}`]);
    expect(dated([at(12), '2001-01-01T00:00:00.000'])).toEqual(['null: 2001-01-01T00:00:00.000']);
    expect(dated([year, at(29)], true)).toEqual([`null: ${year}`]);
  });
});

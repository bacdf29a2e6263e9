import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outOfTime } from '../../../src/verdict/history/own-clock.ts';

const LOOSE_MS = 1_000;

/** Entries in the order in which they were made, by a clock that is wrong by the same amount all the time. */
const logged = fc
  .record({
    aheadMs: fc.integer({ min: -1e12, max: 1e12 }),
    steps: fc.array(fc.record({ after: fc.nat(5_000), before: fc.nat(300), until: fc.nat(300) }), {
      minLength: 3,
      maxLength: 60,
    }),
  })
  .map(({ aheadMs, steps }) => {
    let madeMs = 0;
    return steps.map(({ after, before, until }, id) => {
      madeMs += after;
      return {
        id,
        saysMs: Math.floor(madeMs + aheadMs),
        notBeforeMs: madeMs - before,
        notAfterMs: madeMs + until,
      };
    });
  });

describe('the times of a history', () => {
  it('are as wrong as the clock of their node, which is no fault', () => {
    fc.assert(
      fc.property(logged, (entries) => {
        expect(outOfTime(entries, LOOSE_MS)).toEqual([]);
      }),
    );
  });

  it('name the one from another time, wherever it stands', () => {
    fc.assert(
      fc.property(logged, fc.nat(), fc.constantFrom(-1e9, 1e9), (entries, which, byMs) => {
        const id = which % entries.length;
        const lied = entries.map((one) => (one.id === id ? { ...one, saysMs: one.saysMs + byMs } : one));
        expect(outOfTime(lied, LOOSE_MS)).toMatchObject([{ entry: { id } }]);
      }),
    );
  });

  it('name nobody where two disagree and a third is not there', () => {
    const entries = [0, 1e9].map((saysMs) => ({ saysMs, notBeforeMs: 0, notAfterMs: 10 }));
    expect(outOfTime(entries, LOOSE_MS)).toEqual([]);
  });

  it('are compared in no time, also of a history that goes back all the way', () => {
    const entries = Array.from({ length: 100_000 }, (_, at) => ({
      saysMs: -at,
      notBeforeMs: at,
      notAfterMs: at,
    }));
    expect(outOfTime(entries, LOOSE_MS)).toHaveLength(50);
  });
});

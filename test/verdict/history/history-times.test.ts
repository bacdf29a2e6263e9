import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lateEntries } from '../../../src/verdict/history/history-times.ts';

interface Truth {
  readonly id: number;
  readonly notBeforeMs: number;
  readonly writtenMs: number;
  readonly notAfterMs: number;
}

/** A node's payments in the order in which it wrote them. */
const truths = fc
  .array(
    fc.record({
      sent: fc.nat({ max: 5_000 }),
      written: fc.double({ min: 0, max: 200, noNaN: true }),
      answered: fc.double({ min: 0, max: 200, noNaN: true }),
    }),
    { minLength: 2, maxLength: 300 },
  )
  .map((payments) =>
    payments
      .map(
        ({ sent, written, answered }, id): Truth => ({
          id,
          notBeforeMs: sent,
          writtenMs: sent + written,
          notAfterMs: sent + written + answered,
        }),
      )
      .toSorted((one, other) => one.writtenMs - other.writtenMs),
  );

const listed = <Entry extends { readonly writtenMs: number }>(entries: readonly Entry[]) =>
  entries.map((entry, position) => ({ ...entry, position, saysMs: entry.writtenMs }));

/** A payment a millisecond, each written 5 ms after it was sent and answered 5 ms after that. */
const steady: readonly Truth[] = Array.from({ length: 100 }, (_, id) => ({
  id,
  notBeforeMs: id,
  writtenMs: id + 5,
  notAfterMs: id + 10,
}));

describe('the order of a history', () => {
  it('names the one whose entry stands behind those that were sent after its answer', () => {
    const early = { id: 40, notBeforeMs: 40, writtenMs: 90, notAfterMs: 41 };
    const entries = [...steady.filter(({ id }) => id !== 40), early].toSorted(
      (one, other) => one.writtenMs - other.writtenMs,
    );
    expect(lateEntries(listed(entries), [])).toMatchObject([{ entry: { id: 40 } }]);
  });

  it('names those that were answered early, not the one honest payment that shows it', () => {
    const witness = { id: 9, notBeforeMs: 50, writtenMs: 55, notAfterMs: 60 };
    const early = [10, 20, 30].map((ms) => ({
      id: ms,
      notBeforeMs: ms,
      notAfterMs: ms + 1,
      writtenMs: 55 + ms,
    }));
    const found = lateEntries(listed([witness, ...early]), []);
    expect(found.map(({ entry }) => entry.id)).toEqual(expect.arrayContaining([10, 20, 30]));
    expect(found).toHaveLength(3);
  });

  it('names none where log times show that an entry was moved', () => {
    const entries = [0, 1, 2, 3].map((at) => ({
      id: at,
      notBeforeMs: at * 10,
      notAfterMs: at * 10 + 5,
      writtenMs: at * 10 + 3,
    }));
    const moved = [entries[3], ...entries.slice(0, 3)].flatMap((one) => one ?? []);
    expect(lateEntries(listed(moved), [])).toEqual([]);
  });
});

describe('a look at a history under load', () => {
  it('names what was answered and not there yet', () => {
    const look = { node: 'n0', askedAtMs: 50, atMost: 30 };
    const named = lateEntries(listed(steady), [look]).map(({ entry }) => entry.id);
    expect(named).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39]);
  });

  it('never blames an honest node, and neither does the order of its history', () => {
    fc.assert(
      fc.property(truths, fc.array(fc.nat({ max: 5_500 }), { maxLength: 20 }), (entries, moments) => {
        const looks = moments.map((askedAtMs) => ({
          node: 'n0',
          askedAtMs,
          atMost: entries.filter(({ writtenMs }) => writtenMs <= askedAtMs).length,
        }));
        expect(lateEntries(listed(entries), looks)).toEqual([]);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { CaseDraft } from '../../../src/jobs/check/case-draft.ts';
import type { Move } from '../../../src/jobs/check/moves/move.ts';
import { inOrder, shrinkCase } from '../../../src/jobs/check/shrink-case.ts';
import type { Tried } from '../../../src/jobs/check/try-case.ts';
import { type SettledCase, settleDraft } from '../../../src/jobs/check/settle-draft.ts';

const some = { of: 'channel', percent: 50, plus: 1n } as const;
const pay = (from: number): Move => ({ kind: 'pay', from, to: 0, amount: some, lockTimeout: 'short' });
const deposit: Move = { kind: 'deposit', from: 1, to: 0, among: 'partners', by: some };

const DRAFT: CaseDraft = {
  network: {
    nodes: 4,
    channels: [
      { between: [0, 1], deposits: [500n, 7n] },
      { between: [1, 2], deposits: [9n, 9n] },
      { between: [2, 3], deposits: [9n, 9n] },
    ],
    fees: { flat: 2n, proportionalPpm: 0, imbalancePpm: 0 },
    settleTimeout: 40,
    revealTimeout: 10,
    hopLatencyMs: 20,
  },
  manner: 'sequential',
  moves: [pay(0), pay(2), deposit, { kind: 'wait', blocks: 12 }, pay(1), deposit, pay(3)],
};

// A fault of a node that shows whenever a payment follows a deposit.
async function tryOut(draft: CaseDraft): Promise<Tried> {
  const settled = await settleDraft(draft);
  return verdictOn(draft, settled);
}

function verdictOn(draft: CaseDraft, { text, scenario, pace }: SettledCase): Tried {
  const at = draft.moves.findIndex(({ kind }) => kind === 'deposit');
  const isWrong = at >= 0 && draft.moves.slice(at).some(({ kind }) => kind === 'pay');
  const tried = { text, scenario, pace, run: undefined, curl: [], calls: 1 };
  if (!isWrong) return { ...tried, verdict: 'held' };
  const found = { check: 'balances', kind: 'pay', title: 'it', predicted: '1', observed: '2' } as const;
  return { ...tried, verdict: 'violated', found };
}

describe('shrinking a case', () => {
  it('leaves only what it takes', async () => {
    const { draft, shrinking } = await shrinkCase({ draft: DRAFT, tried: await tryOut(DRAFT) }, tryOut, {
      goesOn: () => true,
    });
    const unit = 1n;
    expect(draft.moves).toEqual([
      { kind: 'deposit', from: 1, to: 0, among: 'partners', by: unit },
      { kind: 'pay', from: expect.any(Number), to: 0, amount: unit },
    ]);
    expect(draft.network).toMatchObject({ nodes: 2, fees: { flat: 0n } });
    expect(draft.network?.channels).toEqual([{ between: [0, 1], deposits: [100n, 7n] }]);
    expect(shrinking.kept).toBeGreaterThan(4);
  });

  const anyCase = settleDraft(DRAFT);

  it('ends when it is told to, with the smallest until then', async () => {
    let tries = 0;
    const { draft } = await shrinkCase(
      { draft: DRAFT, tried: await tryOut(DRAFT) },
      async (smaller) => {
        tries += 1;
        return verdictOn(smaller, await anyCase);
      },
      { goesOn: () => tries < 2 },
    );
    expect(tries).toBe(2);
    expect(draft.moves.length).toBeLessThanOrEqual(DRAFT.moves.length);
  });

  it('never takes another fault for the same', async () => {
    const { draft } = await shrinkCase(
      { draft: DRAFT, tried: await tryOut(DRAFT) },
      async (smaller) => {
        const tried = verdictOn(smaller, await anyCase);
        return tried.found === undefined ? tried : { ...tried, found: { ...tried.found, check: 'history' } };
      },
      { goesOn: () => true },
    );
    expect(draft).toBe(DRAFT);
  });
});

/** Work that ends when it is told to. */
function heldWork() {
  const begun: number[] = [];
  const release = new Map<number, (result: string) => void>();
  const work = (item: number): Promise<string> => {
    begun.push(item);
    return new Promise((resolve) => {
      release.set(item, resolve);
    });
  };
  return { begun, release, work };
}

describe('work on several items at once', () => {
  it('comes in the order of the items, whichever ends first', async () => {
    const { begun, release, work } = heldWork();
    const results = inOrder([1, 2, 3, 4], 2, work);
    const first = results.next();
    await Promise.resolve();
    expect(begun).toEqual([1, 2]);
    release.get(2)?.('b');
    release.get(1)?.('a');
    expect((await first).value).toEqual({ item: 1, result: 'a' });
    expect((await results.next()).value).toEqual({ item: 2, result: 'b' });
    expect(begun).toEqual([1, 2, 3]);
  });

  it('is waited for when nobody wants its result any more', async () => {
    const { release, work } = heldWork();
    const results = inOrder([1, 2], 2, work);
    const first = results.next();
    release.get(1)?.('a');
    await first;
    let isOver = false;
    const over = results.return(undefined).then(() => {
      isOver = true;
    });
    await Promise.resolve();
    expect(isOver).toBe(false);
    release.get(2)?.('b');
    await over;
    expect(isOver).toBe(true);
  });
});

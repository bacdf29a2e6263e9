import { describe, expect, it } from 'vitest';
import { acceptedAs } from '../../../src/model/check/check-report.ts';
import type { CaseFound } from '../../../src/model/check/counterexample.ts';
import type { Sequence } from '../../../src/jobs/check/sequence.ts';
import { inOrder, isSame, shrinkCase } from '../../../src/jobs/check/shrink-case.ts';
import { outcomeName } from '../../../src/model/run/operation.ts';
import type { Tried } from '../../../src/jobs/check/try-case.ts';
import { settleSteps } from '../../../src/jobs/settle/settle-steps.ts';
import { sequenceIn } from '../scenario-text.ts';

const some = '{of: channel, percent: 50, plus: 1}';
const pay = (from: string, to: string): string =>
  `pay: {from: ${from}, to: ${to}, amount: ${some}, lockTimeout: 11}`;
const deposit = `deposit: {from: n3, to: n2, by: ${some}}`;

const LARGE = sequenceIn(
  'n1 9 - 9 n2 7 - 500 n3 9 - 9 n4',
  [
    pay('n1', 'n2'),
    pay('n3', 'n2'),
    deposit,
    'wait: {blocks: 12}',
    pay('n2', 'n1'),
    deposit,
    pay('n4', 'n3'),
  ],
  2,
);

// A fault of a node that shows whenever a payment follows a deposit.
async function tryOut(sequence: Sequence): Promise<Tried> {
  const settled = { ...sequence, scenario: await settleSteps(sequence.scenario) };
  return verdictOn(settled);
}

const BROKEN = { check: 'balances', kind: 'pay', title: 'it', predicted: '1', observed: '2' } as const;

function verdictOn(settled: Sequence): Tried {
  const { steps } = settled.scenario;
  const at = steps.findIndex(({ kind }) => kind === 'deposit');
  const isWrong = at >= 0 && steps.slice(at).some(({ kind }) => kind === 'pay');
  const tried = { settled, run: undefined, curl: [], calls: 1 };
  if (!isWrong) return { ...tried, verdict: 'held' };
  return { ...tried, verdict: 'violated', found: BROKEN };
}

describe('shrinking a case', () => {
  it('asks first for the blamed call alone, which most faults take, and each try may be long', async () => {
    const tried = verdictOn(LARGE);
    const asked: Sequence[] = [];
    const first = { sequence: LARGE, tried: { ...tried, found: { ...BROKEN, operation: 4 } } };
    await shrinkCase(
      first,
      async (sequence) => {
        asked.push(sequence);
        return { ...tried, found: BROKEN };
      },
      { goesOn: () => asked.length === 0 },
    );
    expect(asked.map(({ scenario }) => scenario.steps)).toEqual([[LARGE.scenario.steps[4]]]);
  });

  it('leaves only what it takes', async () => {
    const first = { sequence: LARGE, tried: await tryOut(LARGE) };
    const { sequence, shrinking } = await shrinkCase(first, tryOut, { goesOn: () => true });
    const { steps, networks } = sequence.scenario;
    const token = 'TOK';
    expect(steps).toEqual([
      { kind: 'deposit', from: 'n3', to: 'n2', token, totalDeposit: { by: 1n } },
      { kind: 'pay', from: expect.any(String), to: expect.any(String), token, amount: 1n, times: 1 },
    ]);
    expect(networks).toMatchObject([
      { topology: { channels: [{ between: ['n2', 'n3'], deposits: [7n, 100n] }] }, fees: { flat: 0n } },
    ]);
    expect(shrinking.kept).toBeGreaterThan(4);
  });

  it('leaves the timeout that a step sets', async () => {
    const set = sequenceIn('n1 9 - 9 n2', ['set: {from: n1, to: n2, revealTimeout: 12}'], 2);
    const tryAny = async (settled: Sequence): Promise<Tried> =>
      await Promise.resolve({ ...verdictOn(settled), verdict: 'violated', found: BROKEN });
    const first = { sequence: set, tried: await tryAny(set) };
    const { sequence } = await shrinkCase(first, tryAny, { goesOn: () => true });
    expect(sequence.scenario.steps).toEqual(set.scenario.steps);
  });

  it('leaves the network alone that is the one to check', async () => {
    const given: Sequence = { ...LARGE, keepsNetwork: true };
    const first = { sequence: given, tried: await tryOut(given) };
    const { sequence } = await shrinkCase(first, tryOut, { goesOn: () => true });
    expect(sequence.scenario.steps).toHaveLength(2);
    expect(sequence.scenario.networks).toBe(LARGE.scenario.networks);
  });

  it('ends when it is told to, with the smallest until then', async () => {
    let tries = 0;
    const { sequence } = await shrinkCase(
      { sequence: LARGE, tried: await tryOut(LARGE) },
      async (smaller) => {
        tries += 1;
        return verdictOn(smaller);
      },
      { goesOn: () => tries < 2 },
    );
    expect(tries).toBe(2);
    expect(sequence.scenario.steps.length).toBeLessThanOrEqual(LARGE.scenario.steps.length);
  });

  it('never takes another fault for the same', async () => {
    const { sequence } = await shrinkCase(
      { sequence: LARGE, tried: await tryOut(LARGE) },
      async (smaller) => {
        const tried = verdictOn(smaller);
        return tried.found === undefined ? tried : { ...tried, found: { ...tried.found, check: 'history' } };
      },
      { goesOn: () => true },
    );
    expect(sequence).toBe(LARGE);
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

describe('two cases show one fault', () => {
  const wording: CaseFound = {
    check: 'outcomes',
    title: 'n1 pays n2 7: no-suitable-channel',
    predicted: '409 no route',
    observed: '409 no suitable channel',
    kind: 'pay',
    foreseen: 'no-route',
    seen: 'no-suitable-channel',
  };

  it('when the same check is about the same kind of call that ended alike', () => {
    expect(isSame(wording, { ...wording, title: 'n3 pays n1 1', foreseen: 'target-offline' })).toBe(true);
    expect(isSame(wording, { ...wording, foreseen: 'succeeded' })).toBe(false);
    expect(isSame(wording, { ...wording, kind: 'open' })).toBe(false);
    expect(isSame(wording, { ...wording, check: 'balances' })).toBe(false);
  });

  it('and not when one is of other words and the other a payment that hangs: the first must not hide it', () => {
    const hang: CaseFound = { ...wording, foreseen: 'succeeded', seen: 'no-answer' };
    expect(isSame(wording, hang)).toBe(false);
    const known = {
      check: 'outcomes',
      call: 'pay',
      seen: 'no-suitable-channel',
      reason: 'old words',
    } as const;
    expect(acceptedAs(wording, [known])).toBe(known);
    expect(acceptedAs(hang, [known])).toBeUndefined();
  });

  it('as far as a case of before tells', () => {
    const { seen: _seen, ...before } = wording;
    expect(isSame(before, { ...wording, seen: 'no-answer' })).toBe(true);
  });
});

it('a call that hung, one whose connection broke and one that a gateway answered ended otherwise', () => {
  const causes = ['deadline', 'connection-broken', 'gateway', 'unreadable-answer'] as const;
  const ends = causes.map((cause) => outcomeName({ kind: 'indeterminate', cause, detail: '' }));
  expect(ends).toEqual(['no-answer', 'connection-broken', 'gateway-error', 'unreadable-answer']);
});

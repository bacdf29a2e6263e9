import { describe, expect, it } from 'vitest';
import type { CaseDraft } from '../../../src/jobs/check/case-draft.ts';
import { keepCase, lookedClosely, type TryingAgain } from '../../../src/jobs/check/keep-case.ts';
import { readCase } from '../../../src/jobs/check/settle-draft.ts';
import { sandboxBench } from '../../../src/jobs/check/sandbox-bench.ts';
import type { TestBench } from '../../../src/jobs/check/test-bench.ts';
import { type Tried, tryDraft, tryText } from '../../../src/jobs/check/try-case.ts';
import { type Lie, startLyingProxy } from '../../fixtures/lying-proxy.ts';
import { type Json, oneMore } from '../../fixtures/liars.ts';

const FEW = 3n;
const DRAFT: CaseDraft = {
  network: {
    nodes: 3,
    channels: [
      { between: [0, 1], deposits: [100n, 20n] },
      { between: [1, 2], deposits: [70n, 0n] },
    ],
    fees: { flat: 1n, proportionalPpm: 0, imbalancePpm: 0 },
    settleTimeout: 40,
    revealTimeout: 10,
    hopLatencyMs: 20,
  },
  manner: 'sequential',
  moves: [
    { kind: 'pay', from: 0, to: 1, amount: FEW },
    { kind: 'deposit', from: 0, to: 0, among: 'partners', by: FEW },
    { kind: 'pay', from: 2, to: 1, amount: FEW },
  ],
};
const BRIEF: CaseDraft = { ...DRAFT, looks: 'brief' };

function tryOut(draft: CaseDraft, bench: TestBench = sandboxBench()): Promise<Tried> {
  return tryDraft(draft, { bench, seed: '1' });
}

// Sandboxes behind a liar, which begins anew with each of them.
function lyingBench(liar: () => Lie): TestBench {
  const honest = sandboxBench();
  return {
    ...honest,
    furnish: async (scenario) => {
      const furnished = await honest.furnish(scenario);
      if (!('targets' in furnished)) throw new Error('a sandbox has targets');
      const targets = Object.fromEntries(
        Object.entries(furnished.targets).map(([name, target]) => [
          name,
          typeof target === 'string' ? target : target.baseUrl,
        ]),
      );
      const proxy = await startLyingProxy({
        targets,
        addressOf: (node) => furnished.start.getNodeAttribute(node, 'address'),
        lie: liar(),
      });
      const release = async (): Promise<void> => {
        await proxy.close();
        await furnished.release();
      };
      return { ...furnished, targets: proxy.targets, release };
    },
  };
}

function wrongSoonAfter(): Lie {
  let paid = 0;
  return async (heard) => {
    const reply = await heard.forward();
    if (heard.method === 'POST') paid += 1;
    const isTold = paid > 1 && heard.node === 'n1' && heard.path === '/channels';
    return isTold ? { ...reply, json: oneMore(reply.json) } : reply;
  };
}

// Close looks read them before the first payment.
function wrongIfNotReadBefore(): Lie {
  let [isRead, isPaid] = [false, false];
  return async (heard) => {
    const reply = await heard.forward();
    isPaid ||= heard.method === 'POST';
    if (heard.path !== '/connections' || heard.node !== 'n1') return reply;
    isRead ||= !isPaid;
    if (isRead) return reply;
    const entries = Object.entries(reply.json as Record<string, Json>);
    return {
      ...reply,
      json: Object.fromEntries(entries.map(([token, entry]) => [token, { ...entry, sum_deposits: '7' }])),
    };
  };
}

function tryingAgain(bench: TestBench): TryingAgain {
  const trying = { bench, seed: '1' };
  let nowMs = 0;
  return {
    seed: '1',
    accepted: undefined,
    signal: undefined,
    atOnce: bench.atOnce,
    supply: undefined,
    // Nothing smaller is tried.
    nowMs: () => (nowMs += 60_000),
    tryDraft: (draft) => tryDraft(draft, trying),
    tryText: (text) => tryText(text, trying),
  };
}

describe('brief looks', () => {
  it('ask for less than half and find what holds', async () => {
    const [brief, thorough] = [await tryOut(BRIEF), await tryOut(DRAFT)];
    expect([brief.verdict, thorough.verdict]).toEqual(['held', 'held']);
    expect(brief.calls).toBeLessThan(thorough.calls / 2);
    expect(brief.run?.records.length).toBe(3);
  });

  it('find at the end what is wrong with a node that took no part', async () => {
    const tried = await tryOut(BRIEF, lyingBench(wrongSoonAfter));
    expect(tried.verdict).toBe('violated');
    expect(tried.found).toMatchObject({ check: 'balances' });
    expect(tried.found?.title).toMatch(/^n1/);
    expect(tried.run?.records.length).toBe(3);
  });

  it('stand in the case that only they show, so that it is seen again', async () => {
    const bench = lyingBench(wrongIfNotReadBefore);
    const again = tryingAgain(bench);
    const draft: CaseDraft = { ...BRIEF, moves: BRIEF.moves.slice(0, 1) };
    const first = await lookedClosely({ draft, tried: await tryOut(draft, bench) }, again);
    const kept = await keepCase(first, { ...again, afterSequences: 1 });
    expect(kept).toMatchObject({ looks: 'brief', reproduced: { times: 3, of: 3 } });
    expect(readCase(kept.text, {}).case?.looks).toBe('brief');
  });
});

describe('what is wrong where calls start together, and no call is blamed,', () => {
  const [there, , back] = DRAFT.moves;
  if (there === undefined || back === undefined) throw new Error('there are three moves');
  const together: CaseDraft = {
    ...DRAFT,
    manner: 'overlapping',
    moves: [there, { ...back, isBeside: true }],
  };

  it('is named by the same calls one after another', async () => {
    const bench = lyingBench(wrongSoonAfter);
    const tried = await tryOut(together, bench);
    expect(tried).toMatchObject({ verdict: 'violated' });
    expect(tried.found?.kind).toBeUndefined();
    const closely = await lookedClosely({ draft: together, tried }, tryingAgain(bench));
    expect(closely.tried.found).toMatchObject({ check: 'balances', kind: 'pay' });
    expect(closely.draft).toMatchObject({ manner: 'sequential', moves: [there, back] });
  });

  it('stays as it was seen where it is known, or shows in no other order', async () => {
    const bench = lyingBench(wrongSoonAfter);
    const tried = await tryOut(together, bench);
    const first = { draft: together, tried };
    const known = { check: tried.found?.check ?? '', reason: 'is being mended' };
    expect(await lookedClosely(first, { ...tryingAgain(bench), accepted: [known] })).toBe(first);
    expect(await lookedClosely(first, tryingAgain(sandboxBench()))).toBe(first);
  });
});

import { describe, expect, it } from 'vitest';
import type { CaseDraft } from '../../../src/jobs/check/case-draft.ts';
import { sandboxBench } from '../../../src/jobs/check/sandbox-bench.ts';
import { type Tried, tryDraft } from '../../../src/jobs/check/try-case.ts';
import { startLyingProxy } from '../../fixtures/lying-proxy.ts';
import { oneMore } from '../../fixtures/liars.ts';

const FEW = { base: 'nothing', percent: 0, plus: 3 } as const;
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

function tryOut(draft: CaseDraft, bench = sandboxBench()): Promise<Tried> {
  return tryDraft(draft, { bench, seed: '1' });
}

describe('brief looks', () => {
  it('ask for less than half and find what holds', async () => {
    const [brief, thorough] = [await tryOut(BRIEF), await tryOut(DRAFT)];
    expect([brief.verdict, thorough.verdict]).toEqual(['held', 'held']);
    expect(brief.calls).toBeLessThan(thorough.calls / 2);
    expect(brief.run?.records.length).toBe(3);
  });

  it('find at the end what is wrong with a node that took no part', async () => {
    const honest = sandboxBench();
    let close = async (): Promise<void> => {};
    const lying: typeof honest = {
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
        let paid = 0;
        const proxy = await startLyingProxy({
          targets,
          addressOf: (node) => furnished.start.getNodeAttribute(node, 'address'),
          lie: async (heard) => {
            const reply = await heard.forward();
            if (heard.method === 'POST') paid += 1;
            const isTold = paid > 1 && heard.node === 'n1' && heard.path === '/channels';
            return isTold ? { ...reply, json: oneMore(reply.json) } : reply;
          },
        });
        close = () => proxy.close();
        return { ...furnished, targets: proxy.targets };
      },
    };
    try {
      const tried = await tryOut(BRIEF, lying);
      expect(tried.verdict).toBe('violated');
      expect(tried.found).toMatchObject({ check: 'balances' });
      expect(tried.found?.title).toMatch(/^n1/);
      expect(tried.run?.records.length).toBe(3);
    } finally {
      await close();
    }
  });
});

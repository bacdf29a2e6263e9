import { expect, it } from 'vitest';
import { checkNodes } from '../../../../src/jobs/check/check-nodes.ts';
import type { CheckReport } from '../../../../src/model/check/check-report.ts';
import { checkSentence, checkWord, notJudged } from '../../../../src/report/check/check-verdict.ts';
import type { Lie } from '../../../fixtures/lying-proxy.ts';
import { sequenceIn } from '../../scenario-text.ts';
import { lyingBench } from '../lying-bench.ts';

// Longer than an answer may take, and over long before the node is given up.
const TIME_MS = 6_000;
const DEADLINE_MS = 600_000;

/** A check of nodes that take requests of this kind and never answer, on the wall's clock: one sequence, with a request for it. */
async function checked(kind: 'POST /payments' | 'PATCH /channels', step: string): Promise<CheckReport> {
  const hangs = (): Lie => async (heard) => {
    if (!`${heard.method} ${heard.path}`.startsWith(kind)) return await heard.forward();
    await heard.gone;
    return 'break';
  };
  const bench = lyingBench(hangs);
  return await checkNodes({
    bench: {
      ...bench,
      atOnce: 1,
      furnish: async (scenario) => ({
        ...(await bench.furnish(scenario)),
        lockstep: undefined,
        deadlineMs: DEADLINE_MS,
      }),
    },
    firstCases: { rare: () => [sequenceIn('n1 100 - 100 n2', [step])], turns: () => [] },
    seed: '1',
    timeMs: TIME_MS,
    cases: 1,
  });
}

it('a payment that has no answer when the time is over is unknown, and said with how long it was open', async () => {
  const report = await checked('POST /payments', 'pay: {from: n1, to: n2, amount: 5}');
  expect(checkWord(report)).toBe('unknown');
  expect(checkSentence(report)).toMatch(
    /1 sequence could not be judged: n1 pays n2 5 TOK: no answer for \d+ s when the time was over/,
  );
});

it('a change of a channel that has none is said, since it may wait for blocks', async () => {
  const report = await checked('PATCH /channels', 'deposit: {from: n1, to: n2, totalDeposit: 110}');
  expect(report.sequences.unknown).toBe(0);
  expect(notJudged(report)[0]).toMatch(
    /^Not judged: n1 raises its deposit with n2 to 110 TOK: no answer for \d+ s when the time was over\./,
  );
});

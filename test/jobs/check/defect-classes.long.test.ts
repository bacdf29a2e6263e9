import { afterAll, describe, expect, it } from 'vitest';
import { readFirstCases } from '../../../src/cli/check/check-sequences.ts';
import { checkNodes } from '../../../src/jobs/check/check-nodes.ts';
import { type MutantBench, mutantBench } from '../../mutants/mutant-bench.ts';
import { MUTANTS } from '../../mutants/mutants.ts';

// Each stands for a class of defects that docs/check.md says a check sees.
const CLASSES = [
  'deadlock-when-asked-twice',
  'duplicate-never-answered',
  'channel-broken-after-expiry',
  'paid-twice-when-hung-up',
  'no-payments-after-hang-up',
  'secret-revealed-too-late',
];
const MINUTE_MS = 60_000;
const benches: MutantBench[] = [];

afterAll(async () => {
  await Promise.all(benches.map((bench) => bench.close()));
});

describe('a check sees', () => {
  it.each(CLASSES)('%s', { timeout: 5 * MINUTE_MS }, async (name) => {
    const mutant = MUTANTS.find((one) => one.name === name);
    if (mutant === undefined) throw new Error(`no mutant ${name}`);
    const bench = await mutantBench({ mutant });
    benches.push(bench);
    const report = await checkNodes({
      firstCases: readFirstCases(),
      bench,
      seed: '1',
      timeMs: MINUTE_MS,
      cases: 1,
    });
    const [found] = report.counterexamples;
    expect(found?.found.title).toBeDefined();
    expect(found?.steps).toBeLessThanOrEqual(6);
  });
});

import { readContract, readFirstCases } from '../../../src/cli/check/package-files.ts';
import { expect, it } from 'vitest';
import { checkNodes } from '../../../src/jobs/check/check-nodes.ts';
import { sandboxBench } from '../../../src/jobs/check/sandbox-bench.ts';

const MINUTE_MS = 60_000;

it.each(['raiden', 'raiden-light'])(
  'a minute of a sandbox of %s reaches every outcome that is named, or says why not',
  { timeout: 5 * MINUTE_MS },
  async (dialect) => {
    const report = await checkNodes({
      firstCases: readFirstCases(),
      bench: sandboxBench({ dialect }),
      contractOf: readContract,
      seed: '1',
      timeMs: MINUTE_MS,
      cases: 1,
    });
    expect(report.counterexamples).toEqual([]);
    expect(report.outcomes?.missing.filter(({ why }) => why === undefined)).toEqual([]);
  },
);

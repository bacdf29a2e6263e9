import { readContract, readFirstCases } from '../../../src/cli/check/package-files.ts';
import { describe, expect, it } from 'vitest';
import { checkNodes } from '../../../src/jobs/check/check-nodes.ts';
import { coverOutcomes } from '../../../src/jobs/check/coverage.ts';
import { sandboxBench } from '../../../src/jobs/check/sandbox-bench.ts';
import type { JudgedCase } from '../../../src/model/check/contract-report.ts';

const paid: JudgedCase = {
  name: 'pay',
  operation: 'pay',
  outcome: 'ok',
  source: 'recorded 1',
  verdict: { kind: 'agrees' },
};
const alone: JudgedCase = {
  ...paid,
  name: 'pay-nobody',
  outcome: 'no-route',
  verdict: { kind: 'not-run', needs: 'a node without a channel' },
};
const contract = {
  dialect: 'raiden',
  node: 'alice',
  url: 'http://127.0.0.1:1',
  cases: [paid, alone],
  absent: [{ status: 503, why: 'it is starting' }],
  partial: false,
};
const further = [
  { operation: 'pay', outcome: 'lock-expired', source: 'raiden.md 1.5' },
  { operation: 'pay', outcome: 'other', source: 'raiden.md 1.5', unlikeSandbox: 'it never says so' },
] as const;

describe('what of a dialect was seen', () => {
  it('is told with a reason for each pair that was not', () => {
    const covered = [{ operation: 'pay', outcome: 'lock-expired', times: 2 }] as const;
    expect(coverOutcomes({ contract, further, covered, isSandbox: true })).toEqual({
      dialect: 'raiden',
      named: 5,
      reached: 2,
      missing: [
        { operation: 'pay', outcome: 'no-route', why: 'it needs a node without a channel' },
        { operation: 'pay', outcome: 'other', why: 'it never says so' },
        { operation: 'every operation', outcome: '503', why: 'it is starting' },
      ],
    });
  });

  it('has no reason for what sequences could have come to, and none of a sandbox for other nodes', () => {
    const { reached, missing } = coverOutcomes({ contract, further, covered: [], isSandbox: false });
    expect(reached).toBe(1);
    expect(missing.filter(({ why }) => why === undefined)).toEqual([
      { operation: 'pay', outcome: 'lock-expired' },
      { operation: 'pay', outcome: 'other' },
    ]);
  });

  it('leaves nothing unexplained of a sandbox of light clients, within the first sequences', async () => {
    const bench = sandboxBench({ dialect: 'raiden-light' });
    const report = await checkNodes({
      firstCases: readFirstCases(),
      bench,
      contractOf: readContract,
      seed: '1',
      runs: 12,
      timeMs: 120_000,
      cases: 1,
    });
    expect(report.outcomes?.missing.filter(({ why }) => why === undefined)).toEqual([]);
    expect(report.outcomes?.reached).toBeGreaterThan(60);
  });
});

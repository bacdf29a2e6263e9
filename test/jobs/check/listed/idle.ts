import type { listedBench } from '../../../../src/jobs/check/listed/listed-bench.ts';
import { readCase } from '../../../../src/jobs/check/sequence.ts';
import type { Scenario } from '../../../../src/model/scenario/scenario.ts';

/** The nodes of a case, and nothing to do. */
export const idle = (text: string): Scenario => ({ ...readCase(text), steps: [] });

type ListedBench = ReturnType<typeof listedBench>;

/** A bench whose nodes are waited for so long until they agree. */
export function settlingWithin(settleMs: number, bench: ListedBench): ListedBench {
  return { ...bench, furnish: async (...asked) => ({ ...(await bench.furnish(...asked)), settleMs }) };
}

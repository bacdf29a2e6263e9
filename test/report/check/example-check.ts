import type { CheckReport } from '../../../src/model/check/check-report.ts';
import type { CaseVerdict, ContractReport } from '../../../src/model/check/contract-report.ts';
import type { Counterexample } from '../../../src/model/check/counterexample.ts';

/** No sequence was judged. */
export const NONE = { held: 0, violated: 0, accepted: 0, unknown: 0 };

/** A check that has judged nothing. */
export const NOTHING: CheckReport = {
  seed: '1',
  sequences: NONE,
  calls: 0,
  counterexamples: [],
  covered: [],
  uncovered: [],
  ended: 'runs',
  notJudged: [],
  isolation: 'each alone',
  unknowns: [],
  accepted: [],
};

/** A contract whose cases ended like this. */
export function contractOf(...verdicts: readonly CaseVerdict[]): ContractReport {
  const cases = verdicts.map((verdict, at) => {
    return { name: `pay-${at}`, operation: 'pay', outcome: 'ok', source: 'api.md 4', verdict } as const;
  });
  return { dialect: 'raiden', node: 'n1', url: 'http://n1', cases, absent: [], partial: false };
}

/** A mismatch that so many of three further attempts showed. */
export const seen = (times: number): Counterexample => ({
  id: `seen-${times}`,
  found: { check: 'balances', title: 'alice shows 4', predicted: '5', observed: '4' },
  pace: 'sequential',
  reproduced: { times, of: 3 },
  text: '',
  steps: 1,
  curl: [],
  afterSequences: 1,
  calls: [],
  shrinking: { tried: 2, kept: 0 },
});

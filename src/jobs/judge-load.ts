import type { LoadSpec } from '../model/load-spec.ts';
import type { Network } from '../model/network.ts';
import type { Scenario } from '../model/scenario.ts';
import type { LoadJudging } from './load-judging.ts';

/** How this project judges a load. */
export function judgeLoad(_load: {
  readonly scenario: Scenario;
  readonly spec: LoadSpec;
  readonly start: Network;
}): LoadJudging {
  return {
    observers: [],
    thresholds: () => [],
    afterLoad: async ({ records }) => ({ records, readings: [], findings: [], checks: [] }),
  };
}

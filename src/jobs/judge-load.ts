import { foresee } from '../checks/foresee.ts';
import { judgeThresholds } from '../checks/judge-thresholds.ts';
import type { LoadSpec } from '../model/load-spec.ts';
import type { Network } from '../model/network.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Reading } from '../model/reading.ts';
import { afterLoad, readBeforeLoad } from './after-load.ts';
import type { LoadJudging } from './load-judging.ts';
import { WatchHistory } from './watch-history.ts';

/** How this project judges a load. */
export function judgeLoad({
  scenario,
  spec,
  start,
}: {
  readonly scenario: Scenario;
  readonly spec: LoadSpec;
  readonly start: Network;
}): LoadJudging {
  let before: readonly Reading[] = [];
  const history = new WatchHistory();
  return {
    observers: [foresee({ start, protocol: scenario.protocol }), history],
    thresholds: (aggregate) => judgeThresholds({ thresholds: spec.thresholds, aggregate }),
    async beforeLoad(load) {
      before = await readBeforeLoad(load);
    },
    watch: ({ connections, clock }) => history.begin({ nodes: connections.readers, clock }, before),
    afterLoad: async (load) => await afterLoad(load, { before, looks: await history.finish() }),
  };
}

import { foresee } from '../../checks/foresight/foresee.ts';
import { judgeCourse } from '../../checks/course/load-course.ts';
import { judgeThresholds } from '../../checks/regression/judge-thresholds.ts';
import type { JudgedThreshold } from '../../model/load/load-result.ts';
import type { LoadSpec } from '../../model/scenario/load-spec.ts';
import type { LoadAggregate } from '../../model/load/load-aggregate.ts';
import type { LoadCourse } from '../../model/load/load-course.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import type { Reading } from '../../model/run/reading.ts';
import { afterLoad, readBeforeLoad } from './after-load.ts';
import type { LoadJudging } from './load-judging.ts';
import type { Target } from '../target/target.ts';
import { WatchHistory } from './watch/watch-history.ts';
import { LoadWatcher } from './watch/watch-load.ts';

/** How this project judges a load. */
export function judgeLoad({
  scenario,
  spec,
  start,
  targets,
}: {
  readonly scenario: Scenario;
  readonly spec: LoadSpec;
  readonly start: Network;
  /** Whose channels are watched; absent: nobody's. */
  readonly targets?: Readonly<Record<NodeName, Target>>;
}): LoadJudging {
  let watcher: LoadWatcher | undefined;
  let before: readonly Reading[] = [];
  const history = new WatchHistory();
  return {
    observers: [
      foresee({ start, protocol: scenario.protocol }),
      { ended: (record) => watcher?.ended(record) },
      history,
    ],
    thresholds: (aggregate) => thresholdsOf(spec, aggregate),
    async beforeLoad(load) {
      before = await readBeforeLoad(load);
      return before;
    },
    watch({ connections, clock }) {
      history.begin({ nodes: connections.readers, clock }, before);
      if (targets === undefined) return;
      watcher = new LoadWatcher({ start, targets, clock });
      watcher.begin();
    },
    async close() {
      await watcher?.close();
    },
    async afterLoad(load) {
      const watch = await watcher?.end(load.signal);
      const course = judgeCourse(load.aggregate.series, watch);
      const judged = await afterLoad({ ...load, course }, { before, looks: await history.finish() });
      return { ...judged, course, ...(watch === undefined ? {} : { watch }) };
    },
  };
}

/** The thresholds of a load against everything that is known of it. */
export function thresholdsOf(spec: LoadSpec, aggregate: LoadAggregate): readonly JudgedThreshold[] {
  return judgeThresholds({ thresholds: spec.thresholds, aggregate });
}

/** How a load went, as far as its own payments tell. */
export function courseOf(aggregate: LoadAggregate): LoadCourse {
  return judgeCourse(aggregate.series);
}

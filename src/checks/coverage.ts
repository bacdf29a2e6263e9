import type { Run } from '../model/run/run.ts';
import type { Judgement } from './check.ts';
import { snapshotAt } from '../model/run/snapshot.ts';

/** How many operations there are to judge by, in words. */
export function operationsKept({ records, load }: Run): string {
  return `${records.length}${load?.kept.kind === 'sample' ? ` of ${load.kept.of}` : ''} operations`;
}

/** How many nodes were read after the run, in words. */
export function nodesRead(run: Run): string {
  return `${snapshotAt('end', run).channels.size} of ${run.start.order} nodes read`;
}

/** Nothing was judged, for this reason. */
export function notChecked(covered: string): Judgement {
  return { clues: [], covered, doubt: 'not-checked' };
}

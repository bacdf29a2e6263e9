import type { LoadResult } from '../../model/load/load-result.ts';
import { lostOutcomes } from '../../model/run/lost-outcomes.ts';
import type { Run } from '../../model/run/run.ts';

/**
 * Every operation has exactly one outcome: what was planned or sent and has no record is the driver's fault, and no
 * figure of the run can be believed. Silent where nothing is lost.
 */
export function judgeLostRecords(run: Run): Pick<LoadResult, 'findings' | 'checks'> {
  const { count, ids } = lostOutcomes(run);
  if (count === 0) return { findings: [], checks: [] };
  const named = ids.length === 0 ? '' : `: ${ids.join(', ')}${ids.length < count ? ' and others' : ''}`;
  const detail = `${count} operations were planned or sent and have no record${named}`;
  return {
    checks: [{ name: 'every-outcome', verdict: 'violated', detail }],
    findings: [
      {
        check: 'every-outcome',
        severity: 'difference',
        operation: ids[0] ?? null,
        title: 'the driver has lost outcomes',
        predicted: 'one record for every operation',
        observed: detail,
        decidedBy: 'the plan of the run, and how many operations were sent',
      },
    ],
  };
}

import type { Check } from '../check.ts';
import { discrepancyClue } from './discrepancy-clue.ts';
import { predictedDiscrepancies } from './predicted-discrepancies.ts';

/**
 * A node shows what it acknowledged at once, never goes back to an older state, and shows nothing in between
 * that never was. Other nodes may be late.
 */
export const staleReads: Check = {
  name: 'stale-reads',
  judge: (run) =>
    predictedDiscrepancies(run, ['channels', 'channel', 'history', 'connections', 'pending'])
      .filter(({ manner }) => manner !== 'settled' && manner !== 'answered')
      .map((found) => discrepancyClue({ found, run, check: staleReads.name })),
};

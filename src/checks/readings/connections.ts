import type { Check } from '../check.ts';
import { discrepancyClue } from './discrepancy-clue.ts';
import { predictedDiscrepancies } from './predicted-discrepancies.ts';

/** Every node's connections add up to its own deposits in its open channels, and to their number. */
export const connections: Check = {
  name: 'connections',
  judge: (run) =>
    // Which channels a node had before the run is part of what its sums may be.
    predictedDiscrepancies(run, ['channels', 'connections'])
      .filter(({ manner, view }) => manner === 'settled' && view.kind === 'connections')
      .map((found) => discrepancyClue({ found, run, check: connections.name })),
};

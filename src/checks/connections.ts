import type { Check } from './check.ts';
import { discrepancyClue } from './discrepancy-clue.ts';
import { predictedDiscrepancies } from './predicted-discrepancies.ts';

/** Every node's connections add up to its own deposits in its open channels, and to their number. */
export const connections: Check = {
  name: 'connections',
  judge: (run) =>
    predictedDiscrepancies(run, ['connections'])
      .filter(({ manner }) => manner === 'settled')
      .map((found) => discrepancyClue({ found, run, check: connections.name })),
};

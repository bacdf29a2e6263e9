import type { Check } from '../check.ts';
import { discrepancyClue } from './discrepancy-clue.ts';
import { predictedDiscrepancies } from './predicted-discrepancies.ts';

/** Every channel, in every view of both its ends, is as predicted: balance, deposits, state, time-outs. */
export const balances: Check = {
  name: 'balances',
  judge: (run) =>
    predictedDiscrepancies(run, ['channels', 'channel'])
      .filter(({ manner }) => manner === 'settled' || manner === 'answered')
      .map((found) => discrepancyClue({ found, run, check: balances.name })),
};

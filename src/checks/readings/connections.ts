import type { Check } from '../check.ts';
import { judgeByPrediction } from './predicted-discrepancies.ts';

/** Every node's connections add up to its own deposits in its open channels, and to their number. */
export const connections: Check = {
  name: 'connections',
  role: 'state',
  appliesTo: ['replay'],
  followsFrom: [],
  judge: (run) =>
    // Which channels a node had before the run is part of what its sums may be.
    judgeByPrediction(
      run,
      ['channels', 'connections'],
      ({ manner, view }) => manner === 'settled' && view.kind === 'connections',
    ),
};

import type { Check } from '../check.ts';
import { judgeByPrediction } from './predicted-discrepancies.ts';

/**
 * A node shows what it acknowledged at once, never goes back to an older state, and shows nothing in between
 * that never was. Other nodes may be late.
 */
export const staleReads: Check = {
  name: 'stale-reads',
  role: 'state',
  appliesTo: ['replay'],
  followsFrom: [],
  judge: (run) =>
    judgeByPrediction(
      run,
      ['channels', 'channel', 'history', 'connections', 'pending'],
      ({ manner }) => manner !== 'settled' && manner !== 'answered',
    ),
};

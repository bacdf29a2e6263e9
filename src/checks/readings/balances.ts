import type { Check } from '../check.ts';
import { judgeByPrediction } from './predicted-discrepancies.ts';

/** Every channel, in every view of both its ends, is as predicted: balance, deposits, state, time-outs. */
export const balances: Check = {
  name: 'balances',
  role: 'state',
  appliesTo: ['replay'],
  followsFrom: [],
  judge: (run) =>
    judgeByPrediction(
      run,
      ['channels', 'channel'],
      ({ manner }) => manner === 'settled' || manner === 'answered',
    ),
};

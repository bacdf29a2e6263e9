import type { Amount } from '../../model/network/amount.ts';
import type { Network } from '../../model/network/network.ts';
import type { Check } from '../check.ts';
import { overlapsAnything } from '../outcomes/overlap.ts';

/** Two runs without readings, such as two simulations, end with the same channels and balances. */
export const endState: Check = {
  name: 'end-state',
  judge(run) {
    const { end, prediction, readings } = run;
    if (end === undefined || prediction?.end === undefined || readings.length > 0 || overlapsAnything(run))
      return [];
    const [predicted, observed] = [channelsOf(prediction.end), channelsOf(end)];
    return [...new Set([...predicted.keys(), ...observed.keys()])].flatMap((channel) => {
      const [before, after] = [predicted.get(channel) ?? 'not there', observed.get(channel) ?? 'not there'];
      if (before === after) return [];
      return [
        {
          check: endState.name,
          severity: 'difference' as const,
          operation: null,
          title: `channel ${channel} ends differently`,
          predicted: before,
          observed: after,
          decidedBy: 'the state the predicted run ends in',
          noticed: 'end' as const,
        },
      ];
    });
  },
};

// Who opened a channel is named first in one network, whose name comes first in another: the channel is the same.
function channelsOf(network: Network): ReadonlyMap<string, string> {
  return new Map(
    network.mapEdges((key, { state, balance, totalDeposit, totalWithdraw }, first, second) => {
      const inOrder = (amounts: readonly [Amount, Amount]): string =>
        (first < second ? amounts : amounts.toReversed()).join(' + ');
      return [
        `${key} between ${[first, second].toSorted().join(' and ')}`,
        `${state}, balances ${inOrder(balance)}, deposited ${inOrder(totalDeposit)}, withdrawn ${inOrder(totalWithdraw)}`,
      ];
    }),
  );
}

import type { Amount } from '../../model/network/amount.ts';
import type { Network } from '../../model/network/network.ts';
import { type Check, type Clue, notChecked } from '../check.ts';

/** Two runs without readings, such as two simulations, end with the same channels and balances. */
export const endState: Check = {
  name: 'end-state',
  role: 'state',
  appliesTo: ['replay'],
  judge(run, { isPredicted }) {
    const { end, prediction, readings } = run;
    if (end === undefined || prediction?.end === undefined || readings.length > 0 || !isPredicted)
      return notChecked('it is for two runs without readings whose operations did not overlap');
    const [predicted, observed] = [channelsOf(prediction.end), channelsOf(end)];
    const channels = [...new Set([...predicted.keys(), ...observed.keys()])];
    const clues = channels.flatMap((channel): readonly Clue[] => {
      const [before, after] = [predicted.get(channel) ?? 'not there', observed.get(channel) ?? 'not there'];
      if (before === after) return [];
      return [
        {
          title: `channel ${channel} ends differently`,
          predicted: before,
          observed: after,
          decidedBy: 'the state the predicted run ends in',
        },
      ];
    });
    return { clues, covered: `${channels.length} channels` };
  },
};

// One network names the opener of a channel first, another goes by the alphabet: the channel is the same.
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

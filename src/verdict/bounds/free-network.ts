import type { Amount } from '../../model/network/amount.ts';
import { type FeeSchedule, isFreeOfFees } from '../../model/network/fees.ts';
import type { Network } from '../../model/network/network.ts';
import type { ProtocolSpec } from '../../model/scenario/scenario.ts';

/** True when no node charges for mediating, so that every hop of a payment carries its amount exactly. */
export function isFreeNetwork(network: Network): boolean {
  return everySchedule(network, isFreeOfFees);
}

/** True when what a mediator charges does not depend on balances, so that the same way always costs the same. */
export function areFeesSteady(network: Network): boolean {
  return everySchedule(network, ({ imbalancePpm }) => imbalancePpm === 0);
}

// An unknown schedule is neither free nor steady.
function everySchedule(network: Network, is: (fees: FeeSchedule) => boolean): boolean {
  const tokens = network.getAttribute('tokens').map(({ name }) => name);
  return network.everyNode((_name, { fees }) =>
    tokens.every((token) => {
      const schedule = fees?.[token];
      return schedule !== undefined && is(schedule);
    }),
  );
}

/** The most that fees add to an amount: a sender accepts no more. */
export function mostFee(amount: Amount, { maxFeePercent }: Pick<ProtocolSpec, 'maxFeePercent'>): Amount {
  // In hundredths, so that half a percent is not lost; rounded up.
  return (amount * BigInt(Math.ceil(maxFeePercent * 100))) / 10_000n + 1n;
}

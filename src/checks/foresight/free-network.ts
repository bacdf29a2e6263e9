import type { Amount } from '../../model/network/amount.ts';
import type { FeeSchedule } from '../../model/network/fees.ts';
import type { Network } from '../../model/network/network.ts';
import type { ProtocolSpec } from '../../model/scenario/scenario.ts';

/** True when no node charges for mediating, so that every hop of a payment carries its amount exactly. */
export function isFreeNetwork(network: Network): boolean {
  const tokens = network.getAttribute('tokens').map(({ name }) => name);
  return network.everyNode((_name, { fees }) => tokens.every((token) => isFree(fees?.[token])));
}

function isFree(fees: FeeSchedule | undefined): boolean {
  return fees !== undefined && fees.flat === 0n && fees.proportionalPpm === 0 && fees.imbalancePpm === 0;
}

/** The most that fees add to an amount: a sender accepts no more. */
export function mostFee(amount: Amount, { maxFeePercent }: Pick<ProtocolSpec, 'maxFeePercent'>): Amount {
  // In hundredths, so that half a percent is not lost; rounded up.
  return (amount * BigInt(Math.ceil(maxFeePercent * 100))) / 10_000n + 1n;
}

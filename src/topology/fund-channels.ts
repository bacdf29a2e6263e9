import type { Amount } from '../model/network/amount.ts';
import { fieldError } from '../model/locate-faults.ts';
import type { PerEnd } from '../model/network/network.ts';
import type { NetworkSpec } from '../model/scenario/scenario.ts';
import type { RandomSource } from '../ports/random.ts';
import type { Structure } from '../ports/topology.ts';
import { amountDrawer } from '../runtime/draw.ts';
import { shareOut } from './share-out.ts';
import { capacitySplitter } from './split-capacity.ts';

/**
 * What both ends of each channel deposit, in the structure's order. Capacities and splits come from streams of their
 * own, so another split leaves every capacity as it was.
 */
export function fundChannels(
  channels: Structure['channels'],
  spec: NetworkSpec,
  random: RandomSource,
): readonly PerEnd<Amount>[] {
  const drawCapacity = amountDrawer(spec.capacity, random.stream(`capacity ${spec.token}`), 'capacity');
  const drawn = channels.map(({ capacity, deposits }) =>
    deposits ? deposits[0] + deposits[1] : (capacity ?? drawCapacity()),
  );
  const capacities = spec.totalDeposit === undefined ? drawn : scaled(drawn, spec.totalDeposit);
  const split = capacitySplitter(spec.split, random.stream(`split ${spec.token}`));
  return channels.map(({ deposits }, index) => {
    const capacity = capacities[index] as Amount;
    return deposits ? inProportion(capacity, deposits) : split(capacity);
  });
}

function scaled(capacities: readonly Amount[], totalDeposit: Amount): readonly Amount[] {
  if (capacities.length === 0 && totalDeposit > 0n)
    throw fieldError('totalDeposit', `found ${totalDeposit} to share out, but the topology has no channels`);
  return shareOut(totalDeposit, capacities);
}

function inProportion(capacity: Amount, deposits: PerEnd<Amount>): PerEnd<Amount> {
  const [first, second] = shareOut(capacity, deposits);
  return [first as Amount, second as Amount];
}

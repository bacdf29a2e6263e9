import type { FeeSchedule } from '../../model/network/fees.ts';
import { madeOnce } from '../../model/gather.ts';

/** The charge of a Lightning node for a payment that leaves through a channel: a fixed part, and one of the amount. */
export interface ChannelPolicy {
  readonly baseMsat: number;
  readonly ppm: number;
  /** Nothing is sent through this end of the channel; absent: it may be. */
  readonly disabled?: boolean | undefined;
  /** What else it says, which no network of ours knows; absent: nothing. */
  readonly aside?: readonly string[];
}

/** `null`: the end has none; undefined: the file does not say. */
export type EndPolicy = ChannelPolicy | null | undefined;

const MSAT = 1000;
const MOST_PPM = 1_000_000;

/**
 * The schedule of a node with these policies: the median of each part. A Lightning node charges for the channel that a
 * payment leaves through, and a schedule for both: half of it on each, to the thousandth of a satoshi.
 */
export function feesOf(policies: readonly ChannelPolicy[]): FeeSchedule {
  const halfBaseMsat = Math.round(medianOf(policies.map(({ baseMsat }) => baseMsat)) / 2);
  const halfPpm = medianOf(policies.map((policy) => policy.ppm)) / 2;
  return {
    flat: BigInt(Math.floor(halfBaseMsat / MSAT)),
    ...(halfBaseMsat % MSAT === 0 ? {} : { flatThousandths: halfBaseMsat % MSAT }),
    proportionalPpm: Math.min(MOST_PPM, halfPpm),
    imbalancePpm: 0,
  };
}

/** Whether one schedule says less than these policies. */
export function isMixed(policies: readonly ChannelPolicy[]): boolean {
  if (policies.length === 0) return false;
  const { flat, flatThousandths = 0, proportionalPpm } = feesOf(policies);
  const isSame = ({ baseMsat, ppm }: ChannelPolicy): boolean =>
    baseMsat === 2 * (MSAT * Number(flat) + flatThousandths) && ppm === 2 * proportionalPpm;
  return !policies.every(isSame);
}

function isClosed(policy: EndPolicy): boolean {
  return policy === null || policy?.disabled === true;
}

/** Whether a channel with these policies of its ends passes payments in a direction. */
export function isUsable(policies: readonly EndPolicy[]): boolean {
  return !policies.every(isClosed);
}

/** A sentence on what channels' ends say that is left aside, once for each end; empty: it is nothing. */
export function leftAside(policies: Iterable<readonly [unknown, EndPolicy]>, at = ''): readonly string[] {
  const ends = new Map<string, Set<unknown>>();
  for (const [end, policy] of policies) {
    if (policy === undefined) continue;
    const closed = isClosed(policy) ? ['directions that are disabled or have no policy'] : [];
    for (const what of [...closed, ...(policy?.aside ?? [])]) madeOnce(ends, what, () => new Set()).add(end);
  }
  if (ends.size === 0) return [];
  const list = [...ends].map(([what, { size }]) => `${what} (${size})`).join(', ');
  return [`left aside${at}, payments go as if they were not there: ${list}`];
}

/** The middle one; of an even number the lower of two. */
export function medianOf<Value extends number | bigint>(values: readonly Value[]): Value {
  const sorted = [...values].sort((one, other) => (one < other ? -1 : 1));
  return sorted[Math.floor((sorted.length - 1) / 2)] as Value;
}

import { InterruptedError, onError } from '../../../errors.ts';
import {
  type Capacity,
  type CapacityEnd,
  type CapacityProbe,
  isCounted,
} from '../../../model/capacity/capacity.ts';
import type { Clock } from '../../../ports/clock.ts';
import { CapacityBelief } from '../../../statistics/capacity-belief.ts';

export interface CapacitySearch {
  /** Offers that many payments per second for a while and says whether the target sustained it. */
  readonly probe: (rate: number) => Promise<CapacityProbe>;
  /** Where the search begins; it at most doubles from what held, so that a target is not flooded blindly. */
  readonly startRate: number;
  readonly lowestRate?: number;
  readonly highestRate: number;
  /** How long one probe offers payments; of a search without, only the probes are counted. */
  readonly probeMs?: number;
  readonly clock?: Pick<Clock, 'nowMs'>;
  /** Ends when the interval's upper end is at most this share above its lower one. */
  readonly precision?: number;
  /** After each probe, with the answer as it would be if the search ended here. */
  readonly onProbe?: (probe: CapacityProbe, soFar: Capacity) => void;
  readonly signal?: AbortSignal | undefined;
}

// Within 2.5 % to each side of the middle.
const DEFAULT_PRECISION = 0.05;

const CONFIDENCE = 0.95;

// A sharp limit takes about 22. A noisy one is known within a fifth after 30, and further probes narrow it down slowly:
// with 10 s each and the waits between them that is eight minutes.
const MOST_PROBES = 30;

// So many times what all these offer: a target that takes minutes to recover from each is not asked for an hour.
const MOST_TIMES = 2;

// One payment in ten seconds: less is no load.
const DEFAULT_LOWEST_RATE = 0.1;

// An end of the allowed range is believed after this many probes there that agree.
const ENOUGH_AT_AN_END = 3;

// A limit is believed when so many probes near it held, and as many failed: one may be a fluke, two hardly.
const ENOUGH_NEARBY = 2;
const NEAR = 1.15;

// A probe during which the driver itself was held up is made again as often; a driver that is always late must be believed.
const MOST_REPEATS = 3;
// On a machine that is busy all the time repeating does not help.
const MOST_REPEATS_IN_ALL = 10;

/** Searches the highest rate at which probes hold, as often as they fail; probes may be noisy. */
export async function findCapacity(search: CapacitySearch): Promise<Capacity> {
  const endMs = (search.clock?.nowMs() ?? 0) + MOST_TIMES * MOST_PROBES * (search.probeMs ?? 0);
  const isLate = (): boolean => search.clock !== undefined && search.clock.nowMs() >= endMs;
  const { precision = DEFAULT_PRECISION, lowestRate = DEFAULT_LOWEST_RATE, highestRate } = search;
  const belief = new CapacityBelief({ lowestRate, highestRate });
  const probes: CapacityProbe[] = [];
  const interval = () => ({
    from: belief.quantile((1 - CONFIDENCE) / 2),
    to: belief.quantile((1 + CONFIDENCE) / 2),
  });
  const conclude = (ended: CapacityEnd): Capacity => {
    return { rate: belief.quantile(0.5), ...interval(), confidence: CONFIDENCE, ended, probes: [...probes] };
  };
  let rate = search.startRate;
  let repeats = 0;
  for (;;) {
    if (search.signal?.aborted) return conclude('interrupted');
    const counted = probes.filter(isCounted);
    if (counted.length >= MOST_PROBES || (probes.length > 0 && isLate())) return conclude('most-probes');
    const wanted = nextRate(search.startRate, counted, belief);
    if (repeats === 0) rate = Math.min(Math.max(wanted, lowestRate), highestRate);
    // Ctrl-C may come while a probe prepares its targets.
    const probe = await search.probe(rate).catch(onError(InterruptedError, () => undefined));
    if (probe === undefined || search.signal?.aborted) return conclude('interrupted');
    const isPatient = repeats < MOST_REPEATS && probes.length - counted.length < MOST_REPEATS_IN_ALL;
    const isRepeated = probe.doubt !== undefined && isPatient;
    repeats = isRepeated ? repeats + 1 : 0;
    const made: CapacityProbe = isRepeated ? { ...probe, repeated: true } : probe;
    probes.push(made);
    if (isCounted(made)) belief.learn(made);
    const soFar = interval();
    search.onProbe?.(made, conclude('interrupted'));
    if (agreeAt(probes, highestRate, true)) return conclude('not-reached');
    if (agreeAt(probes, lowestRate, false)) return conclude('below-lowest');
    if (isConfirmed(probes, belief.quantile(0.5)) && soFar.to <= soFar.from * (1 + precision))
      return conclude('found');
  }
}

function nextRate(startRate: number, probes: readonly CapacityProbe[], belief: CapacityBelief): number {
  const held = probes.filter(({ holds }) => holds).map(({ rate }) => rate);
  const failed = probes.filter(({ holds }) => !holds).map(({ rate }) => rate);
  if (held.length === 0) return failed.length === 0 ? startRate : Math.min(...failed) / 2;
  const highest = Math.max(...held);
  if (failed.length === 0) return highest * 2;
  return belief.nextRate(highest * 2);
}

function isConfirmed(probes: readonly CapacityProbe[], limit: number): boolean {
  const near = probes.filter(
    (probe) => isCounted(probe) && probe.rate * NEAR >= limit && probe.rate <= limit * NEAR,
  );
  const held = near.filter(({ holds }) => holds);
  return held.length >= ENOUGH_NEARBY && near.length - held.length >= ENOUGH_NEARBY;
}

function agreeAt(probes: readonly CapacityProbe[], rate: number, holds: boolean): boolean {
  const there = probes.filter((probe) => isCounted(probe) && probe.rate === rate);
  return there.length >= ENOUGH_AT_AN_END && there.every((probe) => probe.holds === holds);
}

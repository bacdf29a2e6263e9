import { InvariantError } from '../errors.ts';
import { fieldError, locateFaults } from '../model/locate-faults.ts';
import type { Network } from '../model/network/network.ts';
import type { ArrivalSpec, TrafficSpec } from '../model/scenario/scenario.ts';
import type { RandomSource, RandomStream } from '../ports/random.ts';
import type { ArrivalProcess, PairChooser } from '../ports/workload.ts';
import { amountDrawer } from '../runtime/draw.ts';
import type { PlannedOperation } from './planned-operation.ts';

/** A traffic, and what it takes to plan it. */
export interface TrafficContext {
  readonly traffic: TrafficSpec;
  readonly index: number;
  /** Names this traffic's random streams. */
  readonly stream: string;
  readonly network: Network;
  readonly random: RandomSource;
  readonly arrivals: readonly ArrivalProcess[];
  readonly pairs: readonly PairChooser[];
  readonly nextIdentifier: () => bigint;
  /** How many operations the plan still has room for. */
  readonly room: number;
}

/**
 * The payments of one traffic, in order of arrival. Moments, amounts and pairs come from streams of their own, so
 * that other amounts leave the moments and the pairs as they were.
 */
export function planTraffic(context: TrafficContext): readonly PlannedOperation[] {
  const { traffic, index, stream, network, random, nextIdentifier } = context;
  const { token, startMs } = traffic;
  if (!network.getAttribute('tokens').some(({ name }) => name === token))
    throw fieldError('token', `found ${JSON.stringify(token)}, expected one of the scenario's tokens`);
  const moments = arrivalMoments(context, random.stream(`${stream} arrivals`));
  const choosePair = pairChooser(traffic, context, random.stream(`${stream} pairs`));
  const drawAmount = amountDrawer(traffic.amounts, random.stream(`${stream} amounts`));
  return moments.map((moment, position) => {
    const [node, target] = choosePair();
    const amount = locateFaults({ file: '', prefix: 'amounts' }, drawAmount);
    return {
      // Whole microseconds again: the sum of two doubles need not be.
      atMs: Math.round((startMs + moment) * 1000) / 1000,
      origin: `traffic[${index}]#${position}`,
      request: { kind: 'pay', node, target, token, amount, identifier: nextIdentifier() },
    };
  });
}

function arrivalMoments(
  { traffic, arrivals, room }: TrafficContext,
  random: RandomStream,
): readonly number[] {
  const { durationMs = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY } = traffic;
  if (!Number.isFinite(durationMs) && !Number.isFinite(count))
    throw fieldError(
      '',
      'found neither a duration nor a count, expected at least one of them: the traffic would never end',
    );
  checkArrivals(traffic.arrivals);
  const process = arrivals.find(({ kind }) => kind === traffic.arrivals.kind);
  if (!process) throw new InvariantError(`no arrival process ${traffic.arrivals.kind}`);
  const moments: number[] = [];
  if (count <= 0) return moments;
  for (const moment of process.arrivals(traffic.arrivals, random)) {
    if (moment >= durationMs) break;
    if (moments.length >= room)
      throw fieldError(
        '',
        `found more operations than the ${room} left of a plan, expected a lower rate, a shorter duration or a smaller count`,
      );
    moments.push(moment);
    if (moments.length >= count) break;
  }
  return moments;
}

// The scenario parser says this too, with the line; here it keeps the loop above finite whoever calls.
function checkArrivals(spec: ArrivalSpec): void {
  if (spec.kind === 'burst') {
    if (!Number.isInteger(spec.size) || spec.size < 1)
      throw fieldError('arrivals.burst.size', `found ${spec.size}, expected a whole number from 1`);
    if (!(spec.everyMs > 0) || !Number.isFinite(spec.everyMs))
      throw fieldError('arrivals.burst.every', `found ${spec.everyMs}, expected more than 0`);
    return;
  }
  // Slower than one payment in 30 years is a slip, and would soon leave the range of exact milliseconds.
  if (!(spec.ratePerSecond >= 1e-9) || !Number.isFinite(spec.ratePerSecond))
    throw fieldError(
      `arrivals.${spec.kind}.perSecond`,
      `found ${spec.ratePerSecond}, expected at least 1e-9`,
    );
}

/** Chooses who pays whom as the traffic says. */
export function pairChooser(
  { pairs: spec, token }: TrafficSpec,
  { network, pairs }: Pick<TrafficContext, 'network' | 'pairs'>,
  random: RandomStream,
): ReturnType<PairChooser['chooser']> {
  const chooser = pairs.find(({ kind }) => kind === spec.kind);
  if (!chooser) throw new InvariantError(`no pair chooser ${spec.kind}`);
  return locateFaults({ file: '', prefix: `pairs.${chooser.kind}` }, () =>
    chooser.chooser(spec, { network, token, random }),
  );
}

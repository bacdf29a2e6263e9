import { InvariantError } from '../errors.ts';
import { fieldError } from '../model/locate-faults.ts';
import type { ArrivalSpec } from '../model/scenario/scenario.ts';
import type { ArrivalProcess } from '../ports/workload.ts';
import type { PlannedOperation } from './planned-operation.ts';
import { type TrafficContext, trafficPayments } from './traffic-payments.ts';

/** A traffic, and what it takes to plan it. */
export interface PlanTraffic extends TrafficContext {
  readonly arrivals: readonly ArrivalProcess[];
  /** How many operations the plan still has room for. */
  readonly room: number;
}

/** The payments of one traffic, in order of arrival. Moments come from a stream of their own. */
export function planTraffic(context: PlanTraffic): readonly PlannedOperation[] {
  const { traffic, at, network } = context;
  const { token, startMs } = traffic;
  if (!network.getAttribute('tokens').some(({ name }) => name === token))
    throw fieldError(`${at}.token`, `found ${JSON.stringify(token)}, expected one of the scenario's tokens`);
  const moments = arrivalMoments(context);
  const nextPayment = trafficPayments(context);
  return moments.map((moment, position) => ({
    // Whole microseconds again: the sum of two doubles need not be.
    atMs: Math.round((startMs + moment) * 1000) / 1000,
    origin: `${at}#${position}`,
    request: nextPayment(),
  }));
}

function arrivalMoments(context: PlanTraffic): readonly number[] {
  const { traffic, at, stream, random, arrivals, room } = context;
  const { durationMs = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY } = traffic;
  if (!Number.isFinite(durationMs) && !Number.isFinite(count))
    throw fieldError(
      at,
      'found neither a duration nor a count, expected at least one of them: the traffic would never end',
    );
  checkArrivals(traffic.arrivals, `${at}.arrivals`);
  const process = arrivals.find(({ kind }) => kind === traffic.arrivals.kind);
  if (!process) throw new InvariantError(`no arrival process ${traffic.arrivals.kind}`);
  const moments: number[] = [];
  if (count <= 0) return moments;
  for (const moment of process.arrivals(traffic.arrivals, random.stream(`${stream} arrivals`))) {
    if (moment >= durationMs) break;
    if (moments.length >= room)
      throw fieldError(
        at,
        `found more operations than the ${room} left of a plan, expected a lower rate, a shorter duration or a smaller count`,
      );
    moments.push(moment);
    if (moments.length >= count) break;
  }
  return moments;
}

// The scenario parser says this too, with the line; here it keeps the loop above finite whoever calls.
function checkArrivals(spec: ArrivalSpec, at: string): void {
  if (spec.kind === 'burst') {
    if (!Number.isInteger(spec.size) || spec.size < 1)
      throw fieldError(`${at}.burst.size`, `found ${spec.size}, expected a whole number from 1`);
    if (!(spec.everyMs > 0) || !Number.isFinite(spec.everyMs))
      throw fieldError(`${at}.burst.every`, `found ${spec.everyMs}, expected more than 0`);
    return;
  }
  // Slower than one payment in 30 years is a slip, and would soon leave the range of exact milliseconds.
  if (!(spec.ratePerSecond >= 1e-9) || !Number.isFinite(spec.ratePerSecond))
    throw fieldError(`${at}.${spec.kind}.perSecond`, `found ${spec.ratePerSecond}, expected at least 1e-9`);
}

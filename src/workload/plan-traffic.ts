import { InvariantError } from '../errors.ts';
import { fieldError } from '../model/locate-faults.ts';
import type { Network } from '../model/network/network.ts';
import type { PayRequest } from '../model/run/operation.ts';
import type { TrafficSpec } from '../model/scenario/scenario.ts';
import type { RandomSource } from '../ports/random.ts';
import type { ArrivalProcess, PairChooser } from '../ports/workload.ts';
import { amountDrawer } from '../runtime/draw.ts';
import { NumberColumn } from '../statistics/number-column.ts';
import type { PlannedPart } from './operation-plan.ts';

/** A traffic, and what it takes to plan it. */
export interface PlanTraffic extends Omit<TrafficContext, 'nextIdentifier'> {
  /** Begins the identifiers of this traffic. */
  readonly nextIdentifier: () => () => bigint;
  readonly arrivals: readonly ArrivalProcess[];
  /** How many operations the plan still has room for. */
  readonly room: number;
}

/** The payments of one traffic, in order of arrival. Moments come from a stream of their own. */
export function planTraffic({ nextIdentifier, ...context }: PlanTraffic): PlannedPart {
  const { traffic, at } = context;
  const begin = (): (() => PayRequest) => trafficPayments({ ...context, nextIdentifier: nextIdentifier() });
  // Begun before anything starts, to find what is wrong; most plans are gone through once.
  let begun: (() => PayRequest) | undefined = begin();
  return {
    // Whole microseconds again: the sum of two doubles need not be.
    moments: arrivalMoments(context).map((moment) => Math.round((traffic.startMs + moment) * 1000) / 1000),
    begin() {
      const nextPayment = begun ?? begin();
      begun = undefined;
      return ({ position, id, atMs }) => {
        const { kind, node, target, token: paidIn, amount, identifier } = nextPayment();
        // Written out: to spread an object into another that has fields takes longer than to draw the payment.
        return {
          id,
          atMs,
          origin: `${at}#${position}`,
          kind,
          node,
          target,
          token: paidIn,
          amount,
          identifier,
        };
      };
    },
  };
}

function arrivalMoments(context: Omit<PlanTraffic, 'nextIdentifier'>): Float64Array {
  const { traffic, at, stream, random, arrivals, room } = context;
  const { durationMs = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY } = traffic;
  const process = arrivals.find(({ kind }) => kind === traffic.arrivals.kind);
  if (!process) throw new InvariantError(`no arrival process ${traffic.arrivals.kind}`);
  const moments = new NumberColumn();
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
  return moments.values();
}

/** A traffic, and what it takes to draw its payments. */
export interface TrafficContext {
  readonly traffic: TrafficSpec;
  /** Field path of the traffic in the scenario, with which faults begin. */
  readonly at: string;
  /** Names its random streams. */
  readonly stream: string;
  readonly network: Network;
  readonly random: RandomSource;
  readonly pairs: readonly PairChooser[];
  readonly nextIdentifier: () => bigint;
}

/**
 * Draws one payment of a traffic after the other. Amounts and pairs come from streams of their own, so that other
 * amounts leave the pairs as they were. Throws InputError when there is nothing to draw from.
 */
export function trafficPayments(context: TrafficContext): () => PayRequest {
  const { traffic, at, stream, network, random, pairs, nextIdentifier } = context;
  const { token, amounts, pairs: spec } = traffic;
  const chooser = pairs.find(({ kind }) => kind === spec.kind);
  if (!chooser) throw new InvariantError(`no pair chooser ${spec.kind}`);
  const between = {
    network,
    token,
    random: random.stream(`${stream} pairs`),
    at: `${at}.pairs.${spec.kind}`,
  };
  const choosePair = chooser.chooser(spec, between);
  const drawAmount = amountDrawer(amounts, random.stream(`${stream} amounts`));
  return () => {
    const [node, target] = choosePair();
    return { kind: 'pay', node, target, token, amount: drawAmount(), identifier: nextIdentifier() };
  };
}

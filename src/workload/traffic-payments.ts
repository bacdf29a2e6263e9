import { InvariantError } from '../errors.ts';
import type { Network } from '../model/network/network.ts';
import type { PayRequest } from '../model/run/operation.ts';
import type { TrafficSpec } from '../model/scenario/scenario.ts';
import type { RandomSource } from '../ports/random.ts';
import type { PairChooser } from '../ports/workload.ts';
import { amountDrawer } from '../runtime/draw.ts';

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
  const drawAmount = amountDrawer(amounts, random.stream(`${stream} amounts`), `${at}.amounts`);
  return () => {
    const [node, target] = choosePair();
    return { kind: 'pay', node, target, token, amount: drawAmount(), identifier: nextIdentifier() };
  };
}

import type { Network, NodeName } from '../model/network/network.ts';
import type { ArrivalSpec, PairSpec } from '../model/scenario/scenario.ts';
import type { RandomStream } from './random.ts';

/** Moments of arrival in milliseconds after the traffic's start, ascending; endless where the spec is. */
export interface ArrivalProcess<Kind extends ArrivalSpec['kind'] = ArrivalSpec['kind']> {
  readonly kind: Kind;
  arrivals(spec: Extract<ArrivalSpec, { kind: Kind }>, random: RandomStream): Iterable<number>;
}

/** The network that pairs are chosen in. */
export interface PairContext {
  readonly network: Network;
  readonly token: string;
  readonly random: RandomStream;
  /** Field path of the spec in the scenario, with which faults begin. */
  readonly at: string;
}

/** Chooses who pays whom in a network. */
export interface PairChooser<Kind extends PairSpec['kind'] = PairSpec['kind']> {
  readonly kind: Kind;
  chooser(spec: Extract<PairSpec, { kind: Kind }>, context: PairContext): () => readonly [NodeName, NodeName];
}

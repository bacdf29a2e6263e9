import type { Amount } from '../network/amount.ts';
import type { FeeSchedule } from '../network/fees.ts';
import type { NodeName, PerEnd, TokenName } from '../network/network.ts';
import type { MeasuredParts } from '../run/selected-metric.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** One variant that planning tries: a scenario whose starting network is changed. */
export interface Experiment {
  readonly scenario: Scenario;
  /** In the order in which they are made. */
  readonly changes: readonly NetworkChange[];
}

/** A change that planning makes to a starting network; channels by edge key, amounts in smallest units. */
export type NetworkChange =
  /** Adds to what one end has deposited. */
  | { readonly kind: 'fund'; readonly channel: string; readonly end: 0 | 1; readonly amount: Amount }
  /** Divides an amount among ends alike; absent: among all ends of all channels. */
  | { readonly kind: 'spread'; readonly at?: EndSelector; readonly amount: Amount }
  /** The node is offline from the start; payments that it sends or gets fail. */
  | { readonly kind: 'remove-node'; readonly node: NodeName }
  | { readonly kind: 'remove-channel'; readonly channel: string }
  /** Sets what ends have deposited: of all channels, of one node's, of a class of channels, or of one channel. */
  | { readonly kind: 'deposit'; readonly at: EndSelector; readonly amount: Amount }
  | {
      readonly kind: 'open';
      readonly token: TokenName;
      readonly between: PerEnd<NodeName>;
      readonly deposits: PerEnd<Amount>;
    }
  | {
      readonly kind: 'charge';
      readonly node: NodeName;
      readonly token: TokenName;
      readonly fees: FeeSchedule;
    };

/** Which channel ends are meant. */
export type EndSelector =
  | 'all'
  /** The ends of these nodes, of all their channels or of those with these partners. */
  | { readonly owners: readonly NodeName[]; readonly partners?: readonly NodeName[] }
  | { readonly channel: string; readonly end: 0 | 1 };

/** One simulation: an experiment with the chance of one seed. */
export interface ReplicationJob extends Experiment {
  readonly seed: string;
  /** The seed that draws the network: the same for every replication, or the replication's own. */
  readonly networkSeed: string;
  /** Payments that started before are left out of the figures. */
  readonly warmUpMs: number;
  /** Parts of the run that are measured by themselves; absent: none. */
  readonly parts?: MeasuredParts;
  /** Nothing but metrics is read: ends, nodes, pairs and classes of amounts are left empty. */
  readonly metricsOnly?: true;
}

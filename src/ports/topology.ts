import type { Amount } from '../model/network/amount.ts';
import type { FeeSchedule } from '../model/network/fees.ts';
import type { NodeName, PerEnd } from '../model/network/network.ts';
import type { TopologySpec } from '../model/scenario/scenario.ts';
import type { RandomStream } from './random.ts';

/** Builds the structure only: nodes and who has a channel with whom; money is added by the caller. */
export interface TopologyGenerator<Kind extends TopologySpec['kind'] = TopologySpec['kind']> {
  readonly kind: Kind;
  generate(spec: Extract<TopologySpec, { kind: Kind }>, random: RandomStream): Structure;
}

/** Nodes in order, and channels as pairs of their places; fees, capacity or deposits only where the source knows them. */
export interface Structure {
  readonly nodes: readonly {
    readonly name: NodeName;
    readonly alias?: string;
    readonly fees?: FeeSchedule;
  }[];
  readonly channels: readonly {
    readonly between: PerEnd<number>;
    readonly capacity?: Amount;
    /** A node knows its own end for certain, and not always the other. */
    readonly deposits?: readonly [Amount | undefined, Amount | undefined];
  }[];
  /** Sentences about missing fields of a file, and about fields that the structure changes. */
  readonly notes?: readonly string[];
}

import type { Address } from '../../../model/network/address.ts';
import type { NodeName } from '../../../model/network/network.ts';
import type { NodeApi } from '../../../ports/node-api.ts';

/** A node that is asked after a sequence for what the sequence itself did not ask. */
export interface ProbedNode {
  readonly name: NodeName;
  readonly address: Address;
  readonly api: NodeApi;
}

/** What probes need beside nodes. */
export interface Probing {
  readonly onCall: () => void;
  /** From 0 to 1; what is asked for anew has identifiers of its own. */
  readonly draw: () => number;
  /** On the wall. */
  readonly nowMs: () => number;
  /** How long a block takes there; absent: no payment may wait until its lock expires. */
  readonly blockMs: number | undefined;
  /** Histories of which the parts were right before, by node: they are not asked for again. */
  readonly probed: ProbedHistories;
}

/** The text of the whole history of each node. */
export type ProbedHistories = Map<NodeName, string>;

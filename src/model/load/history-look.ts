import type { NodeName } from '../network/network.ts';

/** A look at the end of a node's history while a load runs. */
export interface HistoryLook {
  readonly node: NodeName;
  /** On the run's clock, just before it was asked. */
  readonly askedAtMs: number;
  /** Entries that stood there when it answered, all that stood before the load included; it may have been fewer. */
  readonly atMost: number;
}

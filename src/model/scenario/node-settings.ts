import type { FeeSchedule } from '../network/fees.ts';

/** The options that a node is started with, as far as they have an effect here. */
export interface NodeSettings {
  readonly fees?: FeeSchedule;
  /** Blocks, in channels that it opens. */
  readonly settleTimeout?: number;
  /** Blocks, at its end of every channel. */
  readonly revealTimeout?: number;
  /** A monitoring service answers closes for it while it is away. */
  readonly monitored?: boolean;
  /** Paths asked for per payment that it sends. */
  readonly maxPaths?: number;
}

import type { DrainedEnd } from '../load/load-watch.ts';

/** When an end of a channel was depleted for the first time: from then on it held less than 5 % of the capacity. */
export interface DepletedEnd extends DrainedEnd {
  /** The payment that depleted it; absent: a withdrawal or a swap did. */
  readonly payment?: number;
}

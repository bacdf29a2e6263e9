import type { Moment, Reading } from '../../model/run/reading.ts';
import type { Mismatch } from './mismatches.ts';

/** One fact that a node showed otherwise than predicted. */
export interface Discrepancy extends Pick<Reading, 'moment' | 'node' | 'view'>, Omit<Mismatch, 'key'> {
  readonly manner: Manner;
  /** True when the view shows what it showed before: it did not learn of the operation. */
  readonly isOld: boolean;
  /** Moment of the last look at this fact; absent: never looked at before. */
  readonly since?: Moment;
}

/**
 * How the difference showed. `settled`: it stayed until the deadline. `answered`: the answer to the
 * operation itself showed it. `late`: the node that acknowledged the
 * operation did not show it on its first reading. `went-back`: an older state after a newer one.
 * `flickered`: for a while something that was neither the state before nor the state after.
 */
export type Manner = 'settled' | 'answered' | 'late' | 'went-back' | 'flickered';

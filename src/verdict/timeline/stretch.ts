/** A stretch of time on the run's clock; a record of an operation is one, from its request to its answer. */
export interface Stretch {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** From before the run to after it. */
export const ALWAYS: Stretch = {
  startedAtMs: Number.NEGATIVE_INFINITY,
  endedAtMs: Number.POSITIVE_INFINITY,
};

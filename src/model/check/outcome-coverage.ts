/** Which of the outcomes that a dialect's reference names a check has seen, and why not the others. */
export interface OutcomeCoverage {
  readonly dialect: string;
  /** How many pairs of an operation and an outcome there are. */
  readonly named: number;
  readonly reached: number;
  readonly missing: readonly MissingOutcome[];
}

/** A pair that was not seen. */
export interface MissingOutcome {
  /** By its name in the OpenAPI document. */
  readonly operation: string;
  /** Its class, or the status of a refusal that has none. */
  readonly outcome: string;
  /** Absent: nothing stood in the way, and no call of this run came to it. */
  readonly why?: string;
}

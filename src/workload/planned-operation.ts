import type { ExpectedOutcome, OperationRequest } from '../model/run/operation.ts';

/** An operation before the plan is in order and numbered. */
export interface PlannedOperation {
  readonly atMs: number;
  readonly origin: string;
  readonly expected?: ExpectedOutcome;
  /** Positions, among the steps' operations, of those that end before it starts. */
  readonly afterSteps?: readonly number[];
  readonly request: OperationRequest;
}

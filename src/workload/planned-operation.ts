import type { ExpectedOutcome, OperationRequest } from '../model/run/operation.ts';

/** An operation before the plan is in order and numbered. */
export interface PlannedOperation {
  readonly atMs: number;
  readonly origin: string;
  readonly expected?: ExpectedOutcome;
  /** Position, among the steps' operations, of the one before. */
  readonly afterStep?: number;
  readonly request: OperationRequest;
}

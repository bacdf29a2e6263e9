import type { OperationKind } from '../run/operation.ts';
import type { CaseFound } from './counterexample.ts';

/** A violation that is known, and why it is accepted for now. */
export interface AcceptedViolation {
  readonly check: string;
  /** Kind of the call; absent: any. */
  readonly call?: OperationKind;
  readonly reason: string;
}

/** The entry that a violation is one of. */
export function acceptedAs(
  found: CaseFound | undefined,
  accepted: readonly AcceptedViolation[] = [],
): AcceptedViolation | undefined {
  if (found === undefined) return undefined;
  return accepted.find(
    ({ check, call }) => check === found.check && (call === undefined || call === found.kind),
  );
}

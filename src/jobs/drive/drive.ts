import type { Operation, OperationRecord } from '../../model/run/operation.ts';
import type { Pace } from '../../model/run/run.ts';
import type { OperationSource } from '../../ports/operation-source.ts';
import type { OperationPlan } from '../../workload/operation-plan.ts';
import { planSource, turnSource } from '../../workload/plan-source.ts';
import { type AskForPayment, driveSource } from './drive-source.ts';
import type { Stage } from './perform.ts';

export interface Drive extends Stage {
  /** In planned order. */
  readonly operations: readonly Operation[] | OperationPlan;
  readonly pace: Pace;
  /** Absent: the operations, as the pace has it. */
  readonly source?: OperationSource | undefined;
  /** Pace `sequential`: runs after each operation, before the next one starts. */
  readonly afterEach?: ((record: OperationRecord) => Promise<void>) | undefined;
  /** Absent: payments are asked for as any operation. */
  readonly sendPayment?: AskForPayment;
  /** Called as each operation ends, in that order. */
  readonly onRecord: (record: OperationRecord) => void;
}

/**
 * Attempts every operation of a plan and hands over what came back.
 * An aborted signal starts nothing further; what is in flight then is recorded as indeterminate.
 */
export function drive(options: Drive): Promise<void> {
  const afterEach = options.pace === 'sequential' ? options.afterEach : undefined;
  return driveSource({ ...options, source: sourceOf(options), afterEach });
}

function sourceOf({ operations, pace, source }: Drive): OperationSource {
  if (source !== undefined) return source;
  return pace === 'sequential' ? turnSource(operations) : planSource(operations);
}

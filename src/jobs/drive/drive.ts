import type { Operation } from '../../model/run/operation.ts';
import type { Pace } from '../../model/run/run.ts';
import type { OperationSource } from '../../ports/operation-source.ts';
import type { OperationPlan } from '../../workload/operation-plan.ts';
import { planSource, turnSource } from '../../workload/plan-source.ts';
import { type DriveSource, driveSource } from './drive-source.ts';

export interface Drive extends Omit<DriveSource, 'source' | 'load'> {
  /** In planned order. */
  readonly operations: readonly Operation[] | OperationPlan;
  /** Pace `sequential`: `afterEach` runs. */
  readonly pace: Pace;
  /** Absent: the operations, as the pace has it. */
  readonly source?: OperationSource | undefined;
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

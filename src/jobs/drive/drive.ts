import type { Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Pace } from '../../model/run/run.ts';
import { driveSource } from './drive-source.ts';
import { INTERRUPTED, perform, type Stage } from './perform.ts';
import { unlessAborted } from '../../runtime/unless-aborted.ts';
import { planSource } from '../../workload/plan-source.ts';

export interface Drive extends Stage {
  /** In planned order. */
  readonly operations: readonly Operation[];
  readonly pace: Pace;
  /** Pace `sequential`: runs after each operation, before the next one starts. */
  readonly afterEach?: ((record: OperationRecord) => Promise<void>) | undefined;
  /** Called as each operation ends, in that order. */
  readonly onRecord?: ((record: OperationRecord) => void) | undefined;
}

/**
 * Attempts every operation and records what came back: the one engine behind simulate, replay and load.
 * An aborted signal starts nothing further; what is in flight then is recorded as indeterminate.
 */
export async function drive(options: Drive): Promise<readonly OperationRecord[]> {
  const records: OperationRecord[] = [];
  const onRecord = (record: OperationRecord): void => {
    records.push(record);
    options.onRecord?.(record);
  };
  if (options.pace === 'sequential') await driveSequentially(options, onRecord);
  else await driveSource({ ...options, source: planSource(options.operations), onRecord });
  return records;
}

async function driveSequentially(options: Drive, onRecord: (record: OperationRecord) => void): Promise<void> {
  const { clock, signal } = options;
  for (const operation of options.operations) {
    if (signal?.aborted) break;
    const startedAtMs = clock.nowMs();
    const performed = await unlessAborted(perform(operation, options), INTERRUPTED, signal);
    const record: OperationRecord = { operation, startedAtMs, endedAtMs: clock.nowMs(), ...performed };
    onRecord(record);
    if (!signal?.aborted) await options.afterEach?.(record);
  }
}

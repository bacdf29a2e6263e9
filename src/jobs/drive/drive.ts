import type { Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Pace } from '../../model/run/run.ts';
import { driveSource } from './drive-source.ts';
import { INTERRUPTED, type Performed, perform, type Stage } from './perform.ts';
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
  return options.pace === 'sequential' ? await driveSequentially(options) : await driveAsPlanned(options);
}

async function driveSequentially(options: Drive): Promise<readonly OperationRecord[]> {
  const records: OperationRecord[] = [];
  for (const operation of options.operations) {
    if (options.signal?.aborted) break;
    const record = await attempt(operation, options);
    records.push(record);
    if (!options.signal?.aborted) await options.afterEach?.(record);
  }
  return records;
}

async function driveAsPlanned(options: Drive): Promise<readonly OperationRecord[]> {
  const records: OperationRecord[] = [];
  const onRecord = (record: OperationRecord): void => {
    records.push(record);
    options.onRecord?.(record);
  };
  await driveSource({ ...options, source: planSource(options.operations), onRecord });
  return records;
}

async function attempt(operation: Operation, options: Drive): Promise<OperationRecord> {
  const { clock, onRecord } = options;
  const startedAtMs = clock.nowMs();
  const performed = await unlessAborted(perform(operation, options), options.signal);
  const record: OperationRecord = { operation, startedAtMs, endedAtMs: clock.nowMs(), ...performed };
  onRecord?.(record);
  return record;
}

async function unlessAborted(work: Promise<Performed>, signal: AbortSignal | undefined): Promise<Performed> {
  if (!signal) return await work;
  let stop = (): void => {};
  const aborted = new Promise<Performed>((resolve) => {
    stop = () => resolve(INTERRUPTED);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

import type { Operation } from '../model/operation.ts';
import type { OperationRecord } from '../model/outcome.ts';
import type { Pace } from '../model/run.ts';
import { type Performed, perform, type Stage } from './perform.ts';
import { sleep } from './sleep.ts';

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
  const { operations, clock, signal } = options;
  const records: OperationRecord[] = [];
  const startMs = clock.nowMs();
  const awaited = new Set(operations.flatMap(({ after }) => (after === undefined ? [] : [after])));
  const ended = new Map<number, Promise<void>>();
  const inFlight = new Set<Promise<void>>();
  // Thrown by us or by a callback, not by a node: the run ends, and the caller learns of the first.
  const thrown: unknown[] = [];
  const due = (operation: Operation): Promise<void> => until(startMs + operation.atMs, options);
  for (const operation of operations) {
    if (signal?.aborted || thrown.length > 0) break;
    const before = operation.after === undefined ? undefined : ended.get(operation.after);
    // A step waits for the one before it on its own; everything else is started here, in planned order.
    if (before === undefined) await due(operation);
    const work = (async () => {
      if (before !== undefined) {
        await before;
        await due(operation);
      }
      if (!signal?.aborted && thrown.length === 0) records.push(await attempt(operation, options));
    })().catch((error: unknown) => void thrown.push(error));
    inFlight.add(work);
    const finished = work.finally(() => inFlight.delete(work));
    if (awaited.has(operation.id)) ended.set(operation.id, finished);
  }
  await Promise.all(inFlight);
  if (thrown.length > 0) throw thrown[0];
  return records;
}

async function until(dueMs: number, { clock, signal }: Drive): Promise<void> {
  const leftMs = dueMs - clock.nowMs();
  if (leftMs > 0) await sleep({ clock, ms: leftMs, signal });
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
  const interrupted: Performed = {
    outcome: {
      kind: 'indeterminate',
      cause: 'interrupted',
      detail: 'the run was interrupted before an answer came',
    },
  };
  let stop = (): void => {};
  const aborted = new Promise<Performed>((resolve) => {
    stop = () => resolve(interrupted);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

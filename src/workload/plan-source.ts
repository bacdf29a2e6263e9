import type { Operation } from '../model/run/operation.ts';
import type { OperationSource } from '../ports/operation-source.ts';

/** A plan as a source: each operation when it is due, and a step not before the one it waits for has ended. */
export function planSource(operations: readonly Operation[]): OperationSource {
  const awaited = new Set<number>();
  for (const operation of operations)
    if (operation.after !== undefined) for (const id of awaitedBy(operation)) awaited.add(id);
  const waiting = new Map<number, Operation[]>();
  const ended = new Set<number>();
  // Steps whose turn has come, earliest first: few, because few start together.
  const freed: Operation[] = [];
  let next = 0;

  const setAside = (): void => {
    for (;;) {
      const operation = operations[next];
      if (operation === undefined || !isPutOff(operation)) return;
      next += 1;
    }
  };
  // Waits for the first that has not ended; when it has, for the next.
  const isPutOff = (operation: Operation): boolean => {
    if (operation.after === undefined) return false;
    const open = awaitedBy(operation).find((id) => !ended.has(id));
    if (open !== undefined) waiting.set(open, [...(waiting.get(open) ?? []), operation]);
    return open !== undefined;
  };
  const nextAtMs = (): number => {
    setAside();
    const planned = operations[next]?.atMs ?? Number.POSITIVE_INFINITY;
    return Math.min(planned, freed[0]?.atMs ?? Number.POSITIVE_INFINITY);
  };
  return {
    nextAtMs,
    take() {
      const dueMs = nextAtMs();
      if (freed[0]?.atMs === dueMs) return freed.shift();
      const operation = operations[next];
      next += 1;
      return operation;
    },
    ended({ id }) {
      if (!awaited.has(id)) return;
      ended.add(id);
      const ownWaiting = waiting.get(id) ?? [];
      waiting.delete(id);
      for (const operation of ownWaiting) if (!isPutOff(operation)) insert(freed, operation);
    },
    get isExhausted() {
      setAside();
      return next >= operations.length && freed.length === 0 && waiting.size === 0;
    },
  };
}

function awaitedBy({ after }: Operation): readonly number[] {
  if (after === undefined) return [];
  return typeof after === 'number' ? [after] : after;
}

// By planned time; at the same time in the order in which they were freed.
function insert(freed: Operation[], operation: Operation): void {
  const at = freed.findIndex((other) => other.atMs > operation.atMs);
  freed.splice(at === -1 ? freed.length : at, 0, operation);
}

/** A plan in turn: each operation as soon as the one before has ended, whenever it was planned. */
export function turnSource(operations: readonly Operation[]): OperationSource {
  let next = 0;
  let inFlight = false;
  return {
    nextAtMs: () => (inFlight || next >= operations.length ? Number.POSITIVE_INFINITY : 0),
    take() {
      inFlight = true;
      next += 1;
      return operations[next - 1];
    },
    ended() {
      inFlight = false;
    },
    get isExhausted() {
      return next >= operations.length;
    },
  };
}

import type { Operation } from '../model/run/operation.ts';
import type { OperationSource } from '../ports/operation-source.ts';

/** A plan as a source: each operation when it is due, and a step not before the one it waits for has ended. */
export function planSource(operations: readonly Operation[]): OperationSource {
  const awaited = new Set(operations.flatMap(({ after }) => (after === undefined ? [] : [after])));
  const waiting = new Map<number, Operation[]>();
  const ended = new Set<number>();
  // Steps whose turn has come, earliest first: few, because each chain has at most one.
  const freed: Operation[] = [];
  let next = 0;

  const setAside = (): void => {
    for (;;) {
      const operation = operations[next];
      if (operation?.after === undefined || ended.has(operation.after)) return;
      waiting.set(operation.after, [...(waiting.get(operation.after) ?? []), operation]);
      next += 1;
    }
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
      for (const operation of waiting.get(id) ?? []) insert(freed, operation);
      waiting.delete(id);
    },
    get isExhausted() {
      setAside();
      return next >= operations.length && freed.length === 0 && waiting.size === 0;
    },
  };
}

// By planned time; at the same time in the order in which they were freed.
function insert(freed: Operation[], operation: Operation): void {
  const at = freed.findIndex((other) => other.atMs > operation.atMs);
  freed.splice(at === -1 ? freed.length : at, 0, operation);
}

import type { Operation } from '../model/run/operation.ts';
import type { Pace } from '../model/run/run.ts';
import type { OperationSource } from '../ports/operation-source.ts';
import type { OperationPlan } from './operation-plan.ts';

/** A plan as its pace has it: each operation in turn, or when it is due. */
export function sourceAtPace(plan: readonly Operation[] | OperationPlan, pace: Pace): OperationSource {
  return pace === 'sequential' ? turnSource(plan) : planSource(plan);
}

/** A plan as a source: each operation when it is due, and a step not before the one it waits for has ended. */
export function planSource(plan: readonly Operation[] | OperationPlan): OperationSource {
  const awaited = new Set('steps' in plan ? plan.steps.flatMap(awaitedBy) : plan.flatMap(awaitedBy));
  const operations = plan[Symbol.iterator]();
  const waiting = new Map<number, Operation[]>();
  const ended = new Set<number>();
  // Steps whose turn has come, earliest first: few, because few start together.
  const freed: Operation[] = [];
  let next: Operation | undefined = operations.next().value;
  const advance = (): Operation | undefined => {
    next = operations.next().value;
    return next;
  };
  const setAside = (): void => {
    for (let operation = next; operation !== undefined && isPutOff(operation); operation = advance());
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
    const planned = next?.atMs ?? Number.POSITIVE_INFINITY;
    return Math.min(planned, freed[0]?.atMs ?? Number.POSITIVE_INFINITY);
  };
  return {
    nextAtMs,
    take() {
      const dueMs = nextAtMs();
      if (freed[0]?.atMs === dueMs) return freed.shift();
      const operation = next;
      advance();
      return operation;
    },
    ended({ id }) {
      if (!awaited.has(id)) return;
      ended.add(id);
      const ownWaiting = waiting.get(id) ?? [];
      waiting.delete(id);
      for (const operation of ownWaiting) if (!isPutOff(operation)) insert(freed, operation);
    },
    isExhausted() {
      setAside();
      return next === undefined && freed.length === 0 && waiting.size === 0;
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
export function turnSource(plan: Iterable<Operation> & { readonly length: number }): OperationSource {
  const operations = plan[Symbol.iterator]();
  let left = plan.length;
  let inFlight = false;
  return {
    nextAtMs: () => (inFlight || left === 0 ? Number.POSITIVE_INFINITY : 0),
    take() {
      inFlight = true;
      left -= 1;
      return operations.next().value;
    },
    ended() {
      inFlight = false;
    },
    isExhausted() {
      return left === 0;
    },
  };
}

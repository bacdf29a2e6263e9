import type { Operation } from '../model/run/operation.ts';
import type { OperationSource } from '../ports/operation-source.ts';

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

import type { NodeIndex } from '../../model/network/indices.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { OperationSource } from '../../ports/operation-source.ts';
import type { Correction, Corrections } from '../../verdict/witness/explain.ts';
import { planSource, turnSource } from '../../workload/plan-source.ts';
import { perform } from '../drive/perform.ts';
import type { SimulatedStage } from '../simulate.ts';

/** Called when a payment was answered for whose first path another one weighs no more. */
export type OnEqual = (operation: number, path: readonly NodeName[]) => void;

/** Has simulated nodes go through a plan as it is known to have gone. */
export function correctedSource(
  corrections: Corrections,
  onEqual?: OnEqual,
): (stage: SimulatedStage) => OperationSource {
  return (stage) =>
    stage.pace === 'sequential'
      ? inTurn(corrections, stage, onEqual)
      : planSource(movedOperations(corrections, stage.operations));
}

function inTurn(
  corrections: Corrections,
  stage: SimulatedStage,
  onEqual: OnEqual | undefined,
): OperationSource {
  const { operations, clock, steering, nodes, beside } = stage;
  const { names } = nodes;
  const startMs = clock.nowMs();
  const corrected = operations.map((operation) => ({ ...corrections.get(operation.id), operation }));
  const source = turnSource(corrected.map(inPlaceOf));
  let taken = 0;
  steering.looksForEquals = onEqual !== undefined;
  return {
    nextAtMs: () => Math.max(source.nextAtMs(), (corrected[taken]?.fromMs ?? startMs) - startMs),
    take(nowMs) {
      const done = corrected[taken]?.done;
      taken += 1;
      steering.equal = undefined;
      steering.path =
        done?.kind === 'along' ? done.path.map((name) => names.indexOf(name) as NodeIndex) : undefined;
      return source.take(nowMs);
    },
    ended(operation, atMs) {
      source.ended(operation, atMs);
      const equal = steering.equal?.map((node) => names[node] as NodeName);
      if (equal) onEqual?.(operation.id, equal);
      for (const { done, operation: late } of corrected)
        if (done?.kind === 'late' && done.after === operation.id) beside(perform(late, stage));
    },
    isExhausted() {
      return source.isExhausted();
    },
  };
}

// Readings are taken after it all the same.
function inPlaceOf({ operation, done }: Pick<Correction, 'done'> & { operation: Operation }): Operation {
  if (done?.kind !== 'undo' && done?.kind !== 'late') return operation;
  const { id, atMs, origin } = operation;
  return { id, atMs, origin, kind: 'wait', ms: 0 };
}

// An operation whose beginning is known waits for no other one.
function movedOperations(corrections: Corrections, operations: readonly Operation[]): readonly Operation[] {
  return operations
    .map((operation) => {
      const { fromMs } = corrections.get(operation.id) ?? {};
      if (fromMs === undefined) return operation;
      const { after: _after, ...alone } = operation;
      return { ...alone, atMs: fromMs };
    })
    .toSorted((one, other) => one.atMs - other.atMs || one.id - other.id);
}

import type { NodeIndex } from '../../model/network/indices.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { Operation, OperationRecord } from '../../model/run/operation.ts';
import { sleep } from '../../runtime/sleep.ts';
import { perform } from '../drive/perform.ts';
import type { Intervene } from '../simulate.ts';

/**
 * How an operation went on the target, where the model has it otherwise. `undo`: it changed nothing. `along`: the payment
 * took this path. `late`: it was performed while a later operation was, or right after it. `hold`: it began no sooner than
 * this moment of the simulation's clock, which starts each operation as soon as the network rests. `as-planned`: none of
 * the first three.
 */
export type Correction = { readonly operation: number } & (
  | { readonly kind: 'undo' | 'as-planned' }
  | { readonly kind: 'along'; readonly path: readonly NodeName[] }
  | { readonly kind: 'late'; readonly after: number }
  | { readonly kind: 'hold'; readonly untilMs: number }
);

type Instead = Exclude<Correction, { readonly kind: 'hold' | 'as-planned' }>;

/** All that is known of how the operations of a plan went. */
export class Corrections {
  readonly #instead: ReadonlyMap<number, Instead>;
  readonly #heldUntil: ReadonlyMap<number, number>;

  constructor(
    instead: ReadonlyMap<number, Instead> = new Map(),
    heldUntil: ReadonlyMap<number, number> = new Map(),
  ) {
    this.#instead = instead;
    this.#heldUntil = heldUntil;
  }

  /** These and more; of two corrections of one operation the later one counts. */
  with(corrections: readonly Correction[]): Corrections {
    const [instead, heldUntil] = [new Map(this.#instead), new Map(this.#heldUntil)];
    for (const correction of corrections) {
      const { operation } = correction;
      if (correction.kind === 'hold') heldUntil.set(operation, correction.untilMs);
      else if (correction.kind === 'as-planned') instead.delete(operation);
      else instead.set(operation, correction);
    }
    return new Corrections(instead, heldUntil);
  }

  /** Operations that changed nothing when they were due. */
  get undone(): readonly number[] {
    return [...this.#instead.values()].flatMap(({ kind, operation }) => (kind === 'undo' ? [operation] : []));
  }

  isUndone(operation: number): boolean {
    return this.#instead.get(operation)?.kind === 'undo';
  }

  /** Has simulated nodes go through a plan so corrected; `onEqual` hears of payments with another path that weighs the same. */
  applied(onEqual: (operation: number) => void): Intervene {
    return ({ operations: planned, simulation, steering, ...stage }) => {
      steering.looksForEquals = true;
      const followers = new Map(planned.map(({ id }, at) => [id, planned[at + 1]]));
      return {
        operations: planned.map((operation) => this.#inPlaceOf(operation)),
        answered: async ({ operation: { id } }) => {
          for (const operation of planned) {
            const instead = this.#instead.get(operation.id);
            if (instead?.kind === 'late' && instead.after === id)
              await perform(operation, { nodes: simulation, runControl: simulation.control, ...stage });
          }
        },
        proceed: async (previous) => {
          if (previous !== undefined && isAlong(previous, steering.equal, simulation.names))
            onEqual(previous.operation.id);
          const next = previous === undefined ? planned[0] : followers.get(previous.operation.id);
          const heldMs = next && this.#heldUntil.get(next.id);
          if (previous !== undefined && heldMs !== undefined)
            await sleep(stage.clock, heldMs - stage.clock.nowMs());
          steering.equal = undefined;
          const instead = next && this.#instead.get(next.id);
          steering.path =
            instead?.kind === 'along'
              ? instead.path.map((name) => simulation.names.indexOf(name) as NodeIndex)
              : undefined;
        },
      };
    };
  }

  #inPlaceOf(operation: Operation): Operation {
    const kind = this.#instead.get(operation.id)?.kind;
    if (kind !== 'undo' && kind !== 'late') return operation;
    const { id, atMs, origin } = operation;
    return { id, atMs, origin, kind: 'wait', ms: 0 };
  }
}

function isAlong(
  { trace }: OperationRecord,
  path: readonly NodeIndex[] | undefined,
  names: readonly NodeName[],
): boolean {
  return path !== undefined && path.map((node) => names[node]).join(' ') === trace?.path.join(' ');
}

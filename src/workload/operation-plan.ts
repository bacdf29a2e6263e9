import { firstIndex } from '../statistics/first-index.ts';
import type { Operation, OperationRequest } from '../model/run/operation.ts';
import { withoutUndefined } from '../model/without-undefined.ts';

/** A part of a plan whose operations are drawn when they are taken: there may be millions. */
export interface PlannedPart {
  /** When each is due, ascending. */
  readonly moments: ArrayLike<number>;
  /** Begins anew: gives the operations one after the other, each by its position in the part. */
  begin(): (next: Pick<Operation, 'id' | 'atMs'> & { readonly position: number }) => Operation;
}

/** An operation before the plan is in order and numbered. */
export interface PlannedOperation extends Pick<Operation, 'atMs' | 'origin' | 'expected'> {
  /** Positions, among the steps' operations, of those that end before it starts. */
  readonly afterSteps?: readonly number[];
  readonly request: OperationRequest;
}

/** A part whose operations are at hand. */
export function listedPart(planned: readonly PlannedOperation[]): PlannedPart {
  const ordered = inOrder(planned);
  return {
    moments: Float64Array.from(ordered, ({ atMs }) => atMs),
    begin:
      () =>
      ({ position, id, atMs }) => {
        const { origin, request } = ordered[position] as PlannedOperation;
        return { id, atMs, origin, ...request };
      },
  };
}

/** The operations of a plan by time, numbered from 0. It can be gone through again, and draws the same each time. */
export class OperationPlan implements Iterable<Operation> {
  readonly length: number;
  /** The operations of the steps. */
  readonly steps: readonly Operation[];
  readonly #parts: readonly PlannedPart[];

  /** Steps come before the operations of parts that are due at the same moment, earlier parts before later ones. */
  constructor(steps: readonly PlannedOperation[], parts: readonly PlannedPart[]) {
    const ordered = inOrder(steps);
    const idOf = new Map(
      ordered.map((step, place) => {
        const before = parts.reduce((sum, { moments }) => sum + countBefore(moments, step.atMs), 0);
        return [step, place + before];
      }),
    );
    const idAt = (position: number): number => idOf.get(steps[position] as PlannedOperation) as number;
    this.steps = ordered.map((step) => {
      const { atMs, origin, expected, request } = step;
      const [after, ...others] = (step.afterSteps ?? []).map(idAt);
      return {
        id: idOf.get(step) as number,
        atMs,
        ...(after === undefined ? {} : { after: others.length === 0 ? after : [after, ...others] }),
        origin,
        ...withoutUndefined({ expected }),
        ...request,
      };
    });
    this.#parts = parts;
    this.length = parts.reduce((sum, { moments }) => sum + moments.length, steps.length);
  }

  *[Symbol.iterator](): Generator<Operation> {
    const parts = this.#parts.map((part) => ({ moments: part.moments, next: part.begin(), at: 0 }));
    let step = 0;
    for (let id = 0; id < this.length; id += 1) {
      let earliest: (typeof parts)[number] | undefined;
      let atMs = this.steps[step]?.atMs ?? Number.POSITIVE_INFINITY;
      for (const part of parts) {
        const partMs = part.moments[part.at] ?? Number.POSITIVE_INFINITY;
        if (partMs >= atMs) continue;
        earliest = part;
        atMs = partMs;
      }
      if (earliest === undefined) {
        yield this.steps[step] as Operation;
        step += 1;
      } else {
        const operation = earliest.next({ position: earliest.at, id, atMs });
        earliest.at += 1;
        yield operation;
      }
    }
  }
}

// The sort is stable, so what is due at the same moment stays in the order it was planned.
function inOrder(planned: readonly PlannedOperation[]): readonly PlannedOperation[] {
  return planned.toSorted((one, other) => one.atMs - other.atMs);
}

/** How many of these ascending moments come before this one. */
function countBefore(moments: ArrayLike<number>, atMs: number): number {
  return firstIndex(moments.length, (index) => (moments[index] as number) >= atMs);
}

import type { ToldCapacities } from '../../model/network/fees.ts';
import type { NodeName } from '../../model/network/network.ts';

/** How an operation went on the target, where the model has it otherwise; what is absent is as it was known before. */
export interface Correction {
  readonly operation: number;
  readonly done?: Done;
  /** When it began, on the simulation's clock; at pace `sequential` no sooner than this. */
  readonly fromMs?: number;
}

/**
 * `undo`: it changed nothing. `along`: the payment took this path. `late`: it was performed when a later operation had been
 * answered. `as-planned`: none of these.
 */
export type Done =
  | { readonly kind: 'undo' | 'as-planned' }
  | { readonly kind: 'along'; readonly path: readonly NodeName[] }
  | { readonly kind: 'late'; readonly after: number };

/** All that is known of how the operations of a plan went, by operation. */
export type Corrections = ReadonlyMap<number, Correction>;

/** These and more; of two corrections of one operation the later one counts. */
export function withCorrections(known: Corrections, more: readonly Correction[]): Corrections {
  const all = new Map(known);
  for (const correction of more)
    all.set(correction.operation, { ...all.get(correction.operation), ...correction });
  return all;
}

/** A way in which a contradiction between the model and the target may be mended. */
export interface Guess<History> {
  /** The last one is about the operation that it explains most of. */
  readonly corrections: readonly Correction[];
  /** The knowledge of the path-finding service at the start; absent: as known so far. */
  readonly told?: ToldCapacities;
  /** Asked when the guess explains what was seen; absent: it is taken. */
  readonly refine?: (history: History) => Mended<History>;
}

/** Whether a history explains what was seen; if not, guesses that mend its first contradiction, likeliest first. */
export type Mended<History> = 'explained' | readonly Guess<History>[];

// Each costs a simulation of the whole plan.
const MOST_SIMULATIONS = 12;

/**
 * The first history that explains what was seen, by guesses how operations went, likeliest first. That none is found
 * proves nothing.
 */
export async function explain<History>(
  guesses: readonly Guess<History>[],
  means: {
    readonly simulate: (guess: Guess<History>) => Promise<History>;
    readonly mend: (history: History, guess: Guess<History>) => Mended<History>;
  },
): Promise<History | undefined> {
  const { simulate, mend } = means;
  const open = [...guesses];
  for (let simulations = 0; simulations < MOST_SIMULATIONS; simulations += 1) {
    const guess = open.shift();
    if (guess === undefined) return undefined;
    const history = await simulate(guess);
    const mended = mend(history, guess);
    if (mended === 'explained') return history;
    open.unshift(...mended);
  }
  return undefined;
}

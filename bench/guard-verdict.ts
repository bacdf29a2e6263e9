import { median } from './median.ts';

/** What one run used, or one unit of its work. */
export interface Use {
  readonly cpu: number;
  readonly memory: number;
  /** Megabytes of objects, which no busy machine changes: they show a copy that CPU time hides. */
  readonly allocated: number;
}

export type Measure = keyof Use;

/** The reference and, for each case, how many times its use is allowed. */
export interface Reference {
  readonly commit: string;
  readonly most: Readonly<Record<string, Partial<Use>>>;
}

/** A measure of a case, held to its maximum. */
export interface GuardLine {
  readonly name: string;
  readonly measure: Measure;
  readonly reference: number;
  readonly now: number;
  readonly ratio: number;
  readonly most: number;
  readonly isExceeded: boolean;
}

const MEASURES = ['cpu', 'memory', 'allocated'] as const;

/**
 * Compares the medians of what both builds used in each case. Of allocated megabytes the least of the rounds may be
 * compared in their place: rounds differ by the objects that were made after the last collection.
 */
export function guardLine(
  name: string,
  { reference, now }: Readonly<Record<'reference' | 'now', readonly Use[]>>,
  most: Partial<Use>,
): readonly GuardLine[] {
  return MEASURES.map((measure) => {
    const compared = [median, ...(measure === 'allocated' ? [least] : [])].map((typical) => {
      const [before = 0, after = 0] = [reference, now].map((uses) =>
        typical(uses.map((use) => use[measure])),
      );
      return { before, after, ratio: after / before };
    });
    const [{ before, after, ratio }] = compared.sort((one, other) => one.ratio - other.ratio) as [
      (typeof compared)[number],
    ];
    // A measure of nothing, or one without a maximum, is exceeded, too.
    const limit = most[measure] ?? Number.NaN;
    return {
      name,
      measure,
      reference: before,
      now: after,
      ratio,
      most: limit,
      isExceeded: !(after > 0 && ratio <= limit),
    };
  });
}

function least(values: readonly number[]): number {
  return Math.min(...values);
}

/** Maximums that are higher than in an earlier version with the same reference: they may only be lowered. */
export function raisedMaximums(now: Reference, earlier: readonly Reference[]): readonly string[] {
  return earlier
    .filter(({ commit }) => commit === now.commit)
    .flatMap(({ most }) =>
      Object.entries(most).flatMap(([name, before]) =>
        MEASURES.filter(
          // A version that did not measure it yet has no maximum of it.
          (measure) =>
            before[measure] !== undefined && !((now.most[name]?.[measure] ?? Number.NaN) <= before[measure]),
        ).map(
          (measure) => `${name}, ${measure}: ${now.most[name]?.[measure] ?? 'none'}, was ${before[measure]}`,
        ),
      ),
    );
}

import type { NodeName, TokenName } from '../network/network.ts';

/** The judgement on one operation of a replay. */
export type Verdict = 'agrees' | 'differs' | 'indeterminate' | 'allowed-by-concurrency';

/** Money that went otherwise than the node answered, what costs its owner most first. */
export const HARMS = {
  'refused-and-paid': 'refused, and paid all the same',
  'paid-twice': 'paid twice',
  'answered-and-unpaid': 'answered success, and never paid',
} as const;
export type Harm = keyof typeof HARMS;

/** Something a check noticed in a run. */
export interface Finding {
  /** Name of the check, e.g. `history`. */
  readonly check: string;
  /** `difference`: the target is wrong or lies. `note`: worth knowing, explained. */
  readonly severity: 'difference' | 'note';
  /** Id of the operation to blame; `null` when no single one is. */
  readonly operation: number | null;
  /** Node whose answer shows it. */
  readonly node?: NodeName;
  /** One sentence: what is wrong. */
  readonly title: string;
  readonly predicted: string;
  readonly observed: string;
  /** The token of which both are amounts, in smallest units; absent: they are something else. */
  readonly amountsOf?: TokenName;
  /** Which check in the model decided, with the numbers compared. */
  readonly decidedBy: string;
  /** A shell line to see for oneself; never holds credentials. */
  readonly curl?: string;
  /** How much more follows from it: the same operation seen elsewhere, and later ones it changed; absent: none. */
  readonly follows?: number;
  /** Present where money went otherwise than the answer says. */
  readonly harm?: Harm;
}

/** The verdict on one operation with what speaks for it. */
export interface JudgedOperation {
  readonly operation: number;
  readonly verdict: Verdict;
  readonly predicted: string;
  readonly observed: string;
  readonly findings: readonly Finding[];
}

/** Everything a comparison of an observed run with a predicted one says. */
export interface Comparison {
  readonly operations: readonly JudgedOperation[];
  /** Findings that no single operation explains. */
  readonly general: readonly Finding[];
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Findings of severity `difference`, over all operations and in general: one a cause. 0: nothing unexplained. */
  readonly differences: number;
}

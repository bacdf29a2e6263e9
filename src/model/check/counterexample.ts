import type { NodeName } from '../network/network.ts';
import type { Finding } from '../run/finding.ts';
import type { OperationKind } from '../run/operation.ts';

/** The fault that a case shows, as its file describes it. */
export interface CaseFound extends Pick<Finding, 'check' | 'title' | 'predicted' | 'observed'> {
  /** The operation to blame, counted from 0; absent: no single one. */
  readonly operation?: number;
  /** The kind of that operation. */
  readonly kind?: OperationKind;
  /** How the model said it would end: `succeeded`, or why not. */
  readonly foreseen?: string;
  /** The channel to blame, by its ends, of nodes that keep what was done to them; absent: no certain one. */
  readonly channel?: string;
  /** How it ended: `succeeded`, why not, or `no-answer`; absent in cases of before this was kept. */
  readonly seen?: string;
}

/** How often the same was seen of so many tries. */
export interface Reproduced {
  readonly times: number;
  readonly of: number;
}

/** The part of a scenario file that says what it is a case of. */
export interface CaseSpec {
  readonly found: CaseFound;
  readonly pace: 'sequential' | 'scenario';
  /** It showed when nodes were compared with the model moment by moment; absent: after every call. */
  readonly looks?: 'brief';
  readonly reproduced: Reproduced;
}

/** A disagreement, in the smallest scenario in which it was still seen. */
export interface Counterexample extends CaseSpec {
  /** By what is wrong and the steps that show it: the same on every machine. */
  readonly id: string;
  /** The scenario file. */
  readonly text: string;
  readonly steps: number;
  /** Shell lines to see for oneself. */
  readonly curl: readonly string[];
  /** In how many sequences it was first seen, the one that showed it included. */
  readonly afterSequences: number;
  /** Call by call, as far as the case came. */
  readonly calls: readonly StoryCall[];
  /** How many smaller scenarios were tried, and how many of them showed it. */
  readonly shrinking: { readonly tried: number; readonly kept: number };
}

type Attempts = Pick<Counterexample, 'reproduced' | 'shrinking'>;

/**
 * False for what was seen once and in no try after that, neither of the case nor of a smaller one. Where it could not be
 * tried again, say because the nodes no longer answer, it stands as it was seen.
 */
export function isSeenAgain({ reproduced, shrinking }: Attempts): boolean {
  return reproduced.of === 0 || reproduced.times + shrinking.kept > 0;
}

/** The sentence about a counterexample that was seen only once. */
export function seenOnceText({ found, reproduced }: Pick<Counterexample, 'found' | 'reproduced'>): string {
  return `${found.title}: seen once, and not again in ${reproduced.of} tries`;
}

/** One call of a case. */
export interface StoryCall {
  readonly node: NodeName | undefined;
  /** The nodes that the payment passes in the model; absent: it passes none. */
  readonly route?: readonly NodeName[];
  /** In words. */
  readonly asked: string;
  readonly predicted: string;
  /** Absent: the case broke off before it. */
  readonly observed?: string;
  readonly isBlamed: boolean;
}

/** How often a case was reproduced, in words. Without attempts, smaller cases may have shown it. */
export function reproducedText({ reproduced: { times, of }, shrinking }: Attempts): string {
  if (of > 0) return `${times} of ${of} attempts`;
  if (shrinking.kept === 0) return 'not tried: out of time';
  const again = shrinking.kept === 1 ? 'once' : `${shrinking.kept} times`;
  return `seen ${again} more while shrinking; not tried on its own`;
}

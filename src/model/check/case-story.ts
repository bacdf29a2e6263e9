import type { NodeName } from '../network/network.ts';

/** A case call by call, as a page draws it. */
export interface CaseStory {
  /** Those that a call is asked of, or concerns. */
  readonly nodes: readonly NodeName[];
  readonly calls: readonly StoryCall[];
  /** Every channel end, as it was read after each call. */
  readonly balances: readonly StoryBalance[];
}

/** One call of a case. */
export interface StoryCall {
  readonly node: NodeName | undefined;
  /** The way of the payment as the model has it, or the partner. */
  readonly way: readonly NodeName[];
  /** In words. */
  readonly asked: string;
  readonly predicted: string;
  /** Absent: the case broke off before it. */
  readonly observed?: string;
  readonly isBlamed: boolean;
}

/** The balance of a node's end in the course of a case. */
export interface StoryBalance {
  readonly node: NodeName;
  readonly partner: NodeName;
  /** Before the first call and after each; absent: not read then. */
  readonly observed: readonly (bigint | undefined)[];
  readonly predicted: readonly (bigint | undefined)[];
}

import type { Capacity } from './capacity.ts';

/** A search for a capacity with what was asked: all that its files and its page are made of. */
export interface CapacityReport {
  readonly scenario: string;
  readonly question: string;
  readonly seed: string;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  /** What a rate had to keep, as thresholds are written. */
  readonly conditions: readonly string[];
  /** How long each probe offered payments. */
  readonly probeMs: number;
  readonly target: 'sandbox' | 'nodes';
  readonly versions: { readonly millrace: string; readonly node: string };
  readonly capacity: Capacity;
}

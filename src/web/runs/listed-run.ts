/** One run as the list of runs holds it for its script. */
export interface ListedRun {
  /** Where its page is, relative to the list. */
  readonly href: string;
  readonly scenario: string;
  readonly question: string;
  readonly seed: string;
  readonly job: 'simulate' | 'replay' | 'load';
  readonly judgement: readonly [mark: 'good' | 'bad' | 'open' | 'unknown', word: string];
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  /** The version or commit that was tested; absent: not said. */
  readonly build?: string | undefined;
  /** The version that the nodes told; absent: none. */
  readonly nodesVersion?: string | undefined;
  readonly millrace?: string | undefined;
  readonly figures: Readonly<Record<ListedFigure, number | null>>;
}

/** The figures of a run in the list; `null` where a run has no such thing. */
export type ListedFigure = 'payments' | 'success' | 'p95' | 'rate' | 'drained' | 'differences';

/** How a load compares with an earlier one. */
export interface BaselineComparison {
  /** With which each figure is called worse, 0 to 1. */
  readonly confidence: number;
  readonly figures: readonly BaselineFigure[];
}

/** One figure then and now: a share of 0 to 1, or milliseconds. */
export interface BaselineFigure {
  readonly metric: string;
  readonly baseline: number;
  /** Absent: no sample now. */
  readonly current?: number;
  /** True when chance does not explain the change for the worse. */
  readonly worse: boolean;
}

/** One figure in a hundred calls chance a regression at most. */
export const REGRESSION_CONFIDENCE = 0.99;

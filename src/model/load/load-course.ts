/** How a load went over time, judged from its series and what was read beside it. */
export interface LoadCourse {
  /** One sentence: whether success fell, when, and what most failures have in common: that the network ran dry, say, or the target was overloaded. */
  readonly sentence: string;
  /**
   * What most failures have in common. `stopped`: the scenario had stopped a node that they needed; `broken`: the target
   * was not reached, or what answered did not answer as the API says.
   */
  readonly cause: 'none' | 'ran-dry' | 'overloaded' | 'stopped' | 'broken' | 'unclear';
  /** When success fell, after the load's start; absent: it did not fall, or was low from the start. */
  readonly fellAtMs?: number;
}

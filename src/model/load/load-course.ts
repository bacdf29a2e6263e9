/** How a load went over time, judged from its series and what was read beside it. */
export interface LoadCourse {
  /** One sentence: whether success fell, when, and whether the network ran dry or the target was overloaded. */
  readonly sentence: string;
  /** What most failures have in common. `broken`: it was not reached, or what answered did not answer as the API says. */
  readonly cause: 'none' | 'ran-dry' | 'overloaded' | 'broken' | 'unclear';
  /** When success fell, after the load's start; absent: it did not fall, or was low from the start. */
  readonly fellAtMs?: number;
}

/** How a load went over time, judged from its series and what was read beside it. */
export interface LoadCourse {
  /** One sentence: whether success fell, when, and whether the network ran dry or the target was overloaded. */
  readonly sentence: string;
  /** `broken`: it was not reached, or what answered did not answer as the API says. */
  readonly cause: 'none' | 'ran-dry' | 'overloaded' | 'both' | 'broken' | 'unclear';
  /** When success fell, after the load's start; absent: it did not fall, or was low from the start. */
  readonly fellAtMs?: number;
  /** The moment from which the target never came back while the load lasted; absent: there is none. */
  readonly tipped?: Tipping;
}

/** Where a target tipped over. */
export interface Tipping {
  /** After the load's start. */
  readonly atMs: number;
  /** The median answer while all was well, from the intended start. */
  readonly calmMs: number;
  /** What showed it, in words, with figures before and after. */
  readonly symptom: string;
}

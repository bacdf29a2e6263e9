import type { Finding } from '../model/run/finding.ts';
import type { Moment } from '../model/run/reading.ts';
import type { Run } from '../model/run/run.ts';
import type { Subject } from './facts/facts.ts';

/** A judgement over a run: what is wrong with it, from the run's data and nothing else. */
export interface Check {
  /** Also the `check` of its findings. */
  readonly name: string;
  judge(run: Run): readonly Clue[];
}

/** A finding, with what is needed to tell its cause from its consequences. */
export interface Clue extends Finding {
  /** When it was noticed. */
  readonly noticed: Moment;
  /** Moment of the last look at the same thing; absent: never looked at before. */
  readonly since?: Moment;
  /** What it is about, when it is one fact of one node. */
  readonly subject?: Subject;
  /** True when the node showed what it had shown before. */
  readonly isOld?: boolean;
}

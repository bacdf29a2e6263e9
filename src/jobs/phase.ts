/** What a job over HTTP is busy with: where nodes are slow, the wait is theirs, and people want to know for what. */
export type Phase =
  | 'asking'
  | 'opening'
  | 'predicting'
  | 'reading-before'
  | 'driving'
  | 'resting'
  | 'reading-after'
  | 'recovering'
  | 'judging';

/** Hears of each phase as it begins. */
export type OnPhase = (phase: Phase) => void;

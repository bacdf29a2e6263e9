/** The phases of a job over HTTP, for people who wait while nodes are slow. */
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

/** What the process tells its caller; documented in docs/command-line.md. */
export const EXIT = {
  asExpected: 0,
  /** An expectation was not met, outcomes differ from the prediction, a check is violated, or could not be made. */
  notAsExpected: 1,
  badInput: 2,
  unreachable: 3,
  /** A threshold of a load was not met, or found no sample; k6's code for it, and before `notAsExpected` where both hold. */
  thresholdFailed: 99,
  /** EX_SOFTWARE of sysexits.h. */
  ourBug: 70,
  /** 128 + SIGINT, as shells count. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** One small fault in the sandbox: a line of its sources that reads otherwise. */
export interface Mutant {
  readonly name: string;
  /** What is wrong, for people. */
  readonly what: string;
  /** Under src, without its ending. */
  readonly file: string;
  /** Must stand there exactly once. */
  readonly from: string;
  readonly to: string;
}

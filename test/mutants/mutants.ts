import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

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

/** Faulty sandboxes, by what their fault is about. */
export const MUTANTS_BY_SUBJECT: readonly {
  readonly subject: string;
  /** Present: the check was made without knowing of these faults, and nobody promised that it finds them. */
  readonly heldOut?: true;
  readonly mutants: readonly Mutant[];
}[] = parse(readFileSync(new URL('mutants.yaml', import.meta.url), 'utf8'));

/** Every faulty sandbox. */
export const MUTANTS: readonly Mutant[] = MUTANTS_BY_SUBJECT.flatMap(({ mutants }) => mutants);

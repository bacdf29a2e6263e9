import { ANSWER_MUTANTS } from './answer-mutants.ts';
import { CHANNEL_MUTANTS } from './channel-mutants.ts';
import { MONEY_MUTANTS } from './money-mutants.ts';
import type { Mutant } from './mutant.ts';

/** Every faulty sandbox. */
export const MUTANTS: readonly Mutant[] = [...MONEY_MUTANTS, ...CHANNEL_MUTANTS, ...ANSWER_MUTANTS];

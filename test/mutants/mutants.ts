import { ANSWER_MUTANTS } from './answer-mutants.ts';
import { CHANNEL_MUTANTS } from './channel-mutants.ts';
import { DEADLOCKS } from './deadlocks.ts';
import { HANG_UPS } from './hang-ups.ts';
import { LAST_MUTANTS } from './last-mutants.ts';
import { LATER_MUTANTS } from './later-mutants.ts';
import { MONEY_MUTANTS } from './money-mutants.ts';
import type { Mutant } from './mutant.ts';
import { SLOW_NODES } from './slow-nodes.ts';

/** Faulty sandboxes, by what their fault is about. */
export const MUTANTS_BY_SUBJECT: readonly {
  readonly subject: string;
  readonly mutants: readonly Mutant[];
}[] = [
  { subject: 'What moves, what is locked and what is charged', mutants: MONEY_MUTANTS },
  { subject: 'What happens to channels', mutants: CHANNEL_MUTANTS },
  { subject: 'What nodes answer and show', mutants: ANSWER_MUTANTS },
  {
    subject: 'What overlapping calls, hung-up callers and slow nodes show',
    mutants: [...DEADLOCKS, ...HANG_UPS, ...SLOW_NODES],
  },
  { subject: 'Thought of later', mutants: LATER_MUTANTS },
  { subject: 'Thought of last, and looked for once', mutants: LAST_MUTANTS },
];

/** Every faulty sandbox. */
export const MUTANTS: readonly Mutant[] = MUTANTS_BY_SUBJECT.flatMap(({ mutants }) => mutants);

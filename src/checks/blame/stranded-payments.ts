import type { Run } from '../../model/run/run.ts';
import { isDifference } from '../check.ts';
import { deadEndText } from '../course/dead-end-text.ts';
import { deadEnds } from '../course/dead-ends.ts';
import { isAnotherOutcome } from './explained-outcomes.ts';
import type { FoundClue } from './finding-of.ts';

/**
 * A channel that carries nothing is one cause, however many payments it strands: the finding about the first of them
 * says so, and the others follow from it, with the transfers that they leave pending.
 */
export function withStrandedPayments(clues: readonly FoundClue[], run: Run): readonly FoundClue[] {
  const ends = deadEnds(run);
  if (ends.length === 0) return clues;
  const causes = new Map(
    ends.flatMap((end) => end.payments.map((id) => [id, { first: end.payments[0] ?? id, end }] as const)),
  );
  return clues.map((clue) => {
    const { operation, title } = clue;
    const cause = operation === null ? undefined : causes.get(operation);
    if (cause === undefined || !isDifference(clue) || !isOfStranding(clue)) return clue;
    const { first, end } = cause;
    if (operation !== first)
      return { ...clue, severity: 'note', root: first, title: `${title}; follows from operation ${first}` };
    return isAnotherOutcome(clue) ? { ...clue, title: `${title}; ${deadEndText(end, run.start)}` } : clue;
  });
}

// How it ended, what it leaves pending, and the entry of its failure, which has no identifier.
function isOfStranding(clue: FoundClue): boolean {
  const { view, subject } = clue;
  const isFailure = subject?.kind === 'entry' && subject.identifier === undefined;
  return isAnotherOutcome(clue) || view?.kind === 'pending' || isFailure;
}

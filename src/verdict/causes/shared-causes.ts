import type { PaymentRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { isDifference } from '../check.ts';
import { deadEnds, deadEndText, idsOf } from '../failures/dead-ends.ts';
import { NOT_THERE } from '../readings/discrepancy-clue.ts';
import { outcomes } from '../rules/outcomes.ts';
import { hangText, hungPayments } from '../failures/hung-payments.ts';
import type { Story } from '../story.ts';
import type { FoundClue } from './finding-of.ts';

/** True when a clue says that an operation ended otherwise, which what earlier ones did to channels may explain. */
export function isAnotherOutcome({ check }: FoundClue): boolean {
  return check === outcomes;
}

/**
 * Nodes that lose payments, and a channel that carries nothing, are one cause each, however many payments they cost: the
 * finding about the first of them says so, and the others follow from it, with what they leave pending or missing.
 */
export function withSharedCauses(clues: readonly FoundClue[], run: Run, story: Story): readonly FoundClue[] {
  const causes = sharedCauses(run, hungPayments(story));
  return clues.map((clue) => {
    const { operation, title } = clue;
    const cause = operation === null ? undefined : causes.get(operation);
    if (cause === undefined || !isDifference(clue) || !isOfPayment(clue)) return clue;
    const { first, text } = cause;
    if (operation !== first)
      return { ...clue, severity: 'note', root: first, title: `${title}; follows from operation ${first}` };
    return isAnotherOutcome(clue) ? { ...clue, title: `${title}; ${text}` } : clue;
  });
}

/** Why a payment went otherwise, with the first one that went so. */
interface SharedCause {
  readonly first: number;
  readonly text: string;
}

function sharedCauses(run: Run, hung: readonly PaymentRecord[]): ReadonlyMap<number, SharedCause> {
  const ids = idsOf(hung);
  const causes = [
    { payments: [...ids].toSorted((one, other) => one - other), text: hangText(run, hung) },
    ...deadEnds(run, ids).map((end) => ({ payments: end.payments, text: deadEndText(end) })),
  ];
  return new Map(
    causes.flatMap(({ payments, text }) => {
      const [first = 0] = payments;
      return payments.map((id) => [id, { first, text }] as const);
    }),
  );
}

// How it ended, what it left pending or as it was, the entry of its failure, which has no identifier, and one it did not make.
function isOfPayment(clue: FoundClue): boolean {
  const { view, subject, observed, isOld = false } = clue;
  const isEntry = subject?.kind === 'entry' && (subject.identifier === undefined || observed === NOT_THERE);
  return isAnotherOutcome(clue) || view?.kind === 'pending' || isOld || isEntry;
}

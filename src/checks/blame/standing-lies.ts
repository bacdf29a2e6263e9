import { parseAmount } from '../../model/network/amount.ts';
import { positionOf } from '../../model/run/reading.ts';
import { isDifference } from '../check.ts';
import { NOT_THERE } from '../readings/discrepancy-clue.ts';
import type { Subject } from '../facts/fact.ts';
import type { FoundClue } from './finding-of.ts';

/** A node that goes on lying in the same way lies once: the same sum off, the same old view, the same silence. */
export function standingLie(clue: FoundClue, clues: readonly FoundClue[]): number | undefined {
  const { subject, noticed } = clue;
  if (!isDifference(clue) || subject === undefined) return undefined;
  const first = clues.find(
    (other) =>
      isDifference(other) &&
      other.operation !== null &&
      other.check === clue.check &&
      other.node === clue.node &&
      other.subject?.kind === subject.kind &&
      positionOf(other.noticed) < positionOf(noticed) &&
      other.operation < positionOf(clue.operation ?? noticed) &&
      isSameLie(other, clue),
  );
  return first?.operation ?? undefined;
}

function isSameLie(one: FoundClue, other: FoundClue): boolean {
  const [first, second] = [one.subject, other.subject];
  if (first?.kind === 'answer' || first?.kind === 'order') return true;
  if (first?.kind === 'entry' && second?.kind === 'entry') {
    const isExtra = one.predicted === NOT_THERE && other.predicted === NOT_THERE;
    return isExtra && first.identifier !== undefined && first.identifier === second.identifier;
  }
  if (first === undefined || second === undefined || fieldOf(first) !== fieldOf(second)) return false;
  // Balances move with every payment; a deposit that a node does not show is another deposit each time.
  const isStuck = other.isOld === true && (one.isOld === true || one.observed === other.observed);
  if (fieldOf(first) === 'balance' && isStuck) return true;
  const by = differenceOf(one);
  return by !== undefined && by === differenceOf(other);
}

function fieldOf(subject: Subject): string {
  return 'field' in subject ? subject.field : subject.kind;
}

function differenceOf({ predicted, observed }: FoundClue): bigint | undefined {
  const [before, after] = [parseAmount(predicted), parseAmount(observed)];
  return before === undefined || after === undefined ? undefined : after - before;
}

import { parseAmount } from '../../model/network/amount.ts';
import { positionOf } from '../../model/run/reading.ts';
import { isDifference } from '../check.ts';
import type { Subject } from '../facts/facts.ts';
import { NOT_THERE } from '../readings/discrepancy-clue.ts';
import { causeOf, type FoundClue } from './finding-of.ts';

/** The first operation after which a node showed the same wrong value, an amount that was off by as much, or entries out of order. */
export function standingLie(clue: FoundClue, clues: readonly FoundClue[]): number | undefined {
  const { subject, noticed, operation } = clue;
  if (!isDifference(clue) || subject === undefined || subject.kind === 'entry') return undefined;
  const earlier = clues.flatMap((other) =>
    isDifference(other) &&
    other.operation !== null &&
    other.operation < positionOf(operation ?? noticed) &&
    other.check === clue.check &&
    other.node === clue.node &&
    other.subject !== undefined &&
    isSameLie({ ...other, subject: other.subject }, { ...clue, subject })
      ? [other.operation]
      : [],
  );
  return earlier.length === 0 ? undefined : Math.min(...earlier);
}

function isSameLie(
  one: FoundClue & { readonly subject: Subject },
  other: FoundClue & { readonly subject: Subject },
): boolean {
  if (other.subject.kind === 'order')
    return one.subject.kind === 'order' || one.subject.kind === 'entry-time';
  const isSameValue =
    one.observed === other.observed && JSON.stringify(one.subject) === JSON.stringify(other.subject);
  return isSameValue || (fieldOf(one.subject) === fieldOf(other.subject) && isShiftedAlike(one, other));
}

function fieldOf(subject: Subject): string {
  return 'field' in subject ? subject.field : subject.kind;
}

/** True when two amounts are off by the same. */
function isShiftedAlike(one: FoundClue, other: FoundClue): boolean {
  const by = differenceOf(one);
  return by !== undefined && by === differenceOf(other);
}

function differenceOf({ predicted, observed }: FoundClue): bigint | undefined {
  const [before, after] = [parseAmount(predicted), parseAmount(observed)];
  return before === undefined || after === undefined ? undefined : after - before;
}

/**
 * A clue that no operation explains is told once for each lie, too: both ends of a channel and what they add up to, one
 * sum that is off in all channels of a node, and what is only another side of that.
 */
export function oncePerLie(clues: readonly FoundClue[]): readonly FoundClue[] {
  const toldClues: FoundClue[] = [];
  return clues.map((clue) => {
    if ((clue.operation !== null && !clue.isGuess) || !isDifference(clue)) return clue;
    const first = toldClues.find((other) => isSameUnexplained(other, clue));
    if (first === undefined) {
      toldClues.push(clue);
      return clue;
    }
    return {
      ...clue,
      severity: 'note',
      root: causeOf(first),
      title: `${clue.title}; shows the same difference`,
    };
  });
}

function isSameUnexplained(first: FoundClue, clue: FoundClue): boolean {
  const channels = [channelOf(first), channelOf(clue)];
  if (first.check.role !== 'operation' && channels[0] !== undefined && channels[0] === channels[1])
    return true;
  if (clue.check === first.check) return clue.node === first.node && isSameOfOneCheck(first, clue);
  // A sum over the whole network names no node, and of both ends of a channel either may be the one that lies.
  const ends = [clue.node, clue.subject?.kind === 'channel' ? clue.subject.partner : undefined];
  const isAbout = clue.node === undefined || ends.includes(first.node);
  return clue.check.role === 'self' && first.check.role !== 'operation' && isAbout;
}

function isSameOfOneCheck(first: FoundClue, clue: FoundClue): boolean {
  // A node that contradicts itself does so wherever two of its views show the same.
  if (clue.check.role !== 'state') return clue.node !== undefined;
  return isShiftedAlike(first, clue) || isShownAsAnother(first, clue);
}

/** A channel that is shown as one with another partner is missing in one place, and one too many in the other. */
function isShownAsAnother(
  { subject: one, ...first }: FoundClue,
  { subject: other, ...clue }: FoundClue,
): boolean {
  const isPresence = [one, other].every(
    (subject) => subject?.kind === 'channel' && subject.field === 'presence',
  );
  return isPresence && (first.observed === NOT_THERE) !== (clue.observed === NOT_THERE);
}

function channelOf({ node, subject }: FoundClue): string | undefined {
  if (subject?.kind !== 'channel' || node === undefined) return undefined;
  return JSON.stringify([subject.token, ...[node, subject.partner].toSorted()]);
}

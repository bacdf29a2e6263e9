import { isDifference } from '../check.ts';
import { NOT_THERE } from '../readings/discrepancy-clue.ts';
import type { Cause, FoundClue } from './finding-of.ts';
import { isShiftedAlike } from './standing-lies.ts';

/**
 * What no operation explains is told once for each lie as well: both ends of a channel and what they add up to, one
 * sum that is off in all channels of a node, and what is only another side of that.
 */
export function oncePerLie(clues: readonly FoundClue[]): readonly FoundClue[] {
  const told: FoundClue[] = [];
  return clues.map((clue) => {
    if (clue.operation !== null || !isDifference(clue)) return clue;
    const first = told.find((other) => isSameLie(other, clue));
    if (first === undefined) {
      told.push(clue);
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

/** What others that follow from a clue name as their cause. */
export function causeOf({ operation, check, node, title, subject }: FoundClue): Cause {
  return operation ?? JSON.stringify([check.name, node, subject, title]);
}

function isSameLie(first: FoundClue, clue: FoundClue): boolean {
  const channels = [channelOf(first), channelOf(clue)];
  if (first.check.role !== 'operation' && channels[0] !== undefined && channels[0] === channels[1])
    return true;
  if (clue.check === first.check) return clue.node === first.node && isSameOfOneCheck(first, clue);
  // A sum over the whole network names no node, and of both ends of a channel either may be the one that lies.
  const ends = [clue.node, clue.subject?.kind === 'channel' ? clue.subject.partner : undefined];
  const isAbout = clue.node === undefined || ends.includes(first.node);
  return clue.check.followsFrom?.includes('state') === true && first.check.role !== 'operation' && isAbout;
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

import { isDifference } from '../check.ts';
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
  if (first.check.role !== 'state')
    // A node that contradicts itself does so wherever two of its views show the same.
    return clue.check === first.check && clue.node !== undefined && clue.node === first.node;
  const channels = [channelOf(first), channelOf(clue)];
  if (channels[0] !== undefined && channels[0] === channels[1]) return true;
  if (clue.check === first.check) return clue.node === first.node && isShiftedAlike(first, clue);
  // A sum over the whole network names no node.
  const isAbout = clue.node === undefined || clue.node === first.node;
  return clue.check.role === 'self' && clue.check.followsFrom?.includes('state') === true && isAbout;
}

function channelOf({ node, subject }: FoundClue): string | undefined {
  if (subject?.kind !== 'channel' || node === undefined) return undefined;
  return JSON.stringify([subject.token, ...[node, subject.partner].toSorted()]);
}

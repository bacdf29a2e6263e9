import { parseAmount } from '../../model/network/amount.ts';
import { positionOf, viewKey } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { isDifference } from '../check.ts';
import { NOT_THERE } from '../readings/discrepancy-clue.ts';
import { factsOf, type Subject } from '../facts/facts.ts';
import { namesOf } from '../facts/names.ts';
import { causeOf, type FoundClue } from './finding-of.ts';

/**
 * A node that goes on lying in the same way lies once: the same sum off, the same old view, the same silence, one
 * entry left out that is another one each time.
 */
export function standingLie(clue: FoundClue, clues: readonly FoundClue[], run: Run): number | undefined {
  const { subject, noticed } = clue;
  if (!isDifference(clue) || subject === undefined) return undefined;
  const since = clues.flatMap((other) =>
    isDifference(other) &&
    other.operation !== null &&
    other.check === clue.check &&
    other.node === clue.node &&
    isAboutAlike(other.subject, subject) &&
    isNoticedBefore(other, clue) &&
    other.operation < positionOf(clue.operation ?? noticed) &&
    (isSameLie(other, clue) || isGapMovedOn(other, clue, run))
      ? [other.operation]
      : [],
  );
  return since.length === 0 ? undefined : Math.min(...since);
}

// An entry whose time changed stands in another place, and others in its own.
function isAboutAlike(one: Subject | undefined, other: Subject): boolean {
  return one?.kind === other.kind || (one?.kind === 'entry-time' && other.kind === 'order');
}

// Where a history is read at the end only, all that stands elsewhere in it is noticed at once.
function isNoticedBefore(other: FoundClue, { noticed, subject }: FoundClue): boolean {
  return (
    positionOf(other.noticed) < positionOf(noticed) ||
    (subject?.kind === 'order' && other.noticed === noticed)
  );
}

function isSameLie(one: FoundClue, other: FoundClue): boolean {
  const [first, second] = [one.subject, other.subject];
  if (second?.kind === 'answer' || second?.kind === 'order') return true;
  if (first?.kind === 'entry' && second?.kind === 'entry') {
    const isExtra = one.predicted === NOT_THERE && other.predicted === NOT_THERE;
    return isExtra && first.identifier !== undefined && first.identifier === second.identifier;
  }
  if (first === undefined || second === undefined || fieldOf(first) !== fieldOf(second)) return false;
  // Balances move with every payment; a deposit that a node does not show is another deposit each time.
  const isStuck = other.isOld === true && (one.isOld === true || one.observed === other.observed);
  if (fieldOf(first) === 'balance' && isStuck) return true;
  // Sums over channels that stand still are one view that is never made anew.
  if (first.kind === 'connection' && other.isOld === true && one.observed === other.observed) return true;
  return isShiftedAlike(one, other);
}

/** True when two amounts are off by the same. */
function isShiftedAlike(one: FoundClue, other: FoundClue): boolean {
  const by = differenceOf(one);
  return by !== undefined && by === differenceOf(other);
}

/** A page that skips an entry leaves out another one as soon as it grows: what was missing is back. */
function isGapMovedOn(one: FoundClue, other: FoundClue, run: Run): boolean {
  const { node, view, noticed, subject } = other;
  if (subject?.kind !== 'entry' || one.subject?.kind !== 'entry' || view === undefined) return false;
  if (one.observed !== NOT_THERE || other.observed !== NOT_THERE) return false;
  const lastReading = run.readings.findLast(
    (reading) =>
      reading.moment === noticed && reading.node === node && viewKey(reading.view) === viewKey(view),
  );
  if (lastReading === undefined) return false;
  const missed = JSON.stringify(one.subject);
  return [...factsOf(lastReading.value, namesOf(run.start)).values()].some(
    (fact) => JSON.stringify(fact.subject) === missed,
  );
}

function fieldOf(subject: Subject): string {
  return 'field' in subject ? subject.field : subject.kind;
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

import type { Run } from '../../model/run/run.ts';
import { positionOf } from '../readings/by-moment.ts';
import type { Clue } from '../check.ts';
import { explainOutcomes } from './explained-outcomes.ts';
import { standingLie } from './standing-lies.ts';

/**
 * Tells causes from consequences, so that one lie counts once: what follows from an earlier operation becomes
 * a note that names it, and what was noticed late is told with the operation it belongs to.
 */
export function traceConsequences(clues: readonly Clue[], run: Run): readonly Clue[] {
  const belonging = clues.map((clue) => reassign(clue, clues));
  const explained = explainOutcomes(belonging, run);
  const after = belonging.map((clue) => {
    const root = clue.operation === null ? undefined : explained.get(clue.operation);
    return root === undefined ? clue : asConsequence(clue, root);
  });
  const unread = after.map((clue) => {
    const root = unreadSince(clue, after);
    return root === undefined ? clue : asConsequence(clue, root);
  });
  const standing = unread.map((clue) => {
    const root = standingLie(clue, unread);
    return root === undefined ? clue : asConsequence(clue, root);
  });
  return standing.map((clue) => {
    const root = generalCause(clue, standing);
    return root === undefined ? clue : asConsequence(clue, root);
  });
}

// Checks that say by themselves which operation is meant, and not only when something was noticed.
const NAMING = ['outcomes', 'receipts', 'history'];
const ABOUT_STATE = ['balances', 'connections', 'stale-reads', 'at-rest'];
// Checks of the end state against itself: they see that something is wrong, not since when.
const SELF_CHECKS = ['consistency', 'conservation', 'sums'];

/** A payment that happens after its answer moves balances at a later operation; its history entry names it. */
function reassign(clue: Clue, clues: readonly Clue[]): Clue {
  const { noticed, operation } = clue;
  if (typeof noticed !== 'number' || operation !== noticed || !ABOUT_STATE.includes(clue.check)) return clue;
  const isOwn = clues.some((other) => other.operation === noticed && NAMING.includes(other.check));
  if (isOwn) return clue;
  const named = clues.find(
    (other) =>
      other.check === 'history' &&
      other.noticed === noticed &&
      other.operation !== null &&
      other.operation < noticed,
  );
  return named === undefined ? clue : { ...clue, operation: named.operation };
}

/** In large networks not every node is read after each operation; what changed unseen belongs to what was seen. */
function unreadSince(clue: Clue, clues: readonly Clue[]): number | undefined {
  const { operation, noticed, since, subject, severity } = clue;
  if (severity !== 'difference' || since === undefined || typeof noticed !== 'number') return undefined;
  if (subject?.kind !== 'channel' && subject?.kind !== 'connection') return undefined;
  if (operation !== noticed) return undefined;
  const earlier = clues
    .filter(
      (other) =>
        other.severity === 'difference' &&
        other.operation !== null &&
        other.operation < noticed &&
        other.operation > positionOf(since),
    )
    .map((other) => other.operation as number);
  return earlier.length === 0 ? undefined : Math.min(...earlier);
}

function generalCause(clue: Clue, clues: readonly Clue[]): number | undefined {
  if (clue.operation !== null || clue.severity !== 'difference' || !SELF_CHECKS.includes(clue.check))
    return undefined;
  const about = [clue.node, clue.subject?.kind === 'channel' ? clue.subject.partner : undefined];
  const named = clues.find(
    (other) =>
      other.operation !== null &&
      other.severity === 'difference' &&
      (clue.node === undefined || about.includes(other.node)),
  );
  return named?.operation ?? undefined;
}

function asConsequence(clue: Clue, root: number): Clue {
  if (clue.severity === 'note' || clue.operation === root) return clue;
  return { ...clue, severity: 'note', title: `${clue.title}; follows from operation ${root}` };
}

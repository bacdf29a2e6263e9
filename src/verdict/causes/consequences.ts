import { positionOf } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { type Check, type Clue, isDifference } from '../check.ts';
import { explainOutcomes } from './outcome-causes.ts';
import { type Cause, causeOf, type FoundClue } from './finding-of.ts';
import { shiftedBalances } from './shifted-balances.ts';
import { oncePerLie, standingLie } from './same-lie.ts';

/**
 * Tells causes from consequences, so that one cause is one finding: what follows from an earlier operation becomes
 * a note that names it, what was noticed late is told with the operation it belongs to, and of all that shows that
 * one operation went otherwise the first is the finding, which says how much follows from it.
 */
export function traceConsequences(clues: readonly FoundClue[], run: Run): readonly FoundClue[] {
  const belonging = clues.map((clue) => reassign(clue, clues));
  const explained = explainOutcomes(belonging, run);
  const roots: readonly Roots[] = [
    () =>
      ({ operation }) =>
        operation === null ? undefined : explained.get(operation),
    (known) => (clue) => unreadSince(clue, known),
    (known) => (clue) => movedEntry(clue, known),
    (known) => (clue) => standingLie(clue, known, run),
    (known) => shiftedBalances(known, run),
    (known) => unlessBelieved(known, run),
    (known) => generalCause(known),
  ];
  const told = roots.reduce<readonly FoundClue[]>((known, rootsOf) => {
    const rootOf = rootsOf(known);
    return known.map((clue) => asConsequence(clue, rootOf(clue)));
  }, belonging);
  return counted(oncePerLie(oncePerOperation(told)));
}

/** A payment that was never made is missing in two histories and in four balances: that is one thing. */
function oncePerOperation(clues: readonly FoundClue[]): readonly FoundClue[] {
  const told = new Set<number>();
  return clues.map((clue) => {
    const { operation, title } = clue;
    if (operation === null || !isDifference(clue)) return clue;
    if (told.has(operation))
      return { ...clue, severity: 'note', root: operation, title: `${title}; shows the same difference` };
    told.add(operation);
    return clue;
  });
}

/** Each finding with the number of notes that follow from it. */
function counted(clues: readonly FoundClue[]): readonly FoundClue[] {
  const earlier = new Map<Cause, Cause>();
  for (const clue of clues)
    if (clue.root !== undefined && clue.operation === null) earlier.set(causeOf(clue), clue.root);
  const following = new Map<Cause, number>();
  for (const { root } of clues) {
    if (root === undefined) continue;
    const first = earlier.get(root) ?? root;
    following.set(first, (following.get(first) ?? 0) + 1);
  }
  return clues.map((clue) => {
    const follows = following.get(causeOf(clue));
    return follows === undefined || !isDifference(clue) ? clue : { ...clue, follows };
  });
}

/** Among other clues, the cause that one follows from; `undefined`: none is known. */
type Roots = (clues: readonly FoundClue[]) => (clue: FoundClue) => Cause | undefined;

/** A payment that happens after its answer moves balances at a later operation; its history entry names it. */
function reassign(clue: FoundClue, clues: readonly FoundClue[]): FoundClue {
  const { noticed, operation, check } = clue;
  if (check.role !== 'state' || typeof noticed !== 'number' || operation !== noticed) return clue;
  const naming = clues.filter((other) => other.check.role === 'operation' && other.operation !== null);
  if (naming.some((other) => other.operation === noticed)) return clue;
  const named = naming.find((other) => other.noticed === noticed && (other.operation as number) < noticed);
  return named === undefined ? clue : { ...clue, operation: named.operation };
}

/** In large networks not every node is read after each operation: a change seen late belongs to the earlier operation that was seen to go otherwise. */
function unreadSince(clue: FoundClue, clues: readonly FoundClue[]): number | undefined {
  const { operation, noticed, since, subject } = clue;
  if (!isDifference(clue) || since === undefined || typeof noticed !== 'number') return undefined;
  if (subject?.kind !== 'channel' && subject?.kind !== 'connection') return undefined;
  if (operation !== noticed) return undefined;
  const earlier = clues.flatMap((other) =>
    isDifference(other) &&
    other.operation !== null &&
    other.operation < noticed &&
    other.operation > positionOf(since)
      ? [other.operation]
      : [],
  );
  return earlier.length === 0 ? undefined : Math.min(...earlier);
}

/** A history in another order follows from its entry whose time changed at that moment, not from the entry that took its place. */
function movedEntry(
  { check, node, noticed, subject, operation }: FoundClue,
  clues: readonly FoundClue[],
): number | undefined {
  if (subject?.kind !== 'order') return undefined;
  const moved = clues.find(
    (other) =>
      isDifference(other) &&
      other.check === check &&
      other.node === node &&
      other.noticed === noticed &&
      other.subject?.kind === 'entry-time' &&
      other.operation !== operation,
  );
  return moved?.operation ?? undefined;
}

/** One lie about a payment makes sums and forecasts wrong: a clue that vanishes when the lie is not believed follows from it. */
function unlessBelieved(clues: readonly FoundClue[], run: Run): (clue: FoundClue) => Cause | undefined {
  const doubted = clues.filter(
    (clue) => isDifference(clue) && clue.check.role === 'operation' && clue.check.despite === undefined,
  );
  const causes = new Map<Clue, Cause>(doubted.map((clue) => [clue, causeOf(clue)]));
  const asked = new Map<Check, (clue: Clue) => Clue | undefined>();
  return (clue) => {
    const { check } = clue;
    if (doubted.length === 0 || check.despite === undefined || !isDifference(clue)) return undefined;
    const explaining = asked.get(check) ?? check.despite(run, doubted);
    asked.set(check, explaining);
    const cause = explaining(clue);
    return cause && causes.get(cause);
  };
}

/** A contradiction within the run follows from an operation that is already named, at the same nodes. */
function generalCause(clues: readonly FoundClue[]): (clue: FoundClue) => Cause | undefined {
  const named = clues.filter((clue) => clue.operation !== null && isDifference(clue));
  const first = new Map<string, number>();
  for (const { node, operation, check } of named)
    for (const about of [node, undefined]) {
      const key = `${check.role} ${about ?? ''}`;
      if (operation !== null && !first.has(key)) first.set(key, operation);
    }
  return (clue) => {
    const { operation, check, node, subject } = clue;
    if (operation !== null || check.role !== 'self' || !isDifference(clue)) return undefined;
    const about =
      node === undefined ? [''] : [node, ...(subject?.kind === 'channel' ? [subject.partner] : [])];
    for (const role of check.followsFrom ?? [])
      for (const one of about) {
        const cause = first.get(`${role} ${one}`);
        if (cause !== undefined) return cause;
      }
    return undefined;
  };
}

function asConsequence(clue: FoundClue, root: Cause | undefined): FoundClue {
  if (root === undefined || !isDifference(clue) || clue.operation === root) return clue;
  const why = typeof root === 'number' ? `follows from operation ${root}` : 'shows the same difference';
  return { ...clue, severity: 'note', root, title: `${clue.title}; ${why}` };
}

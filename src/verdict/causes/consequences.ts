import { gather } from '../../model/gather.ts';
import { positionOf, viewKey } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { type Check, type Clue, isDifference, judgementOf } from '../check.ts';
import { DoubtedRun } from './doubted-run.ts';
import { type Cause, causeOf, type FoundClue } from './finding-of.ts';
import { type Amount, parseAmount } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import { factsOf } from '../facts/facts.ts';
import { namesOf } from '../facts/names.ts';
import { NOT_THERE } from '../readings/discrepancy-clue.ts';
import { describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import { type Harm, HARMS } from '../../model/run/finding.ts';
import type { OperationRecord } from '../../model/run/operation.ts';

/**
 * Tells causes from consequences, so that one cause is one finding: what follows from an earlier operation becomes
 * a note that names it, what was noticed late is told with the operation it belongs to, and of all that shows that
 * one operation went otherwise the first is the finding, which says how much follows from it.
 */
export function traceConsequences(clues: readonly FoundClue[], run: Run): readonly FoundClue[] {
  const belonging = clues.map((clue) => reassign(clue, clues));
  const rootOf = judgedAgain(belonging, run);
  const traced = belonging.map((clue) => asConsequence(clue, rootOf(clue)));
  const explained = oncePerNode(traced, run).map((clue) =>
    isDifference(clue) && clue.behind !== undefined ? { ...clue, operation: clue.behind } : clue,
  );
  return counted(withHarm(oncePerOperation(explained), run));
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

/** A payment that happens after its answer moves balances at a later operation; its history entry names it. */
function reassign(clue: FoundClue, clues: readonly FoundClue[]): FoundClue {
  const { noticed, operation, check } = clue;
  if (check.role !== 'state' || typeof noticed !== 'number' || operation !== noticed) return clue;
  const naming = clues.filter((other) => other.check.role === 'operation' && other.operation !== null);
  if (naming.some((other) => other.operation === noticed)) return clue;
  const named = naming.find((other) => other.noticed === noticed && (other.operation as number) < noticed);
  return named === undefined ? clue : { ...clue, operation: named.operation };
}

/**
 * A node that shows one thing wrongly goes on doing so, and its views, its partners' and sums over them contradict each
 * other: the first is the finding.
 */
function oncePerNode(clues: readonly FoundClue[], run: Run): readonly FoundClue[] {
  const firsts: FoundClue[] = [];
  const roots = new Map<FoundClue, Cause>();
  const place = ({ operation, noticed }: FoundClue): number => positionOf(operation ?? noticed);
  // A load may have a gap for each of its payments, all seen at one moment.
  const areSeenApart = new Set(clues.filter(isGap).map(({ noticed }) => noticed)).size > 1;
  for (const clue of clues.filter(isDifference).toSorted((one, other) => place(one) - place(other))) {
    const first = isAboutNode(clue)
      ? firsts.find((other) => isOneLie(other, clue))
      : areSeenApart && isGap(clue) && firsts.find((other) => isGapMovedOn(other, clue, run));
    if (first) roots.set(clue, causeOf(first));
    else firsts.push(clue);
  }
  return clues.map((clue) => asConsequence(clue, roots.get(clue)));
}

// Each operation is judged by itself, but for what a history shows beside its entries.
function isAboutNode({ check, subject, operation }: FoundClue): boolean {
  const isEntry = subject === undefined || subject.kind === 'entry';
  return check.role !== 'operation' || operation === null || !isEntry;
}

function isOneLie(first: FoundClue, clue: FoundClue): boolean {
  const ends = nodesOf(clue);
  const isShared =
    clue.operation === null ? nodesOf(first).some((node) => ends.includes(node)) : first.node === clue.node;
  const isAgain = clue.operation === null || clue.subject?.kind === 'order' || isOffAlike(first, clue);
  if (first.check === clue.check) return isShared && isAgain;
  if (clue.check.role === 'state')
    return first.check.role === 'state' && first.node === clue.node && isShiftedAlike(first, clue);
  return clue.check.role === 'self' && first.check.role !== 'operation' && (isShared || ends.length === 0);
}

// After another operation a node that shows something else wrong is wrong in another way.
function isOffAlike(first: FoundClue, clue: FoundClue): boolean {
  return first.observed === clue.observed || isShiftedAlike(first, clue) || [first, clue].every(isOldBalance);
}

// Sums over channels are off by what the channels are.
function isShiftedAlike(first: FoundClue, clue: FoundClue): boolean {
  const shift = shiftOf(first);
  return shift !== undefined && shift === shiftOf(clue);
}

function shiftOf({ predicted, observed }: FoundClue): Amount | undefined {
  const [before, after] = [parseAmount(predicted), parseAmount(observed)];
  return before === undefined || after === undefined ? undefined : after - before;
}

// Balances move with every payment; another total that is old is another change that is not shown.
function isOldBalance({ isOld, subject }: FoundClue): boolean {
  return isOld === true && subject?.kind === 'channel' && subject.field === 'balance';
}

function isGap({ subject, observed }: FoundClue): boolean {
  return subject?.kind === 'entry' && observed === NOT_THERE;
}

/** A page that skips an entry leaves out another one as soon as it grows: what was missing is back. */
function isGapMovedOn(first: FoundClue, clue: FoundClue, { readings, start }: Run): boolean {
  const { node, view, noticed } = clue;
  if (first.node !== node || view === undefined || first.noticed === noticed || !isGap(first)) return false;
  const shown = readings.findLast(
    (reading) =>
      reading.moment === noticed && reading.node === node && viewKey(reading.view) === viewKey(view),
  );
  const missed = JSON.stringify(first.subject);
  const facts = shown === undefined ? [] : [...factsOf(shown.value, namesOf(start)).values()];
  return facts.some((fact) => JSON.stringify(fact.subject) === missed);
}

function nodesOf({ node, subject }: FoundClue): readonly (NodeName | undefined)[] {
  if (node === undefined) return [];
  return subject !== undefined && 'partner' in subject ? [node, subject.partner] : [node];
}

// Each costs as much as the checks that believed it; of more than these only all together are taken back.
const MOST_TAKEN_BACK = 20;

/** Judges again without each doubted answer; a clue that disappears follows from that answer. */
function judgedAgain(clues: readonly FoundClue[], run: Run): (clue: FoundClue) => Cause | undefined {
  const open = new Map<Check, FoundClue[]>();
  for (const clue of clues) if (isBelieving(clue)) gather(open, clue.check, clue);
  const doubted = new Map<Cause, FoundClue[]>();
  for (const clue of clues) if (isDoubt(clue)) gather(doubted, causeOf(clue), clue);
  const roots = new Map<FoundClue, Cause>();
  if (open.size === 0) return () => undefined;
  const doubtedRun = new DoubtedRun(run);
  const takeBack = (cause: Cause, doubts: readonly FoundClue[]): void => {
    for (const [check, told] of open) {
      const left = told.filter((clue) => !roots.has(clue));
      if (left.length === 0) continue;
      const story = doubtedRun.without(doubts, check.believes ?? 'views');
      const again = judgementOf(check, story.run, story);
      if (again.doubt === 'not-checked') continue;
      const still = new Set(again.clues.map(placeOf));
      const gone = left.filter((clue) => !still.has(placeOf(clue)));
      const others = gone.filter(({ operation }) => operation !== cause);
      // An entry in another place moves those beside it.
      const isSure = others.length > 1 || doubts.some(({ subject }) => subject?.kind === 'order');
      // Two operations that one node's view puts in doubt explain each other: the cause must explain a third clue.
      for (const clue of gone)
        if (isSure || clue.check.believes !== 'views' || clue.operation === null) roots.set(clue, cause);
    }
  };
  const inOrder = [...doubted].toSorted(([one], [other]) => positionOfCause(one) - positionOfCause(other));
  for (const [cause, doubts] of inOrder.slice(0, MOST_TAKEN_BACK)) takeBack(cause, doubts);
  const [first] = inOrder;
  if (first !== undefined && inOrder.length > 1)
    takeBack(
      first[0],
      inOrder.flatMap(([, doubts]) => doubts),
    );
  return (clue) => roots.get(clue);
}

/** True for a clue that may only say that something else is wrong. */
function isBelieving(clue: FoundClue): boolean {
  const { check, operation } = clue;
  const isOpen = operation === null || check.role === 'operation';
  return isDifference(clue) && check.believes !== undefined && isOpen;
}

function isDoubt(clue: FoundClue): boolean {
  const { check, operation } = clue;
  return isDifference(clue) && !isBelieving(clue) && (operation !== null || check.role === 'operation');
}

function placeOf({ operation, node, subject }: Clue): string {
  return JSON.stringify([operation, node, subject]);
}

function positionOfCause(cause: Cause): number {
  return typeof cause === 'number' ? cause : Number.POSITIVE_INFINITY;
}

function asConsequence(clue: FoundClue, root: Cause | undefined): FoundClue {
  if (root === undefined || !isDifference(clue) || clue.operation === root) return clue;
  const why = typeof root === 'number' ? `follows from operation ${root}` : 'shows the same difference';
  return { ...clue, severity: 'note', root, title: `${clue.title}; ${why}` };
}

/** Names the harm of payments whose money contradicts their answer, in place of the view that showed it first. */
function withHarm(clues: readonly FoundClue[], run: Pick<Run, 'records' | 'header'>): readonly FoundClue[] {
  const write = tokenWriter(run);
  const payments = new Map(
    run.records.flatMap((record) =>
      record.operation.kind === 'pay' ? [[record.operation.id, record] as const] : [],
    ),
  );
  const groups = new Map<number, FoundClue[]>();
  for (const clue of clues)
    if (payments.has(clue.operation ?? -1)) gather(groups, clue.operation as number, clue);
  return clues.map((clue) => {
    const record = payments.get(clue.operation ?? -1);
    if (record === undefined || !isDifference(clue)) return clue;
    const harm = harmOf(groups.get(record.operation.id) ?? [], record);
    if (harm === undefined) return clue;
    return { ...clue, harm, title: `${describeOperation(record.operation, write)}: ${HARMS[harm]}` };
  });
}

// An entry that one node alone shows, or does not show, is its history's fault; both ends tell of the money.
function harmOf(group: readonly FoundClue[], { outcome }: OperationRecord): Harm | undefined {
  const entries = group.filter(({ subject }) => subject?.kind === 'entry' && subject.event !== 'failed');
  const seenBy = (wanted: readonly FoundClue[]): number => new Set(wanted.map(({ node }) => node)).size;
  const surplus = entries.filter(({ predicted }) => predicted === NOT_THERE);
  if (seenBy(surplus) > 1) {
    if (outcome.kind === 'failed') return 'refused-and-paid';
    if (surplus.every(({ subject }) => subject?.kind === 'entry' && subject.occurrence > 1))
      return 'paid-twice';
    return undefined;
  }
  const missing = entries.filter(({ observed }) => observed === NOT_THERE);
  return outcome.kind === 'succeeded' && seenBy(missing) > 1 ? 'answered-and-unpaid' : undefined;
}

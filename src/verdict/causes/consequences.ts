import { gather } from '../../model/gather.ts';
import type { Reading, View } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { type Check, type Clue, isDifference, judgementOf } from '../check.ts';
import { type Cause, causeOf, type FoundClue } from './finding-of.ts';
import { withHarm } from './harm.ts';
import { type Amount, larger, parseAmount } from '../../model/network/amount.ts';
import type { NodeName } from '../../model/network/network.ts';
import {
  CHANGES_CHANNELS,
  type Operation,
  type OperationRecord,
  paymentKey,
} from '../../model/run/operation.ts';
import type { ChargedPayment } from '../bounds/fee-bounds.ts';
import { paymentNamed } from '../facts/facts.ts';
import { Story } from '../story.ts';

/**
 * Tells causes from consequences, so that one cause is one finding: what follows from an earlier operation becomes
 * a note that names it, what was noticed late is told with the operation it belongs to, and of all that shows that
 * one operation went otherwise the first is the finding, which says how much follows from it.
 */
export function traceConsequences(clues: readonly FoundClue[], run: Run): readonly FoundClue[] {
  const belonging = clues.map((clue) => reassign(clue, clues));
  const rootOf = judgedAgain(belonging, run);
  const traced = belonging.map((clue) => asConsequence(clue, rootOf(clue)));
  return counted(withHarm(oncePerOperation(oncePerNode(traced)), run));
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
function oncePerNode(clues: readonly FoundClue[]): readonly FoundClue[] {
  const firsts: FoundClue[] = [];
  return clues.map((clue) => {
    if (!isDifference(clue)) return clue;
    const first = isAboutNode(clue) ? firsts.find((other) => isOneLie(other, clue)) : undefined;
    if (first !== undefined) return asConsequence(clue, causeOf(first));
    firsts.push(clue);
    return clue;
  });
}

// Each operation is judged by itself, but for what a history shows beside its entries.
function isAboutNode({ check, subject, operation }: FoundClue): boolean {
  const isEntry = subject === undefined || subject.kind === 'entry';
  return check.role !== 'operation' || operation === null || !isEntry;
}

function isOneLie(first: FoundClue, clue: FoundClue): boolean {
  const ends = nodesOf(clue);
  const isShared = nodesOf(first).some((node) => ends.includes(node));
  const isAgain = clue.operation === null || clue.subject?.kind === 'order' || isOffAlike(first, clue);
  if (first.check === clue.check) return isShared && isAgain;
  return clue.check.role === 'self' && first.check.role !== 'operation' && (isShared || ends.length === 0);
}

// After another operation a node that shows something else wrong is wrong in another way.
function isOffAlike(first: FoundClue, clue: FoundClue): boolean {
  const [one, other] = [first, clue].map(({ predicted, observed }) => {
    const [before, after] = [parseAmount(predicted), parseAmount(observed)];
    return before === undefined || after === undefined ? observed : after - before;
  });
  return one === other || first.observed === clue.observed;
}

function nodesOf({ node, subject }: FoundClue): readonly (NodeName | undefined)[] {
  if (node === undefined) return [];
  return subject !== undefined && 'partner' in subject ? [node, subject.partner] : [node];
}

// Each costs as much as the checks that believed it; of more than these only all together are taken back.
const MOST_TAKEN_BACK = 20;

/** A clue of a check that believes answers follows from the doubted one without which the check no longer has it. */
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
      for (const clue of gone) if (others.length > 1 || !namesByView(clue)) roots.set(clue, cause);
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

// Of two operations that what one node shows puts in doubt, each explains the other: only one that explains more is the cause.
function namesByView({ check, operation }: FoundClue): boolean {
  return check.believes === 'views' && operation !== null;
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

/** A run of which some clues make answers and views doubtful. */
class DoubtedRun {
  readonly #run: Run;
  #shown: ReadonlyMap<string, Amount> | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  /**
   * The run as far as it is believed. Without `views`: a node that one of these clues was seen at shows nothing of its
   * channels, or of its history where it was seen there. Without `answers`: an operation that a clue is about may have
   * happened, or not, and the node shows nothing of its channels.
   */
  without(doubted: readonly Clue[], word: NonNullable<Check['believes']>): Story {
    const ids = new Set(doubted.map(({ operation }) => operation));
    const isDoubted = ({ operation }: OperationRecord): boolean => ids.has(operation.id);
    const { records, readings, load } = this.#run;
    const changed = records.filter(isDoubted).flatMap(({ operation }) => endsChanged(operation));
    const silent = new Set([...doubted.flatMap(seenAt(CHANNEL_VIEWS)), ...changed]);
    const withoutHistory = new Set(word === 'views' ? doubted.flatMap(seenAt(HISTORY)) : []);
    const isBelieved = ({ moment, node, view: { kind } }: Reading): boolean =>
      moment === 'start' ||
      !((silent.has(node) && CHANNEL_VIEWS.has(kind)) || (withoutHistory.has(node) && HISTORY.has(kind)));
    const run = {
      ...this.#run,
      readings: readings.filter(isBelieved),
      ...(load?.watched && {
        load: { ...load, watched: load.watched.filter(({ node }) => !silent.has(node)) },
      }),
    };
    if (word === 'views') return new Story(run);
    this.#shown ??= mostShown(this.#run);
    const shown = this.#shown;
    const left = records.map((record) => (isDoubted(record) ? leftOpen(record, shown) : record));
    const payments = left.flatMap(({ operation }) =>
      operation.kind === 'pay' && ids.has(operation.id) ? [operation] : [],
    );
    return new Story(
      { ...run, records: left },
      { doubted: [...payments, ...doubted.flatMap(entryAsPayment)] },
    );
  }
}

const CHANNEL_VIEWS: ReadonlySet<View['kind']> = new Set(['channels', 'channel', 'connections']);

const HISTORY: ReadonlySet<View['kind']> = new Set(['history']);

function seenAt(views: ReadonlySet<View['kind']>): (clue: Clue) => readonly NodeName[] {
  return ({ node, view }) => (node !== undefined && view !== undefined && views.has(view.kind) ? [node] : []);
}

function endsChanged(operation: Operation): readonly NodeName[] {
  if (!CHANGES_CHANNELS.has(operation.kind) || !('node' in operation)) return [];
  return 'partner' in operation ? [operation.node, operation.partner] : [operation.node];
}

/** An entry of no payment of the run: its node may have made it up, or have paid. */
function entryAsPayment({ operation, node, subject, money }: Clue): readonly ChargedPayment[] {
  if (operation !== null || node === undefined || subject?.kind !== 'entry' || money === undefined) return [];
  const { token, partner, event } = subject;
  const [payer, target] = event === 'sent' ? [node, partner] : [partner, node];
  return [{ node: payer, target, token, amount: money }];
}

// As much as any history shows of a payment may have moved.
function leftOpen(record: OperationRecord, shown: ReadonlyMap<string, Amount>): OperationRecord {
  const { operation, foreseen: _certain, ...rest } = record;
  const outcome = { kind: 'indeterminate', cause: 'unreadable-answer', detail: 'not believed' } as const;
  if (operation.kind !== 'pay') return { ...rest, operation, outcome };
  const amount = larger(operation.amount, shown.get(paymentKey(operation)) ?? 0n);
  return { ...rest, operation: { ...operation, amount }, outcome };
}

/** By payment, the most that one party's history shows of it. */
function mostShown(run: Run): ReadonlyMap<string, Amount> {
  const most = new Map<string, Amount>();
  for (const [node, entries] of new Story(run).atEnd.history) {
    const amounts = new Map<string, bigint[]>();
    for (const entry of entries) {
      const payment = paymentNamed(node, entry);
      if (payment !== undefined) gather(amounts, paymentKey(payment), BigInt(entry.value));
    }
    for (const [key, parts] of amounts) {
      const sum = parts.reduce((all, part) => all + part, 0n);
      if (sum > (most.get(key) ?? 0n)) most.set(key, sum);
    }
  }
  return most;
}

import { parseAmount } from '../model/amount.ts';
import type { OperationRecord } from '../model/outcome.ts';
import type { Run } from '../model/run.ts';
import { positionOf } from './by-moment.ts';
import { changedChannels } from './changed-channels.ts';
import type { Clue } from './check.ts';
import { NOT_THERE } from './discrepancy-clue.ts';
import type { Subject } from './facts.ts';

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

/** Operations whose outcome differs because channels already stood otherwise, with the operation that did that. */
function explainOutcomes(clues: readonly Clue[], run: Run): ReadonlyMap<number, number> {
  const roots = new Map<number, number>();
  const predicted = new Map(run.prediction?.records.map((record) => [record.operation.id, record]));
  for (const { operation, outcome } of run.records) {
    const expected = predicted.get(operation.id);
    if (expected === undefined || outcome.kind === 'indeterminate') continue;
    const differs = clues.some(
      (clue) =>
        clue.operation === operation.id && clue.check === 'outcomes' && clue.severity === 'difference',
    );
    if (!differs) continue;
    const cause = causeOf({ expected, clues, run });
    if (cause !== undefined) roots.set(operation.id, roots.get(cause) ?? cause);
  }
  return roots;
}

function causeOf({
  expected,
  clues,
  run,
}: {
  readonly expected: OperationRecord;
  readonly clues: readonly Clue[];
  readonly run: Run;
}): number | undefined {
  const { operation, outcome } = expected;
  const changed = changedChannels(run, expected).filter(({ between, token, observed }) => {
    if (operation.kind !== 'pay' || outcome.kind !== 'succeeded') return true;
    const hop = expected.trace?.hops.find(({ payer, payee }) => payer === between[0] && payee === between[1]);
    // A payment predicted to succeed fails by a channel only when that channel really lacks the amount.
    const { own } = observed;
    return (
      hop === undefined ||
      token !== operation.token ||
      !own ||
      own.state !== 'opened' ||
      own.balance < hop.amount
    );
  });
  const causes = clues
    .filter(
      ({ operation: cause, severity, subject, node }) =>
        cause !== null &&
        cause < operation.id &&
        severity === 'difference' &&
        subject?.kind === 'channel' &&
        changed.some(
          ({ token, between }) =>
            token === subject.token && node !== undefined && sameEnds(between, [node, subject.partner]),
        ),
    )
    .map(({ operation: cause }) => cause as number);
  return causes.length === 0 ? undefined : Math.max(...causes);
}

function sameEnds(one: readonly [string, string], other: readonly [string, string]): boolean {
  return one.toSorted().join(' ') === other.toSorted().join(' ');
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

/** A node that goes on lying in the same way lies once: the same sum off, the same old view, the same silence. */
function standingLie(clue: Clue, clues: readonly Clue[]): number | undefined {
  const { subject, noticed } = clue;
  if (clue.severity !== 'difference' || subject === undefined) return undefined;
  const first = clues.find(
    (other) =>
      other.severity === 'difference' &&
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

function isSameLie(one: Clue, other: Clue): boolean {
  const [first, second] = [one.subject, other.subject];
  if (first?.kind === 'answer') return true;
  if (first?.kind === 'entry' && second?.kind === 'entry') {
    const isExtra = one.predicted === NOT_THERE && other.predicted === NOT_THERE;
    return isExtra && first.identifier !== undefined && first.identifier === second.identifier;
  }
  if (first === undefined || second === undefined || fieldOf(first) !== fieldOf(second)) return false;
  // Balances move with every payment; a deposit that a node does not show is another deposit each time.
  if (fieldOf(first) === 'balance' && one.isOld === true && other.isOld === true) return true;
  const by = differenceOf(one);
  return by !== undefined && by === differenceOf(other);
}

function fieldOf(subject: Subject): string {
  return 'field' in subject ? subject.field : subject.kind;
}

function differenceOf({ predicted, observed }: Clue): bigint | undefined {
  const [before, after] = [parseAmount(predicted), parseAmount(observed)];
  return before === undefined || after === undefined ? undefined : after - before;
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

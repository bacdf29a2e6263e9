import type { Run } from '../model/run/run.ts';
import { findingOf } from './blame/finding-of.ts';
import {
  type Check,
  type Clue,
  isDifference,
  type JudgedCheck,
  type Judgement,
  judgementOf,
} from './check.ts';
import { withOwnHistories } from './history/own-histories.ts';
import { CHECKS } from './registry.ts';
import { type UnreadView, unreadText, unreadViews } from '../model/run/unread-views.ts';

// Each says the same of another payment; a node that lies about more than this is known for it.
const MOST_FINDINGS_PER_CHECK = 50;

/** Everything that is checked once a load has come to rest, on the records that were kept. */
export function checkLoad(shown: Run): readonly JudgedCheck[] {
  const run = withOwnHistories(shown);
  const made = CHECKS.filter(({ appliesTo }) => appliesTo.includes('load')).map((check) => ({
    check,
    judgement: judgementOf(check, run),
  }));
  return withoutConsequences(made, run).map(({ check, judgement }) => judgedBy(check, run, judgement));
}

/** A check with what it says. */
interface MadeCheck {
  readonly check: Check;
  readonly judgement: Judgement;
}

/** One lie makes many forecasts wrong: what would not be told if its answer were not believed counts with it. */
function withoutConsequences(made: readonly MadeCheck[], run: Run): readonly MadeCheck[] {
  const doubted = new Set(
    made.flatMap(({ check, judgement }) =>
      check.role === 'operation' && check.despite === undefined
        ? judgement.clues.filter(isDifference).flatMap(({ operation }) => operation ?? [])
        : [],
    ),
  );
  if (doubted.size === 0 || run.load?.kept.kind !== 'all') return made;
  const follows = new Map<number, number>();
  const left = made.map((one): MadeCheck => {
    const { check, judgement } = one;
    const { clues, covered } = judgement;
    if (check.despite === undefined || clues.length === 0) return one;
    const still = check.despite(run, doubted);
    const own = clues.filter(({ operation }) => operation === null || still.has(operation));
    const explained = clues.flatMap(({ operation }) =>
      operation === null || still.has(operation) ? [] : [operation],
    );
    for (const operation of explained) {
      const cause = causeOf(operation, doubted);
      follows.set(cause, (follows.get(cause) ?? 0) + 1);
    }
    if (explained.length === 0) return one;
    const detail = `${explained.length} more follow from findings of other checks: ${listed(explained)}`;
    return { check, judgement: { ...judgement, clues: own, covered: `${covered}; ${detail}` } };
  });
  return left.map(({ check, judgement }) => ({
    check,
    judgement: { ...judgement, clues: judgement.clues.map((clue) => withNumber(clue, follows)) },
  }));
}

// The last one before it, else the first: which of several it was, nothing tells.
function causeOf(operation: number, doubted: ReadonlySet<number>): number {
  const inOrder = [...doubted].toSorted((one, other) => one - other);
  return inOrder.findLast((id) => id <= operation) ?? (inOrder[0] as number);
}

// The first clue about an operation takes them, so that they are told once.
function withNumber(clue: Clue, follows: Map<number, number>): Clue {
  const count = clue.operation === null ? undefined : follows.get(clue.operation);
  if (count === undefined || !isDifference(clue)) return clue;
  follows.delete(clue.operation as number);
  return { ...clue, follows: count };
}

// More numbers than this no reader takes in.
const MOST_NAMED = 10;

function listed(operations: readonly number[]): string {
  const named = operations.slice(0, MOST_NAMED).map((id) => `#${id}`);
  return `${named.join(', ')}${operations.length > MOST_NAMED ? ', ...' : ''}`;
}

/** What a check says of a load, with as many findings as are worth keeping. */
export function judgedBy(check: Check, run: Run, judgement = judgementOf(check, run)): JudgedCheck {
  const { clues, covered, doubt = 'holds' } = judgement;
  const wrong = clues.filter(isDifference).length;
  const unread = doubt === 'not-checked' ? [] : unreadFor(check, run);
  const detail = [
    covered,
    ...(unread.length > 0 ? [`not read: ${unreadText(unread)}`] : []),
    ...(wrong > MOST_FINDINGS_PER_CHECK
      ? [`the first ${MOST_FINDINGS_PER_CHECK} of ${wrong} findings are kept`]
      : []),
  ].join('; ');
  return {
    check: {
      name: check.name,
      verdict: wrong > 0 ? 'violated' : unread.length > 0 ? 'unknown' : doubt,
      detail,
    },
    findings: clues.slice(0, MOST_FINDINGS_PER_CHECK).map((clue) => findingOf({ ...clue, check }, run)),
  };
}

/** What the check needs and could not be read. */
function unreadFor({ needs = [] }: Check, run: Run): readonly UnreadView[] {
  return needs.length === 0 ? [] : unreadViews(run).filter(({ view }) => needs.includes(view.kind));
}

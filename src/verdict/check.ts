import type { Finding } from '../model/run/finding.ts';
import type { PerformedCheck } from '../model/load/load-result.ts';
import type { Operation } from '../model/run/operation.ts';
import type { Moment, View } from '../model/run/reading.ts';
import type { Amount } from '../model/network/amount.ts';
import { type Run, snapshotAt } from '../model/run/run.ts';
import { unreadViews } from '../model/run/unread-views.ts';
import type { Subject } from './facts/facts.ts';
import { Story } from './story.ts';

/** A judgement over a run: what is wrong with it, from the run's data and nothing else. */
export interface Check {
  /** Also the `check` of its findings. */
  readonly name: string;
  readonly role: CheckRole;
  readonly appliesTo: readonly CheckScope[];
  /**
   * The evidence that the check relies on. Its clues that vanish when a doubted piece is withdrawn are consequences of
   * that piece. `answers`: an answer of a node. `views`: two views, which contradict each other in any case.
   */
  readonly believes?: 'answers' | 'views';
  /** Loads: views without which the rule is unknown where nothing contradicts it. */
  readonly needs?: readonly View['kind'][];
  judge(run: Run, story: Story): Judgement;
}

/**
 * The subject of a check's clues. `operation`: how one operation went, and they say which. `state`: what a node
 * shows, so that the operation before it is suspected. `self`: parts of the run contradict each other, and
 * since when is unknown.
 */
export type CheckRole = 'operation' | 'state' | 'self';

/** The kinds of runs a check can judge. `sample`: a load of which only a part of the records was kept. */
export type CheckScope = 'replay' | 'load' | 'sample';

/** The result of a check. */
export interface Judgement {
  readonly clues: readonly Clue[];
  /** One sentence: what it was judged on, or why it was not. */
  readonly covered: string;
  /**
   * Says that a run without clues need not be right; absent: then the rule holds. `unknown`: something could not be
   * read, which is no success; `not-checked`: the rule says nothing of such a run.
   */
  readonly doubt?: 'unknown' | 'not-checked';
}

/** One thing that a check noticed, with all that tells its cause from its consequences. */
export interface Clue extends Omit<Finding, 'check' | 'severity' | 'decidedBy' | 'curl' | 'operation'> {
  /** The operation to blame; absent: none is. */
  readonly operation?: number | null;
  /** Absent: `difference`. */
  readonly severity?: Finding['severity'];
  /** Absent: what the prediction says of the operation. */
  readonly decidedBy?: string;
  /** The place to look for the payment that a clue is about, if no view showed it: nothing is doubted for that. */
  readonly listedIn?: View;
  /** The view of `node` that shows it. */
  readonly view?: View;
  /** When it was noticed; absent: at the end. */
  readonly noticed?: Moment;
  /** Present where it is about one fact of one node. */
  readonly subject?: Subject;
  /** True when the node showed what it had shown before. */
  readonly isOld?: boolean;
  /** How much money it is about: by so much a sum is off, or so much an entry names. */
  readonly money?: Amount;
  /** The operation that would explain it, where nothing else does. */
  readonly behind?: number;
}

/** A check of a whole load as reports show it. */
export interface JudgedCheck {
  readonly check: PerformedCheck;
  readonly findings: readonly Finding[];
}

/** The part of a clue that says which operation it is about, which ended otherwise. */
export function aboutOperation(operation: Operation): Pick<Clue, 'operation' | 'node' | 'noticed'> {
  const { id } = operation;
  return { operation: id, noticed: id, ...('node' in operation ? { node: operation.node } : {}) };
}

/** Makes a check of a run where it applies. */
export function judgementOf(check: Check, run: Run, story = new Story(run)): Judgement {
  if (check.appliesTo.includes(scopeOf(run))) return check.judge(run, story);
  const { records, load } = run;
  const covered =
    load === undefined
      ? 'it is for loads'
      : `only ${records.length} of ${load.kept.of} records were kept, and what is missing may have paid for the rest`;
  return { clues: [], covered, doubt: 'not-checked' };
}

function scopeOf({ load }: Run): CheckScope {
  if (load === undefined) return 'replay';
  return load.kept.kind === 'sample' ? 'sample' : 'load';
}

/** True when a clue speaks against the target, and is not only worth knowing. */
export function isDifference({ severity = 'difference' }: Pick<Clue, 'severity'>): boolean {
  return severity === 'difference';
}

/** How many operations there are to judge by, in words. */
export function operationsKept({ records, load }: Run): string {
  return `${records.length}${load?.kept.kind === 'sample' ? ` of ${load.kept.of}` : ''} operations`;
}

/** How many nodes have shown everything after the run, in words. */
export function nodesRead(run: Run): string {
  const unread = new Set(unreadViews(run).flatMap(({ moment, node }) => (moment === 'end' ? [node] : [])));
  const read = [...snapshotAt('end', run).channels.keys()].filter((node) => !unread.has(node));
  return `${read.length} of ${run.start.order} nodes read`;
}

/** Nothing was judged, for this reason. */
export function notChecked(covered: string): Judgement {
  return { clues: [], covered, doubt: 'not-checked' };
}

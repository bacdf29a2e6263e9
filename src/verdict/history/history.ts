import { rangeText } from '../../model/network/amount.ts';
import { gather } from '../../model/gather.ts';
import { earlierPayments, transferKey } from '../../model/earlier-transfers.ts';
import type { NodeName } from '../../model/network/network.ts';
import { ENTRY_NAMES } from '../../model/run/run-json.ts';
import type { Run } from '../../model/run/run.ts';
import { type Check, type Clue, type Judgement, operationsKept } from '../check.ts';
import { entryName, type NamedEntry } from '../facts/facts.ts';
import { judgeByPrediction } from '../readings/discrepancy-clue.ts';
import { expectedEntries, type ExpectedEntry, type OwnEntry } from './expected-entries.ts';
import { failedEntryClues } from './failed-entries.ts';
import { impossibleTimes } from './entry-times.ts';
import type { Story } from '../story.ts';

/** Every payment stands in both parties' histories as often as it happened, with its amount, in order. */
export const history: Check = {
  name: 'history',
  role: 'operation',
  appliesTo: ['replay', 'load', 'sample'],
  needs: ['history'],
  judge(run, story) {
    const { clues, covered } = story.isPredicted
      ? judgeByPrediction(story, ({ manner, view }) => manner === 'settled' && view.kind === 'history')
      : judgeByOutcomes(run, story);
    // An entry that is wrong already, say because it was made late, tells nothing of the times of others.
    const doubted = new Set(clues.map(({ operation }) => operation));
    return {
      clues: [...clues, ...impossibleTimes(run, story, doubted)],
      covered,
    };
  },
};

/**
 * Without a prediction the outcomes themselves say what has to stand in the histories, and nothing else does. One
 * pass over the entries, however many there are. In a sample of the records, further entries are expected.
 */
function judgeByOutcomes(run: Run, story: Story): Judgement {
  const { found, failed, lost, read } = newEntries(story);
  const clues: Clue[] = [...lost].map(([node, entries]) => clueOf(node, null, lostFault(node, entries)));
  for (const expected of expectedEntries(story)) {
    const { node, operation } = expected;
    if (!read.has(node)) continue;
    const key = keyOf(expected);
    const entries = found.get(key) ?? [];
    const fault = faultOf(expected, entries);
    found.delete(key);
    if (fault !== undefined) clues.push(clueOf(node, operation, fault));
  }
  clues.push(...failedEntryClues(run, { entries: failed, read: (node) => read.has(node) }));
  if (run.load?.kept.kind !== 'sample') clues.push(...unexplainedClues([...found.values()].flat(), run));
  return { clues, covered: `${operationsKept(run)}, ${read.size} histories` };
}

/** The entries that came to the histories during the run: successes by what they say of one payment. */
function newEntries({ atStart, atEnd }: Story): {
  readonly found: Map<string, OwnEntry[]>;
  readonly failed: readonly OwnEntry[];
  readonly lost: ReadonlyMap<NodeName, readonly NamedEntry[]>;
  readonly read: ReadonlySet<NodeName>;
} {
  const found = new Map<string, OwnEntry[]>();
  const failed: OwnEntry[] = [];
  const gone = new Map<NodeName, readonly NamedEntry[]>();
  const read = new Set<NodeName>();
  for (const [node, entries] of atEnd.history) {
    // Where it is not known what stood there before, an entry may be from then.
    if (atStart.unread.history.has(node)) continue;
    read.add(node);
    const { added, lost } = sinceBefore(atStart.history.get(node) ?? [], entries);
    if (lost.length > 0) gone.set(node, lost);
    for (const entry of added)
      if (entry.event === 'failed') failed.push({ ...entry, node });
      else gather(found, keyOf({ ...entry, node }), { ...entry, node });
  }
  return { found, failed, lost: gone, read };
}

/** Tells entries of payments that were pending before the run: they arrive when they do. */
function earlierEntries({ start, readings }: Run): (entry: OwnEntry) => boolean {
  const earlier = earlierPayments(readings);
  return ({ node, event, partner, identifier }) => {
    const initiator = event === 'sent' ? node : partner;
    if (earlier.size === 0 || identifier === undefined || !start.hasNode(initiator)) return false;
    return earlier.has(transferKey({ node: initiator, identifier: BigInt(identifier) }, start));
  };
}

/** Entries that no payment explains, those of one payment at one node once. */
function unexplainedClues(found: readonly OwnEntry[], run: Run): readonly Clue[] {
  const isEarlier = earlierEntries(run);
  const entries = found.filter((entry) => !isEarlier(entry));
  const told = new Set<string>();
  return entries.flatMap((entry) => {
    const { node, event, token, partner, identifier = '', value } = entry;
    if (told.has(keyOf(entry))) return [];
    told.add(keyOf(entry));
    const subject = { kind: 'entry', event, token, partner, identifier, occurrence: 1 } as const;
    return [{ ...clueOf(node, null, unexplained(entry)), subject, money: BigInt(value) }];
  });
}

type Fault = Pick<Clue, 'title' | 'predicted' | 'observed'>;

function faultOf(expected: ExpectedEntry, entries: readonly NamedEntry[]): Fault | undefined {
  const { node, event, atLeast, atMost, amount } = expected;
  if (entries.length < atLeast || entries.length > atMost) {
    return {
      title: `${node}'s history has ${ENTRY_NAMES[event]} of this payment ${entries.length} times`,
      predicted: `${rangeText({ least: atLeast, most: atMost })} times`,
      observed: `${entries.length} times`,
    };
  }
  const wrong = entries.find(({ value }) => !expected.amountFits(BigInt(value)));
  if (wrong === undefined) return undefined;
  const title = `${node}'s history shows another amount for this payment`;
  return { title, predicted: amount, observed: wrong.value };
}

function unexplained(entry: OwnEntry): Fault {
  return {
    title: `${entry.node}'s history has an entry no payment explains`,
    predicted: 'no such entry',
    observed: inWords(entry),
  };
}

function lostFault(node: NodeName, lost: readonly NamedEntry[]): Fault {
  const [first] = lost as readonly [NamedEntry];
  const what = lost.length === 1 ? 'an entry' : `${lost.length} entries`;
  return {
    title: `${node}'s history lost ${what} that stood there before the run`,
    predicted: inWords(first),
    observed: 'not there',
  };
}

function inWords({ event, partner, token, identifier, value }: NamedEntry): string {
  const name = identifier === undefined ? '' : `, identifier ${identifier}`;
  return `${ENTRY_NAMES[event]} with ${partner}, ${value} ${token}${name}`;
}

function clueOf(node: NodeName, operation: number | null, fault: Fault): Clue {
  return {
    operation,
    node,
    view: { kind: 'history' },
    ...fault,
    decidedBy: 'the answer to the payment, or reading afterwards where there was none',
  };
}

function keyOf(entry: Pick<OwnEntry, 'node'> & Parameters<typeof entryName>[0]): string {
  return `${entry.node} ${entryName(entry)}`;
}

/** A history beside what stood in it before. */
interface SinceBefore {
  readonly added: readonly NamedEntry[];
  /** Entries that stood there before and do not any more. */
  readonly lost: readonly NamedEntry[];
}

/**
 * The entries that a history gained and lost, whichever place each has: one that is lost must not make another of
 * the run look missing. When an entry says it was made tells nothing here. One pass, however long it is.
 */
export function sinceBefore(before: readonly NamedEntry[], after: readonly NamedEntry[]): SinceBefore {
  const isKept = before.every((entry, at) => {
    const now = after[at];
    return now !== undefined && nameOf(now) === nameOf(entry);
  });
  if (isKept) return { added: after.slice(before.length), lost: [] };
  const left = new Map<string, NamedEntry[]>();
  for (const entry of before) gather(left, nameOf(entry), entry);
  const added = after.filter((entry) => left.get(nameOf(entry))?.shift() === undefined);
  return { added, lost: [...left.values()].flat() };
}

function nameOf(entry: NamedEntry): string {
  return `${entryName(entry)} ${entry.value}`;
}

import { gather } from '../../model/gather.ts';
import { earlierPayments, pendingKey } from '../../model/earlier-transfers.ts';
import type { NodeName } from '../../model/network/network.ts';
import { partnerIn, type PaymentEvent } from '../../model/run/answer.ts';
import { ENTRY_NAMES } from '../../model/run/run-json.ts';
import { type Run, type Snapshot, snapshotAt } from '../../model/run/run.ts';
import { type Check, type Clue, type Judgement, operationsKept } from '../check.ts';
import { historyEntries, type NamedEntry } from '../facts/facts.ts';
import { namesOf } from '../facts/names.ts';
import { judgeByPrediction } from '../readings/discrepancy-clue.ts';
import {
  expectedEntries,
  type ExpectedEntry,
  type OwnEntry,
  paymentsMeant,
  sumOf,
  type WantingEntry,
} from './expected-entries.ts';
import { failedEntryClues } from './failed-entries.ts';
import { changedLogTimes, impossibleLogTimes } from './possible-log-times.ts';
import { unreadViews } from '../../model/run/unread-views.ts';
import type { Story } from '../story/story.ts';

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
      clues: [...clues, ...changedLogTimes(run), ...impossibleLogTimes(run, story, doubted)],
      covered,
    };
  },
};

/**
 * Without a prediction the outcomes themselves say what has to stand in the histories, and nothing else does. One
 * pass over the entries, however many there are. Of a sample, what else stands there says nothing.
 */
function judgeByOutcomes(run: Run, story: Story): Judgement {
  const after = comparableHistories(run);
  const { found, failed, lost } = newEntries(run);
  const clues: Clue[] = [...lost].map(([node, entries]) => clueOf(node, null, lostFault(node, entries)));
  const wanting: WantingEntry[] = [];
  for (const expected of expectedEntries(story)) {
    const { node, operation } = expected;
    if (!after.has(node)) continue;
    const key = keyOf(expected);
    const entries = found.get(key) ?? [];
    const fault = faultOf(expected, entries);
    found.delete(key);
    if (fault === undefined) continue;
    clues.push(clueOf(node, operation, fault));
    if (entries.length <= expected.atMost) wanting.push({ ...expected, shown: sumOf(entries) });
  }
  clues.push(...failedEntryClues(run, { entries: failed, wanting, read: (node) => after.has(node) }));
  if (run.load?.kept.kind !== 'sample')
    clues.push(...unexplainedClues([...found.values()].flat(), wanting, run));
  return { clues, covered: `${operationsKept(run)}, ${after.size} histories` };
}

// Where nobody knows what stood there before, an entry may be from then.
function comparableHistories(run: Run): Snapshot['history'] {
  const unread = new Set(
    unreadViews(run).flatMap(({ moment, node, view }) =>
      moment === 'start' && view.kind === 'history' ? [node] : [],
    ),
  );
  return new Map([...snapshotAt('end', run).history].filter(([node]) => !unread.has(node)));
}

/** The entries that came to the histories during the run: successes by what they say of one payment. */
function newEntries(run: Run): {
  readonly found: Map<string, OwnEntry[]>;
  readonly failed: readonly OwnEntry[];
  readonly lost: ReadonlyMap<NodeName, readonly NamedEntry[]>;
} {
  const names = namesOf(run.start);
  const before = snapshotAt('start', run).history;
  const found = new Map<string, OwnEntry[]>();
  const failed: OwnEntry[] = [];
  const gone = new Map<NodeName, readonly NamedEntry[]>();
  for (const [node, events] of comparableHistories(run)) {
    const { added, lost } = sinceBefore(before.get(node) ?? [], events);
    if (lost.length > 0) gone.set(node, historyEntries(lost, names));
    for (const entry of historyEntries(added, names))
      if (entry.event === 'failed') failed.push({ ...entry, node });
      else gather(found, keyOf({ ...entry, node }), { ...entry, node });
  }
  return { found, failed, lost: gone };
}

/** Tells entries of payments that were pending before the run: they arrive when they do. */
function earlierEntries({ start, readings }: Run): (entry: OwnEntry) => boolean {
  const earlier = earlierPayments(readings);
  return ({ node, event, partner, identifier }) => {
    const initiator = event === 'sent' ? node : partner;
    if (earlier.size === 0 || identifier === undefined || !start.hasNode(initiator)) return false;
    const address = start.getNodeAttribute(initiator, 'address');
    return earlier.has(pendingKey({ initiator: address, paymentIdentifier: BigInt(identifier) }));
  };
}

/** Entries that no payment explains, those of one payment at one node once. */
function unexplainedClues(
  found: readonly OwnEntry[],
  wanting: readonly WantingEntry[],
  run: Run,
): readonly Clue[] {
  const isEarlier = earlierEntries(run);
  const entries = found.filter((entry) => !isEarlier(entry));
  const meantBy = paymentsMeant(entries, wanting);
  const told = new Set<string>();
  return entries.flatMap((entry) => {
    const { node, event, token, partner, identifier = '', value } = entry;
    if (told.has(keyOf(entry))) return [];
    told.add(keyOf(entry));
    const subject = { kind: 'entry', event, token, partner, identifier, occurrence: 1 } as const;
    return [{ ...clueOf(node, meantBy(entry), unexplained(entry)), subject, money: BigInt(value) }];
  });
}

type Fault = Pick<Clue, 'title' | 'predicted' | 'observed'>;

function faultOf(expected: ExpectedEntry, entries: readonly NamedEntry[]): Fault | undefined {
  const { node, event, atLeast, atMost, amount } = expected;
  if (entries.length < atLeast || entries.length > atMost) {
    return {
      title: `${node}'s history has ${ENTRY_NAMES[event]} of this payment ${entries.length} times`,
      predicted: atLeast === atMost ? `${atLeast} times` : `${atLeast} to ${atMost} times`,
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
    noticed: 'end',
  };
}

function keyOf(
  entry: Pick<OwnEntry, 'node' | 'event' | 'token' | 'partner'> & { readonly identifier?: string },
): string {
  const { node, event, token, partner, identifier } = entry;
  return `${node} ${event} ${token} ${partner} ${identifier ?? ''}`;
}

/** A history beside what stood in it before. */
interface SinceBefore {
  readonly added: readonly PaymentEvent[];
  /** Entries that stood there before and do not any more. */
  readonly lost: readonly PaymentEvent[];
}

/**
 * The entries that a history gained and lost, whichever place each has: one that is lost must not make another of
 * the run look missing. When an entry says it was made tells nothing here. One pass, however long it is.
 */
export function sinceBefore(before: readonly PaymentEvent[], after: readonly PaymentEvent[]): SinceBefore {
  const isKept = before.every((entry, at) => {
    const now = after[at];
    return now !== undefined && nameOf(now) === nameOf(entry);
  });
  if (isKept) return { added: after.slice(before.length), lost: [] };
  const left = new Map<string, PaymentEvent[]>();
  for (const entry of before) gather(left, nameOf(entry), entry);
  const added = after.filter((entry) => left.get(nameOf(entry))?.shift() === undefined);
  return { added, lost: [...left.values()].flat() };
}

function nameOf(entry: PaymentEvent): string {
  const { kind, tokenAddress } = entry;
  const rest = entry.kind === 'failed' ? entry.reason : `${entry.identifier} ${entry.amount}`;
  return `${kind} ${tokenAddress} ${partnerIn(entry)} ${rest}`;
}

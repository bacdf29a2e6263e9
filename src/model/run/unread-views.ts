import { gather } from '../gather.ts';
import type { NodeName } from '../network/network.ts';
import { type Reading, type View, type ViewValue, viewKey } from './reading.ts';
import type { OperationRecord } from './operation.ts';
import type { StoredRun } from './run.ts';

/** A view that a running node should have shown and did not: what hangs on it is unknown. */
export type UnreadView = Pick<Reading, 'moment' | 'node' | 'view'> & {
  readonly value: Extract<ViewValue, { kind: 'unread' }>;
};

/**
 * The views whose last reading failed. A node that the scenario has stopped, or may have, is not expected to show any; where the
 * prediction has a reading of the view, that decides whether the node should have shown it.
 */
export function unreadViews(
  run: Pick<StoredRun, 'start' | 'records' | 'readings' | 'prediction'>,
): readonly UnreadView[] {
  // Simulations read nothing and have many operations, and this is asked several times.
  if (!run.readings.some(({ value }) => value.kind === 'unread')) return [];
  const last = lastOfEach(run.readings);
  const predicted = lastOfEach(run.prediction?.readings ?? []);
  const { stopped, contested } = stoppedAtEnd(run);
  return [...last].flatMap(([key, { moment, node, view, value }]) => {
    if (value.kind !== 'unread' || value.isAbsent || (moment !== 'start' && contested.has(node))) return [];
    const isOff = moment === 'start' ? !run.start.getNodeAttribute(node, 'online') : stopped.has(node);
    const foretold = predicted.get(key)?.value.kind;
    const isWanted = foretold === undefined ? !isOff : foretold !== 'unread';
    return isWanted ? [{ moment, node, view, value }] : [];
  });
}

/** A node that did not show everything at one time, and what it answered instead. */
export interface UnreadNode extends Pick<UnreadView, 'moment' | 'node'> {
  /** At least one, in the order in which they were asked for. */
  readonly views: readonly [UnreadView, ...UnreadView[]];
  /** One text where it answered everything alike, else one an answer: `channels: 204 ...; history: 500 ...`. */
  readonly answer: string;
}

/** The same views, one entry a node and time. */
export function unreadNodes(views: readonly UnreadView[]): readonly UnreadNode[] {
  const byNode = new Map<string, [UnreadView, ...UnreadView[]]>();
  for (const view of views) gather(byNode, `${view.moment} ${view.node}`, view);
  return [...byNode.values()].map((all) => {
    const [{ moment, node }] = all;
    return { moment, node, views: all, answer: answerOf(all) };
  });
}

function answerOf(views: readonly UnreadView[]): string {
  // A node that hangs does so in more and more words: the last ones hold for all it did not answer.
  const silent = views.findLast(({ value }) => value.isAnswered !== true)?.value.detail;
  const byAnswer = new Map<string, UnreadView[]>();
  for (const view of views) {
    const { detail, isAnswered } = view.value;
    gather(byAnswer, isAnswered === true ? detail : (silent ?? detail), view);
  }
  const [first, ...others] = byAnswer.keys();
  if (first !== undefined && others.length === 0) return first;
  return [...byAnswer].map(([detail, asked]) => `${viewsText(asked)}: ${detail}`).join('; ');
}

// More names than this are no help.
const MOST_NAMED = 3;

/** In words: `alice's channels and history, bob's history`. */
export function unreadText(views: readonly UnreadView[]): string {
  const byNode = new Map<NodeName, Set<string>>();
  for (const { node, view } of views)
    byNode.set(node, (byNode.get(node) ?? new Set()).add(VIEW_NAMES[view.kind]));
  const named = [...byNode].slice(0, MOST_NAMED).map(([node, names]) => `${node}'s ${listText([...names])}`);
  const rest = byNode.size - named.length;
  return `${named.join(', ')}${rest > 0 ? ` and those of ${rest} more` : ''}`;
}

/** The names of views in a sentence: `channels, history and pending transfers`. */
export function viewsText(views: readonly UnreadView[]): string {
  return listText([...new Set(views.map(({ view }) => VIEW_NAMES[view.kind]))]);
}

/** The names of views in sentences. */
export const VIEW_NAMES: Readonly<Record<View['kind'], string>> = {
  channels: 'channels',
  channel: 'channels',
  history: 'history',
  connections: 'connections',
  pending: 'pending transfers',
};

function listText(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

// In the order in which they were last asked for.
function lastOfEach(readings: readonly Reading[]): ReadonlyMap<string, Reading> {
  const last = new Map<string, Reading>();
  for (const reading of readings) {
    const key = `${reading.moment} ${reading.node} ${viewKey(reading.view)}`;
    last.delete(key);
    last.set(key, reading);
  }
  return last;
}

/** The nodes that do not run at last, and those of which a stop and a start overlapped. */
export function stoppedAtEnd({
  start,
  records,
}: Pick<StoredRun, 'start' | 'records'>): Readonly<Record<'stopped' | 'contested', ReadonlySet<NodeName>>> {
  const stopped = new Set(start.filterNodes((_node, { online }) => !online));
  const contested = new Set<NodeName>();
  const last = new Map<NodeName, OperationRecord>();
  const switches = [...records].filter(({ operation: { kind } }) => kind === 'stop' || kind === 'start');
  for (const record of switches.toSorted((one, other) => one.endedAtMs - other.endedAtMs)) {
    const { operation, startedAtMs } = record;
    if (operation.kind !== 'stop' && operation.kind !== 'start') continue;
    const { node, kind } = operation;
    const before = last.get(node);
    last.set(node, record);
    // If a stop and a start have the same time, either may have come last.
    const isBeside = before !== undefined && startedAtMs < before.endedAtMs;
    if (!isBeside) contested.delete(node);
    else if (before.operation.kind !== kind) contested.add(node);
    if (kind === 'stop') stopped.add(node);
    else stopped.delete(node);
  }
  return { stopped, contested };
}

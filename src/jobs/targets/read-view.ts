import { type Directory, directoryOf } from '../../model/network/directory.ts';
import { earlierPayments } from '../../model/earlier-transfers.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import type { Answer } from '../../model/run/answer.ts';
import type { Moment, Reading, View, ViewValue } from '../../model/run/reading.ts';
import { withoutValueText } from '../../model/run/reason.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NodeApi, Nodes } from '../../ports/node-api.ts';
import { sleep } from '../../runtime/sleep.ts';
import { unlessAborted } from '../../runtime/unless-aborted.ts';
import { changesAmong } from './start-looks.ts';

/** Reads one view of one node. */
export async function readView(api: NodeApi, view: View, directory: Directory): Promise<ViewValue> {
  switch (view.kind) {
    case 'channels':
      return shown(await api.channels(filterOf(view, directory)), (channels) => ({
        kind: 'channels',
        channels,
      }));
    case 'channel': {
      const token = directory.tokenAddressOf(view.token);
      const answer = await api.channel({ token, partner: directory.addressOf(view.partner) });
      if (answer.kind === 'refused' && answer.status === 404) return { kind: 'channel', channel: null };
      return shown(answer, (channel) => ({ kind: 'channel', channel }));
    }
    case 'history':
      return shown(await api.payments(filterOf(view, directory)), (events) => ({ kind: 'history', events }));
    case 'connections':
      return shown(await api.connections(), (connections) => ({ kind: 'connections', connections }));
    case 'pending': {
      const answer = await api.pendingTransfers(filterOf(view, directory));
      // The channel may be gone, or the node lists all transfers together only.
      if (view.token !== undefined && answer.kind === 'refused' && answer.status === 404)
        return { kind: 'unread', detail: withoutValueText(answer), isAbsent: true };
      return shown(answer, (transfers) => ({ kind: 'pending', transfers }));
    }
  }
}

function filterOf(view: { readonly token?: TokenName; readonly partner?: NodeName }, directory: Directory) {
  return {
    ...(view.token === undefined ? {} : { token: directory.tokenAddressOf(view.token) }),
    ...(view.partner === undefined ? {} : { partner: directory.addressOf(view.partner) }),
  };
}

function shown<T>(answer: Answer<T>, value: (value: T) => ViewValue): ViewValue {
  if (answer.kind === 'ok') return value(answer.value);
  const detail = withoutValueText(answer);
  return { kind: 'unread', detail, ...(isFromTheNode(answer) ? { isAnswered: true } : {}) };
}

// A gateway that does not reach a node answers in its own name.
const GATEWAY_STATUS = 502;

/** True for an answer that the node itself gave, and that is not as the API says. */
export function isFromTheNode(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): boolean {
  if (answer.kind === 'refused') return answer.status < GATEWAY_STATUS;
  return answer.kind === 'indeterminate' && answer.cause === 'unreadable-answer';
}

const LOOK_AGAIN_MS = 100;

/** The nodes of a run, and its clock. */
export interface NodesToRead {
  readonly start: Network;
  readonly nodes: Pick<Nodes, 'node'>;
  readonly clock: Clock;
  /** Aborted: nothing more is read. */
  readonly signal: AbortSignal | undefined;
}

/** Reads views of every node, one after the other at each; an aborted signal ends it with what was read by then. */
export async function readNodes(
  { start, nodes, clock, signal }: NodesToRead,
  moment: Moment,
  viewsOf: (node: NodeName) => readonly View[],
): Promise<readonly Reading[]> {
  const directory = directoryOf(start);
  const readings = await Promise.all(
    start.nodes().map(async (node) => {
      const shownByNode: Reading[] = [];
      for (const view of viewsOf(node)) {
        if (signal?.aborted) break;
        const reading = readView(nodes.node(node), view, directory);
        const value = await unlessAborted(reading, undefined, signal);
        if (value === undefined) break;
        shownByNode.push({ moment, node, view, value, attempt: 1, atMs: clock.nowMs() });
      }
      return shownByNode;
    }),
  );
  return readings.flat();
}

/**
 * Reads the transfers that nodes list as pending before a run: the last look at each node, and every change before
 * it. Transfers of an earlier run may be on their way for `settleMs`; they are waited for so long, and those of
 * `waitedFor` no longer, to which the ones are added that are still there.
 */
export async function readEarlier({
  settleMs,
  waitedFor = new Set(),
  ...nodes
}: NodesToRead & {
  readonly settleMs: number;
  readonly waitedFor?: Set<string> | undefined;
}): Promise<readonly Reading[]> {
  const { clock, signal } = nodes;
  const limitMs = clock.nowMs() + settleMs;
  const looks: Reading[] = [];
  for (;;) {
    const readings = await readNodes(nodes, 'start', () => [{ kind: 'pending' }]);
    const isFirst = looks.length === 0;
    looks.push(...readings);
    // An unreadable first answer may have hidden what is pending.
    const held = [...earlierPayments(readings)];
    const isOpen = held.some((key) => !waitedFor.has(key)) || (isFirst && readings.some(isUnreadable));
    if (!isOpen || signal?.aborted) return changesAmong(looks);
    if (clock.nowMs() >= limitMs) {
      for (const key of held) waitedFor.add(key);
      return changesAmong(looks);
    }
    await sleep(clock, LOOK_AGAIN_MS, signal);
  }
}

/** True for an answer of the node that is not as the API says. */
export function isUnreadable({ value }: Reading): boolean {
  return value.kind === 'unread' && value.isAnswered === true;
}

/** True when some node lists a transfer as pending. */
export function holdsAnything(readings: readonly Reading[]): boolean {
  return readings.some(({ value }) => value.kind === 'pending' && value.transfers.length > 0);
}

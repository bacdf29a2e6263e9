import type { Answer } from '../../model/run/answer.ts';
import { type Directory, directoryOf } from '../../model/network/directory.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { Reading, View, ViewValue } from '../../model/run/reading.ts';
import { errorText } from '../../model/run/reason.ts';
import type { NodeApi } from '../../ports/node-api.ts';
import { filterOf, viewsAfter, viewsAtEnd, viewsAtStart, type WantedView } from '../replay/wanted-views.ts';
import type { Observe } from '../simulate.ts';

// Two nodes that paid each other more often than this are compared by their whole histories at the end only:
// reading everything after every payment grows with the square of their number.
const LONGEST_HISTORY_PER_STEP = 200;

/** Takes from a simulation the readings that a replay then takes from its targets. */
export function observePrediction(operations: readonly Operation[]): Observe {
  return async ({ moment, record, simulation, network, nowMs }) => {
    const directory = directoryOf(network);
    const readings: Reading[] = [];
    for (const { node, view } of wantedViews({ moment, record, network, operations })) {
      if (!simulation.control.isRunning(node)) continue;
      const value = await readView({ api: simulation.node(node), view, directory });
      const isLong = value.kind === 'history' && value.events.length > LONGEST_HISTORY_PER_STEP;
      if (isLong && typeof moment === 'number') continue;
      readings.push({ moment, node, view, value, attempt: 1, atMs: nowMs() });
    }
    return readings;
  };
}

/** What one view of one node shows now. */
export async function readView({
  api,
  view,
  directory,
}: {
  readonly api: NodeApi;
  readonly view: View;
  readonly directory: Directory;
}): Promise<ViewValue> {
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
    case 'pending':
      return shown(await api.pendingTransfers(), (transfers) => ({ kind: 'pending', transfers }));
  }
}

function wantedViews({
  moment,
  record,
  network,
  operations,
}: Pick<Parameters<Observe>[0], 'moment' | 'network'> & {
  readonly record: Parameters<Observe>[0]['record'] | undefined;
  readonly operations: readonly Operation[];
}): readonly WantedView[] {
  if (moment === 'start') return viewsAtStart(network);
  if (moment === 'end') return viewsAtEnd(network, operations);
  return record === undefined ? [] : viewsAfter(record, network);
}

function shown<T>(answer: Answer<T>, value: (value: T) => ViewValue): ViewValue {
  switch (answer.kind) {
    case 'ok':
      return value(answer.value);
    case 'refused':
      return { kind: 'unread', detail: `${answer.status} ${errorText(answer.errors)}` };
    case 'unreachable':
    case 'indeterminate':
      return { kind: 'unread', detail: answer.detail };
  }
}

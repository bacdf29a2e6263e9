import type { Directory } from '../../model/network/directory.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { Answer } from '../../model/run/answer.ts';
import type { View, ViewValue } from '../../model/run/reading.ts';
import { withoutValueText } from '../../model/run/reason.ts';
import type { NodeApi } from '../../ports/node-api.ts';

/** What one view of one node shows now. */
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
    case 'pending':
      return shown(await api.pendingTransfers(), (transfers) => ({ kind: 'pending', transfers }));
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

// What a gateway says of a node that it does not reach is no answer of the node.
const GATEWAY_STATUS = 502;

/** True for an answer that the node itself gave, and that is not as the API says. */
export function isFromTheNode(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): boolean {
  if (answer.kind === 'refused') return answer.status < GATEWAY_STATUS;
  return answer.kind === 'indeterminate' && answer.cause === 'unreadable-answer';
}

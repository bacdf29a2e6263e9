import type { ChannelView, Connection, PaymentEvent, PendingTransfer } from './answer.ts';
import type { NodeName } from '../network/network.ts';
import { type Moment, viewKey } from './reading.ts';
import type { Run } from './run.ts';

/** What every node showed at one moment in its widest views; a node that was not read is not there. */
export interface Snapshot {
  readonly channels: ReadonlyMap<NodeName, readonly ChannelView[]>;
  readonly history: ReadonlyMap<NodeName, readonly PaymentEvent[]>;
  readonly connections: ReadonlyMap<NodeName, readonly Connection[]>;
  readonly pending: ReadonlyMap<NodeName, readonly PendingTransfer[]>;
}

/** The last reading of each node's whole lists at a moment. */
export function snapshotAt(moment: Moment, { readings }: Pick<Run, 'readings'>): Snapshot {
  const channels = new Map<NodeName, readonly ChannelView[]>();
  const history = new Map<NodeName, readonly PaymentEvent[]>();
  const connections = new Map<NodeName, readonly Connection[]>();
  const pending = new Map<NodeName, readonly PendingTransfer[]>();
  for (const { moment: taken, node, view, value } of readings) {
    // Only whole lists: their key is the bare name of the view.
    if (taken !== moment || viewKey(view) !== view.kind) continue;
    if (value.kind === 'channels') channels.set(node, value.channels);
    if (value.kind === 'history') history.set(node, value.events);
    if (value.kind === 'connections') connections.set(node, value.connections);
    if (value.kind === 'pending') pending.set(node, value.transfers);
  }
  return { channels, history, connections, pending };
}

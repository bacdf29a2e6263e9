import type { PendingTransfer } from './run/answer.ts';
import { directoryOf } from './network/directory.ts';
import { channelKey } from './network/network.ts';
import type { Reading } from './run/reading.ts';
import type { Run } from './run/run.ts';
import { snapshotAt } from './run/snapshot.ts';

/** Transfers that nodes listed as pending before a run: whatever becomes of them, the run has not sent them. */
export interface EarlierTransfers {
  readonly payments: number;
  /** The channels that hold them, by their ends; locks that nobody releases keep a channel from carrying anything. */
  readonly channels: readonly string[];
}

/** What nodes held before the first operation. */
export function earlierTransfers(run: Pick<Run, 'start' | 'readings'>): EarlierTransfers {
  const { start } = run;
  const directory = directoryOf(start);
  const channels = new Set<string>();
  for (const transfers of snapshotAt('start', run).pending.values())
    for (const { tokenAddress, channelIdentifier } of transfers) {
      const token = directory.tokenAt(tokenAddress);
      const key = token === undefined ? '' : channelKey(token, Number(channelIdentifier));
      channels.add(start.hasEdge(key) ? start.extremities(key).join('\u2013') : String(channelIdentifier));
    }
  return { payments: earlierKeys(run.readings).size, channels: [...channels].toSorted() };
}

/** Leaves out of a reading of pending transfers those of payments that were pending before the run. */
export function withoutEarlier(readings: readonly Reading[]): (reading: Reading) => Reading {
  const earlier = earlierKeys(readings);
  if (earlier.size === 0) return (reading) => reading;
  return (reading) => {
    const { value } = reading;
    if (value.kind !== 'pending') return reading;
    const transfers = value.transfers.filter((transfer) => !earlier.has(pendingKey(transfer)));
    return { ...reading, value: { ...value, transfers } };
  };
}

/** Names the payment that a pending transfer belongs to, at whichever node it is listed. */
export function pendingKey({
  initiator,
  paymentIdentifier,
}: Pick<PendingTransfer, 'initiator' | 'paymentIdentifier'>): string {
  return `${initiator} ${paymentIdentifier}`;
}

function earlierKeys(readings: readonly Reading[]): ReadonlySet<string> {
  return new Set([...snapshotAt('start', { readings }).pending.values()].flat().map(pendingKey));
}

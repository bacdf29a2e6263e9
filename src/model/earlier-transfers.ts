import type { PendingTransfer } from './run/answer.ts';
import { directoryOf } from './network/directory.ts';
import { channelKey, type Network } from './network/network.ts';
import type { PayRequest } from './run/operation.ts';
import type { Reading } from './run/reading.ts';
import { type Run, snapshotAt } from './run/run.ts';

/** Transfers that nodes listed as pending before a run: whatever becomes of them, the run has not sent them. */
export interface EarlierTransfers {
  readonly payments: number;
  /** The channels that hold them, by their ends; locks that nobody releases keep a channel from carrying anything. */
  readonly channels: readonly string[];
}

/** Counts the payments that were pending before the first operation, and names their channels. */
export function earlierTransfers(run: Pick<Run, 'start' | 'readings'>): EarlierTransfers {
  const { start } = run;
  const names = [...earlierByChannel(run).keys()].map((key) =>
    start.hasEdge(key) ? start.extremities(key).join('\u2013') : key,
  );
  return { payments: earlierPayments(run.readings).size, channels: [...new Set(names)].toSorted() };
}

/** The payments that held locks in each channel before the first operation, by its edge key. */
export function earlierByChannel({
  start,
  readings,
}: Pick<Run, 'start' | 'readings'>): ReadonlyMap<string, ReadonlySet<string>> {
  const directory = directoryOf(start);
  const paymentsByChannel = new Map<string, Set<string>>();
  for (const transfers of snapshotAt('start', { readings }).pending.values())
    for (const transfer of transfers) {
      const token = directory.tokenAt(transfer.tokenAddress);
      const channel = Number(transfer.channelIdentifier);
      const key = token === undefined ? String(channel) : channelKey(token, channel);
      paymentsByChannel.set(key, (paymentsByChannel.get(key) ?? new Set()).add(pendingKey(transfer)));
    }
  return paymentsByChannel;
}

/** Leaves out of a reading of pending transfers those of payments that were pending before the run. */
export function withoutEarlier(readings: readonly Reading[]): (reading: Reading) => Reading {
  const earlier = earlierPayments(readings);
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

/** The same of a payment by its request. */
export function transferKey(
  { node, identifier }: Pick<PayRequest, 'node' | 'identifier'>,
  start: Network,
): string {
  const initiator = start.getNodeAttribute(node, 'address');
  return pendingKey({ initiator, paymentIdentifier: identifier });
}

/** The payments that were pending before a run, as `pendingKey` names them. */
export function earlierPayments(readings: readonly Reading[]): ReadonlySet<string> {
  return new Set([...snapshotAt('start', { readings }).pending.values()].flat().map(pendingKey));
}

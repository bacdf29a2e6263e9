import type { PaymentRecord } from '../../model/run/outcome.ts';
import { positionOf, type Reading } from '../../model/run/reading.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import { pendingKey } from '../../model/earlier-transfers.ts';
import { lockLives } from '../facts/lock-life.ts';

/**
 * Tells whether a payment without an answer is still on its way: a node lists it as pending when it was last read, or
 * its lock may not have expired by then. Nodes that handle what comes at once list it at once, so that there only the
 * lists count.
 */
export function stillPending(
  run: Pick<Run, 'header' | 'start' | 'readings' | 'records'>,
): (record: PaymentRecord) => boolean {
  const listed = listedLast(run.readings);
  const lastMs = Math.max(0, ...run.readings.map(({ atMs }) => atMs));
  const lifeOf = lockLives(run);
  const isLate = timingOf(run.header).messages !== 'timed';
  return (record) => {
    const { node, identifier, id } = record.operation;
    const initiator = run.start.getNodeAttribute(node, 'address');
    const at = listed.get(pendingKey({ initiator, paymentIdentifier: identifier }));
    if (at !== undefined && at >= id) return true;
    return isLate && lastMs < lifeOf(record).untilMs;
  };
}

// When each transfer stands in the last list of a node; what stood there before the run is another payment.
function listedLast(readings: readonly Reading[]): ReadonlyMap<string, number> {
  const last = new Map<string, Reading>();
  const before = new Set<string>();
  for (const reading of readings) {
    const { node, moment, value } = reading;
    if (value.kind !== 'pending') continue;
    last.set(node, reading);
    if (moment === 'start') for (const transfer of value.transfers) before.add(pendingKey(transfer));
  }
  const listed = new Map<string, number>();
  for (const { moment, value } of last.values()) {
    if (value.kind !== 'pending') continue;
    for (const transfer of value.transfers) {
      const key = pendingKey(transfer);
      if (!before.has(key)) listed.set(key, Math.max(positionOf(moment), listed.get(key) ?? -1));
    }
  }
  return listed;
}

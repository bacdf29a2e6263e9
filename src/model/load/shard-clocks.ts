import type { OperationRecord } from '../run/operation.ts';
import type { RunHeader } from '../run/run.ts';

// Clocks that are kept by NTP are within a tenth of a second of the truth; this leaves room for bad ones.
const CLOCK_ERROR_MS = 500;

/**
 * Between a shard's reading and its first payment, and between its last payment and its reading: as far as two
 * clocks may be apart. The shard that began first by its clock has then certainly read before any shard paid, and
 * the one that reads last reads after all have paid.
 */
export const SHARD_PAUSE_MS = 2 * CLOCK_ERROR_MS;

/** Where a shard's clock stood at zero, Unix milliseconds; undefined: it was not written down. */
export function zeroOf({ begunAt }: RunHeader): number | undefined {
  return begunAt === undefined ? undefined : Date.parse(begunAt);
}

/** A record on the clock of another machine: what certainly was before another there, was before it in truth. */
export function onCommonClock(record: OperationRecord, laterMs: number): OperationRecord {
  const { startedAtMs, endedAtMs } = record;
  return {
    ...record,
    startedAtMs: startedAtMs + laterMs - CLOCK_ERROR_MS,
    endedAtMs: endedAtMs + laterMs + CLOCK_ERROR_MS,
  };
}

import { type Run, timingOf } from '../../model/run/run.ts';
import { hasExpired } from '../refusals.ts';
import { LONGER_THAN_ANSWER } from './travel-time.ts';

// A machine with other work holds a request up for no longer; a real node first waits for the answer of its path-finding
// service (raiden.md 1.7).
const SANDBOX_MS = 1_000;
const REAL_MS = 10_000;

/**
 * How long a node may have a request for a payment before it lists the payment as pending or answers it: several times as
 * long as any answer took, because what waits in front of a busy node was answered late before, and as much longer as a
 * scenario has made a node slow.
 */
export function takeUpMs({ header, records }: Pick<Run, 'header' | 'records'>): number {
  let longestMs = 0;
  let slowMs = 0;
  for (const { operation, outcome, startedAtMs, endedAtMs } of records) {
    if (operation.kind === 'slow') slowMs = Math.max(slowMs, operation.byMs);
    // A payment whose locks expired was taken up long before its answer.
    if (operation.kind === 'pay' && outcome.kind !== 'indeterminate' && !hasExpired(outcome))
      longestMs = Math.max(longestMs, endedAtMs - startedAtMs);
  }
  const { messages } = timingOf(header);
  const leastMs = (header.speed ?? 1) * (messages === 'as-answered' ? REAL_MS : SANDBOX_MS);
  return slowMs + Math.max(leastMs, LONGER_THAN_ANSWER * longestMs);
}

import { logTimeOf } from '../runtime/calendar.ts';

// Simulated time 0 is this moment: 2026-01-01, in milliseconds since 1970-01-01.
const START_MS = 20_454 * 86_400_000;

/** Simulated milliseconds as the node's log_time. */
export function logTime(atMs: number): string {
  return logTimeOf(START_MS + Math.floor(atMs));
}

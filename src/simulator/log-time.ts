import { dateOf } from '../runtime/real-clock.ts';

// Simulated time 0 is this moment: 2026-01-01, in milliseconds since 1970-01-01.
const START_MS = 20_454 * 86_400_000;

/** Simulated milliseconds as the node's log_time: ISO 8601 UTC with six digits of a second and no zone. */
export function logTime(atMs: number): string {
  return `${dateOf(START_MS + Math.floor(atMs)).slice(0, -1)}000`;
}

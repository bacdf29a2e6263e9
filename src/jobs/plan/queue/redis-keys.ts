import { KEY_PREFIX } from './redis-link.ts';

// Plans renew what they still need; what a killed one has left is gone after this time.
const KEPT_S = 3600;

/** When a plan renews what it has put into Redis. */
export const RENEW_AFTER_MS = (KEPT_S * 1000) / 2;

/** The arguments of SET that make a key expire. */
export const EXPIRING = ['EX', KEPT_S] as const;

/** Where a scenario lies. */
export function scenarioKey(digest: string): string {
  return `${KEY_PREFIX}:scenario:${digest}`;
}

/** Where the figures of a job lie until its plan has read them. */
export function resultKey(jobId: string): string {
  return `${KEY_PREFIX}:result:${jobId}`;
}

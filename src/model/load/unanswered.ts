import { DEFAULT_GRACEFUL_STOP_MS } from '../scenario/load-spec.ts';
import type { OperationRecord } from '../run/outcome.ts';

/**
 * Why a payment has no answer of the API: `given-up` by the driver before one could be expected, which says nothing
 * of the target; `unreadable`: something answered, and not as the API says; `unreached`: refused or broken
 * connections. Undefined: it was answered, or an answer was waited for in vain.
 */
export function unansweredBecause(
  record: Pick<OperationRecord, 'outcome' | 'startedAtMs' | 'endedAtMs'>,
): 'given-up' | 'unreadable' | 'unreached' | undefined {
  const { outcome, startedAtMs, endedAtMs } = record;
  if (outcome.kind === 'failed') {
    if (outcome.reason === 'driver-limit') return 'given-up';
    return outcome.reason === 'unreachable' ? 'unreached' : undefined;
  }
  if (outcome.kind === 'succeeded') return undefined;
  switch (outcome.cause) {
    case 'interrupted':
      // Whoever had as long as an executor gives what is left at its end was waited for.
      return endedAtMs - startedAtMs < DEFAULT_GRACEFUL_STOP_MS ? 'given-up' : undefined;
    case 'unreadable-answer':
      return 'unreadable';
    case 'connection-broken':
      return 'unreached';
    case 'deadline':
    case 'gateway':
      return undefined;
  }
}

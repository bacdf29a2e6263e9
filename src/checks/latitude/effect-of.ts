import { isOpen, type OperationRecord } from '../../model/run/outcome.ts';
import type { ReasonClass } from '../../model/run/reason-class.ts';

/** Whether an operation changed anything, as far as its answer tells. `locks`: it held money back for a while. */
export type Effect = 'happened' | 'nothing' | 'locks' | 'maybe';

// Answers that do not say what the node did.
const TELLS_NOTHING: ReadonlySet<ReasonClass> = new Set([
  'server-error',
  'service-unavailable',
  'not-supported',
  'other',
  'path-finding-unavailable',
]);

// The payment had left the initiator, and came to nothing.
const BROKE_DOWN: ReadonlySet<ReasonClass> = new Set([
  'lock-expired',
  'canceled',
  'no-usable-route',
  'max-fee-exceeded',
]);

/** The effect of an operation by what came back, or by what reading showed where nothing did. */
export function effectOf({ outcome }: Pick<OperationRecord, 'outcome'>): Effect {
  switch (outcome.kind) {
    case 'succeeded':
      return 'happened';
    case 'failed':
      if (TELLS_NOTHING.has(outcome.reason)) return 'maybe';
      return BROKE_DOWN.has(outcome.reason) ? 'locks' : 'nothing';
    case 'indeterminate': {
      if (isOpen(outcome)) return 'maybe';
      return outcome.resolved === 'happened' ? 'happened' : 'locks';
    }
  }
}

import type { Outcome } from '../../model/run/outcome.ts';

/** How an operation ended, in a few words: `succeeded (200)`, `failed: no-route (409)`. */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'succeeded':
      return outcome.status === 0 ? 'succeeded' : `succeeded (${outcome.status})`;
    case 'failed':
      return `failed: ${outcome.reason}${outcome.status === 0 ? '' : ` (${outcome.status})`}`;
    case 'indeterminate': {
      const resolved = outcome.resolved === undefined ? '' : `, ${RESOLVED[outcome.resolved]}`;
      return `no answer: ${outcome.cause}${resolved}`;
    }
  }
}

const RESOLVED = {
  happened: 'but it happened',
  'did-not-happen': 'and it did not happen',
  unknown: 'and reading afterwards does not tell whether it happened',
};

import type { Answer, ErrorBody } from '../model/run/answer.ts';
import type { FailureTrace, ModelCheck } from '../model/run/trace.ts';

/** A refusal with the check that decided, for requests that never moved a token. */
export function refused(
  { status, errors }: { readonly status: number; readonly errors: ErrorBody },
  failure: FailureTrace,
): Answer<never> {
  return {
    kind: 'refused',
    status,
    errors,
    trace: { path: [], hops: [], fee: 0n, sent: 0n, received: 0n, failure },
  };
}

/** A check that failed at a node before any hop was tried. */
export function failedCheck(
  at: string,
  check: ModelCheck,
  {
    required,
    found,
    channel,
  }: { readonly required: string; readonly found: string; readonly channel?: string },
): FailureTrace {
  return { hop: -1, at, check, required, found, ...(channel === undefined ? {} : { channel }) };
}

import type { Answer, ErrorBody } from '../model/run/answer.ts';
import type { ModelCheck } from '../model/run/trace.ts';

/** What a node says when it refuses before any token moved, and the check behind it. */
export interface Fault {
  readonly status: 400 | 402 | 404 | 409;
  readonly errors: ErrorBody;
  readonly check: ModelCheck;
  readonly required: string;
  readonly found: string;
}

/** The answer of a node, or of a service, to a request with this fault: no hop was tried. */
export function refusal(at: string, { status, errors, check, required, found }: Fault): Answer<never> {
  const failure = { hop: -1, at, check, required, found };
  return {
    kind: 'refused',
    status,
    errors,
    trace: { path: [], hops: [], fee: 0n, sent: 0n, received: 0n, failure },
  };
}

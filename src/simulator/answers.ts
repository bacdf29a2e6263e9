import type { Address } from '../model/network/address.ts';
import type { Answer, ErrorBody } from '../model/run/answer.ts';
import { classifyReason } from '../model/run/reason.ts';
import type { ReasonClass } from '../model/run/reason-class.ts';
import type { FailureTrace, ModelCheck, Trace } from '../model/run/trace.ts';

/** The numbers that a check compared: the required and the found one. */
export interface ComparedNumbers {
  readonly required: string;
  readonly found: string;
}

/** A refusal before any token moved, and the check behind it. */
export interface Fault extends ComparedNumbers {
  /** Absent: 409, as the node answers most of what it will not do. */
  readonly status?: 400 | 402 | 404 | 409 | 500;
  readonly errors: ErrorBody;
  /** The class of these words; absent: to be read from them. */
  readonly classified?: ReasonClass;
  readonly check: ModelCheck;
  /** Edge key of the channel it looked at. */
  readonly channel?: string | undefined;
}

/** The fault of a request that makes no sense, whatever the channels are like. */
export function invalidRequest(errors: string, numbers: ComparedNumbers): Fault {
  return { errors, check: 'request-valid', ...numbers };
}

/** The fault of a request that names a text for an address. */
export function misspelled(found: string): Fault {
  const required = 'an address with its checksum';
  return invalidRequest('Not a valid EIP55 encoded address.', { required, found });
}

/** The fault of a request about a token without a network. */
export function unregisteredToken(token: Address): Fault {
  const errors = 'Token address is not known.';
  return { errors, check: 'token-known', required: 'a registered token', found: token };
}

/** The answer to a request that was fulfilled. */
export function ok<T>(value: T): Answer<T> {
  return { kind: 'ok', status: 200, value };
}

/** The answer of a node, or of a service, to a request with this fault: no hop was tried. */
export function refusal(at: string, fault: Fault): Answer<never> {
  const { status = 409, errors, classified: reason = classifyReason({ status, errors }) } = fault;
  return { kind: 'refused', status, errors, reason, trace: untried(at, fault) };
}

/** The answer of a node that is stopped, as its closed port gives it. */
export function stopped(at: string): Answer<never> {
  const why = { check: 'source-online', required: `${at} runs`, found: 'it is stopped' } as const;
  return {
    kind: 'unreachable',
    detail: `connection refused: node ${at} is stopped`,
    trace: untried(at, why),
  };
}

function untried(
  at: string,
  { check, channel, required, found }: Omit<Fault, 'status' | 'errors' | 'classified'>,
): Trace {
  // A payment in six fails so, and spreading into an object takes longer than looking at its channels.
  const failure: FailureTrace =
    channel === undefined
      ? { hop: -1, at, check, required, found }
      : { hop: -1, at, channel, check, required, found };
  return { path: [], hops: [], fee: 0n, sent: 0n, received: 0n, failure };
}

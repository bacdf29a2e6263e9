import type { AbsentCase, JudgedCase } from '../../model/check/contract-report.ts';
import type { ReasonClass } from '../../model/run/reason-class.ts';

/** The known answers of a dialect, request by request. */
export interface Contract {
  /** In the order in which they are run: what changes a channel comes last. */
  readonly cases: readonly ContractCase[];
  /** Refusals of the endpoints that no request brings about, with the reason. */
  readonly absent: readonly AbsentCase[];
  /** Outcomes that the reference names and that take more than a request. */
  readonly further: readonly FurtherOutcome[];
}

/** How an operation ends in the course of several calls, or never on a sandbox. */
export interface FurtherOutcome {
  /** By its name in the OpenAPI document. */
  readonly operation: string;
  readonly outcome: ReasonClass;
  /** A section of docs/protocol. */
  readonly source: string;
  /** Why a sandbox never shows it; absent: sequences of calls come to it. */
  readonly unlikeSandbox?: string;
}

/**
 * One request and the answer to it. Names in braces stand for what the node itself tells (`placeholders.ts`); what a
 * case says nothing of is taken from the endpoint.
 */
export interface ContractCase extends StepRequest, Pick<JudgedCase, 'name' | 'outcome' | 'source'> {
  readonly expected: ExpectedAnswer;
  /** `channel`: opens, closes or tops up a channel. `node`: the node is stopped afterwards. Absent: at most one unit is paid. */
  readonly changes?: CaseChange;
  /** Requests sent before; their answers are not judged. */
  readonly first?: readonly StepRequest[];
  /** Requests that put things back. */
  readonly afterwards?: readonly StepRequest[];
  /** A refusal with these words in it, of the request or one before it, says that the network lacks what the case needs. */
  readonly unless?: { readonly says: string; readonly needs: string };
  /** Why a sandbox, which speaks for simulated nodes, answers otherwise: it is not asked. */
  readonly unlikeSandbox?: string;
}

/** The thing that a case leaves changed. */
export type CaseChange = 'channel' | 'account' | 'node';

/** A request to an endpoint with whatever is special about it. */
export interface StepRequest {
  /** The endpoint by its name in the OpenAPI document; `unknownPath` where there is none. */
  readonly operation: string;
  /** Absent: the endpoint's. */
  readonly method?: string;
  /** Parameters of the path that are not `{token}` and `{partner}`. */
  readonly at?: Readonly<Record<string, string>>;
  /** Another path than the endpoint's. `{root}` is that of the dialect. */
  readonly path?: string;
  /** Added to the path as it stands. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent byte by byte. */
  readonly body?: string;
  /** The content type of a body; JSON unless given, `none`: no header. */
  readonly type?: string;
}

/**
 * The answer that is expected. That a success can be read by the endpoint's schema, and that the reason of a refusal is of
 * the case's class, goes without saying.
 */
export interface ExpectedAnswer {
  readonly status: number | readonly number[];
  /** The whole body. A pattern stands for a text that varies, `{any}` for any value. */
  readonly json?: unknown;
  /** The words of a refusal, however it is wrapped. */
  readonly says?: string | RegExp;
  /** The source documents the refusal, but not its words. */
  readonly inAnyWords?: true;
  /** Nothing at all in the body. */
  readonly isEmpty?: true;
  /** By name in lower case; a list stands for the same names in any order, null for no such header. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
}

import type { ErrorBody } from '../model/run/answer.ts';

/** What goes back over HTTP when the answer is no. */
export interface Refusal {
  readonly status: number;
  readonly body: unknown;
  /** The Python node's handlers send a header `mimetype`, its framework does not (python-node.md 3). */
  readonly byHandler: boolean;
}

/** How one kind of service words its refusals. */
export interface Dialect {
  /** A path parameter that should be an address and is none. */
  invalidAddress(parameter: { readonly name: string; readonly value: string }): Refusal;
  /** Texts by field; `_schema` stands for the body as a whole. */
  invalidFields(errors: Readonly<Record<string, readonly string[]>>): Refusal;
  /** What the node or the service itself said. */
  refused(answer: {
    readonly status: number;
    readonly errors: ErrorBody;
    readonly operation: string;
  }): Refusal;
}

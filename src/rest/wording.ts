import type { ErrorBody } from '../model/run/answer.ts';

/** A refusal as it goes back over HTTP. */
export type Refusal = {
  readonly status: number;
  /** The Python node's handlers send a header `mimetype`, its framework does not (python-node.md 3). */
  readonly byHandler: boolean;
} & (
  | { readonly body: unknown }
  /** No JSON; without a charset none is named. */
  | { readonly text: string; readonly type: 'text/plain' | 'text/html'; readonly charset?: 'utf-8' }
);

/** How one kind of service words its refusals. */
export interface Wording {
  /** A path parameter that should be an address and is none. */
  invalidAddress(parameter: { readonly name: string; readonly value: string }): Refusal;
  /** Texts by field; `_schema` stands for the body as a whole. */
  invalidFields(errors: Readonly<Record<string, readonly string[]>>): Refusal;
  /** A refusal by the node or the service itself. */
  refused(answer: {
    readonly status: number;
    readonly errors: ErrorBody;
    readonly operation: string;
  }): Refusal;
  readonly unknownPath: Refusal;
  readonly methodNotAllowed: Refusal;
  /** The body is none, or says that it is no JSON. */
  readonly noJson: Refusal;
  /** The body says that it is JSON, and cannot be read. */
  readonly malformed: Refusal;
}

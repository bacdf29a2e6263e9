import { z } from 'zod';

/** One operation over HTTP: the server, the client and the OpenAPI document are all made from it. */
export interface Endpoint<Body = unknown, Query = unknown, Value = unknown> {
  /** Its name in the OpenAPI document. */
  readonly operation: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters in braces; those ending in `_address` must be addresses. */
  readonly path: string;
  /** One sentence for people. */
  readonly summary: string;
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  readonly answer: z.ZodType<Value>;
  /** Successful status codes, the usual one first. */
  readonly successes: readonly number[];
  /** Status codes of refusals. */
  readonly refusals: readonly number[];
  /** The answer has an entry for each; without it, an answer is short. */
  readonly growsWith?: 'channels' | 'payments';
  /** Bytes that a value of a long answer has at least; default 20. */
  readonly bytesPerValue?: number;
  /** Answered only when the operation has ended: minutes may pass. */
  readonly waits?: true;
}

type Declared<Body, Query, Value> = Pick<
  Endpoint<Body, Query, Value>,
  'operation' | 'path' | 'summary' | 'answer'
> &
  Partial<Endpoint<Body, Query, Value>>;

/** Declares an endpoint with its types taken from its schemas: unless said otherwise a read that is never refused. */
export function endpoint<Body = undefined, Query = undefined, Value = unknown>(
  declared: Declared<Body, Query, Value>,
): Endpoint<Body, Query, Value> {
  return { method: 'GET', successes: [200], refusals: [], ...declared };
}

/** True for a body that may be left out. */
export function isOptional(body: z.ZodType): boolean {
  return body instanceof z.ZodOptional;
}

/** Names of the parameters in an endpoint's path, in order. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

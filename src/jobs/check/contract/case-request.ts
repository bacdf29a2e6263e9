import { InvariantError } from '../../../errors.ts';
import { endpoint, pathParameters, type Endpoint } from '../../../rest/endpoint.ts';
import type { CaseRequest, ContractCase } from '../../../rest/contract/contract-case.ts';
import {
  fillIn,
  placeholdersIn,
  type Placeholder,
  type Surroundings,
} from '../../../rest/contract/placeholders.ts';
import type { RestDialect } from '../../../rest/rest-dialect.ts';
import { servedEndpoints } from '../../../rest/serve/openapi.ts';
import { z } from 'zod';

/** A request as it is sent, but for the deadline and what comes with every request to the node. */
export interface ReadyRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

// What stands in a path unless a case says otherwise.
const USUAL: Readonly<Record<string, string>> = {
  token_address: '{token}',
  partner_address: '{partner}',
  target_address: '{partner}',
};

const UNKNOWN_PATH = endpoint({
  operation: 'unknownPath',
  path: '/',
  summary: 'Paths that lead nowhere.',
  answer: z.never(),
  refusals: [404],
});

/** The endpoints of a dialect by their names, and the one that stands for none. */
export function endpointsByOperation(dialect: RestDialect): ReadonlyMap<string, Endpoint> {
  const all: readonly Endpoint[] = [...servedEndpoints(dialect), UNKNOWN_PATH];
  return new Map(all.map((one) => [one.operation, one]));
}

/** The request with nothing filled in. */
export function templateOf(request: CaseRequest, of: Endpoint): ReadyRequest {
  const { method = of.method, body, type = 'application/json', at = {}, query = '', headers = {} } = request;
  const filled = pathParameters(of.path).reduce(
    (path, name) => path.replace(`{${name}}`, at[name] ?? USUAL[name] ?? ''),
    of.path,
  );
  const path = (request.path ?? filled) + query;
  const typed = body === undefined || type === 'none' ? headers : { 'content-type': type, ...headers };
  return { method, path, headers: typed, body };
}

/** The request with everything filled in. */
export function readyRequest(template: ReadyRequest, known: Surroundings): ReadyRequest {
  const { path, body } = template;
  return {
    ...template,
    path: fillIn(path, known),
    body: body === undefined ? undefined : fillIn(body, known),
  };
}

/** All that has to be known before a case can be run, its steps before and after included. */
export function neededBy(
  one: Pick<ContractCase, 'operation' | 'request' | 'expected' | 'first' | 'afterwards'>,
  endpoints: ReadonlyMap<string, Endpoint>,
): readonly Placeholder[] {
  const requests = [
    { ...one.request, operation: one.operation },
    ...(one.first ?? []),
    ...(one.afterwards ?? []),
  ];
  const templates = requests.map((request) => templateOf(request, found(request.operation, endpoints)));
  const texts = templates.flatMap(({ path, body = '' }) => [path, body]);
  return placeholdersIn([...texts, JSON.stringify(one.expected)]);
}

/** The endpoint of that name. Throws where a case names none: our mistake. */
export function found(operation: string, endpoints: ReadonlyMap<string, Endpoint>): Endpoint {
  const of = endpoints.get(operation);
  if (of === undefined) throw new InvariantError(`no endpoint is called ${operation}`);
  return of;
}

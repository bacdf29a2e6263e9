import { z } from 'zod';
import { MILLRACE_VERSION } from '../../runtime/versions.ts';
import { controlEndpoints } from '../control/control-endpoints.ts';
import { type Endpoint, endpoint, isOptional, pathParameters } from '../endpoint.ts';
import type { RestDialect } from '../rest-dialect.ts';
import { raidenWording } from '../raiden/wording.ts';
import type { Wording } from '../wording.ts';
import { pathFindingEndpoints } from '../path-finding/path-finding-endpoints.ts';
import { pathFindingWording } from '../path-finding/path-finding-wording.ts';

type Json = Readonly<Record<string, unknown>>;
type Components = Record<string, Json>;

/** Where a server offers its document. */
export const openApiEndpoint = endpoint({
  operation: 'getOpenApi',
  path: '/openapi.json',
  summary: 'This document.',
  answer: z.looseObject({ openapi: z.string() }),
});

const REFUSAL_MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is not as the schema says, or asks for what makes no sense.',
  402: 'Not enough tokens.',
  404: 'Not found, or an address without a valid EIP-55 checksum.',
  409: 'Refused as things stand: `errors` says why.',
  500: 'A page of its framework: the node is not ready, or did not expect the request.',
  503: 'Not ready.',
};

/** Everything a served node of this kind answers. */
export function servedEndpoints({ endpoints, servedOnly }: RestDialect): readonly Endpoint[] {
  return [...Object.values<Endpoint>({ ...endpoints }), ...servedOnly.map(({ endpoint: served }) => served)];
}

/** The OpenAPI 3.1 document, made from the schemas that requests are validated with. */
export function openApiDocument(dialect: RestDialect): object {
  const paths: Record<string, Record<string, Json>> = {};
  const components: Components = { Errors: ERRORS };
  const groups = [
    ['node', servedEndpoints(dialect), dialect.wording],
    ['path-finding service', Object.values(pathFindingEndpoints), pathFindingWording],
    ['sandbox control', [...Object.values(controlEndpoints), openApiEndpoint], raidenWording],
  ] as const;
  for (const [tag, endpoints, wording] of groups)
    for (const declared of endpoints) {
      const path = (paths[declared.path] ??= {});
      path[declared.method.toLowerCase()] = operation(declared, { tag, components, wording });
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Millrace sandbox',
      version: MILLRACE_VERSION,
      description:
        'Each node answers under `node` on its own port, the path-finding service on another; ' +
        '`sandbox control` is answered on every port and by no real node.',
    },
    tags: groups.map(([name]) => ({ name })),
    paths,
    components: { schemas: components },
  };
}

const ERRORS = {
  type: 'object',
  description: 'What was wrong: a text, several, or texts by field.',
  properties: {
    errors: {
      oneOf: [
        { type: 'string' },
        { type: 'array', items: { type: 'string' } },
        { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      ],
    },
    message: { type: 'string' },
  },
};

function operation(
  declared: Endpoint,
  context: { readonly tag: string; readonly components: Components; readonly wording: Wording },
): Json {
  const { tag, components, wording } = context;
  const answers = [
    ...declared.successes.map((status) => [
      status,
      { description: 'Done.', content: json(declared.answer, components) },
    ]),
    ...refusals(declared, wording),
  ] as const;
  return {
    operationId: declared.operation,
    tags: [tag],
    summary: declared.summary,
    parameters: [
      ...pathParameters(declared.path).map(pathParameter),
      ...queryParameters(declared, components),
    ],
    ...(declared.body === undefined
      ? {}
      : { requestBody: { required: !isOptional(declared.body), content: json(declared.body, components) } }),
    responses: Object.fromEntries(answers) as Json,
  };
}

// The refusals as the dialect words them: status and media type may differ from the Python node's.
function refusals(declared: Endpoint, wording: Wording): readonly (readonly [number, Json])[] {
  const { operation: name, refusals: statuses, body, path } = declared;
  const made = statuses.map((status) => wording.refused({ status, errors: '', operation: name }));
  if (body !== undefined) made.push(wording.invalidFields({}), wording.noJson, wording.malformed);
  const parameter = pathParameters(path).find((each) => each.endsWith('_address'));
  if (parameter !== undefined) made.push(wording.invalidAddress({ name: parameter, value: '' }));
  const contents = new Map<number, Json>();
  for (const refusal of made) {
    const [type, schema] = 'body' in refusal ? ERRORS_AS_JSON : [refusal.type, { type: 'string' }];
    contents.set(refusal.status, { ...contents.get(refusal.status), [type]: { schema } });
  }
  return [...contents].map(([status, content]) => [
    status,
    { description: REFUSAL_MEANINGS[status] ?? 'Refused.', content },
  ]);
}

const ERRORS_AS_JSON = ['application/json', { $ref: '#/components/schemas/Errors' }] as const;

function pathParameter(name: string): Json {
  const schema = name.endsWith('_address')
    ? { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' }
    : { type: 'string' };
  return { name, in: 'path', required: true, schema };
}

function queryParameters({ query }: Endpoint, components: Components): readonly Json[] {
  if (query === undefined) return [];
  const { properties = {} } = jsonSchema(query, components) as { readonly properties?: Json };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function json(schema: z.ZodType, components: Components): Json {
  return { 'application/json': { schema: jsonSchema(schema, components) } };
}

// Schemas with an id become components, and every use of one a reference.
function jsonSchema(schema: z.ZodType, components: Components): Json {
  const converted = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // `readonly` is about our types; in OpenAPI it would mean that clients may not send it.
    override: ({ jsonSchema: written }) => {
      delete written.readOnly;
    },
  }) as Json;
  const { $schema: _dialect, id, $defs = {}, ...own } = atComponents(converted);
  for (const [name, { id: _own, ...definition }] of Object.entries($defs as Readonly<Record<string, Json>>))
    components[name] = definition;
  if (typeof id !== 'string') return own;
  components[id] = own;
  return { $ref: `#/components/schemas/${id}` };
}

function atComponents(converted: Json): Json {
  return JSON.parse(JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

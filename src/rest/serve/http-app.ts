import { METHODS, type RequestListener } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Address, isAddress } from '../../model/network/address.ts';
import type { Answer } from '../../model/run/answer.ts';
import type { Refusal, Wording } from '../wording.ts';
import { type Endpoint, isOptional, pathParameters } from '../endpoint.ts';
import { writeJson, readJson } from '../../runtime/read-json.ts';
import { gather } from '../../model/gather.ts';
import { CONTROL_ROOT } from './callers.ts';

// The largest sensible body, a payment with every field, is below 1 KiB.
const MAX_BODY_BYTES = 64 * 1024;

// Longer ones than Node's 16 KiB of headers cannot arrive; the address check answers them.
const MAX_PARAMETER_LENGTH = 16 * 1024;

const UNSUPPORTED_MEDIA_TYPE = 415;

/** The parts of one request that a handler gets, everything validated. */
export interface Call<Body, Query> {
  readonly body: Body;
  readonly query: Query;
  readonly parameter: (name: string) => string;
  /** A path parameter whose name ends in `_address`, checked. */
  readonly address: (name: string) => Address;
  readonly request: FastifyRequest;
}

/** Adds one endpoint. */
type AddRoute = <Body, Query, Value>(
  endpoint: Endpoint<Body, Query, Value>,
  handle: (call: Call<Body, Query>) => Answer<Value> | Promise<Answer<Value>>,
) => void;

/** Answers of one kind of service over HTTP; many ports share one app. */
export class HttpApp {
  readonly #app: FastifyInstance;
  readonly #allowed = new AllowedMethods();
  readonly #wording: Wording;

  /** `wording` is for paths that lead nowhere. */
  constructor(wording: Wording) {
    this.#wording = wording;
    this.#app = fastify({
      bodyLimit: MAX_BODY_BYTES,
      routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
      frameworkErrors: (_error, _request, reply) => void refuse(reply, wording.unknownPath),
    });
    // Node parses more methods than fastify routes: all of them get a proper 405.
    const routed: ReadonlySet<string> = new Set(this.#app.supportedMethods);
    for (const method of METHODS)
      if (!routed.has(method)) this.#app.addHttpMethod(method, { hasBody: false });
    this.#app.removeAllContentTypeParsers();
    this.#app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    this.#app.addHook('onRequest', async (request, reply) => allowLocalPages(request, reply));
    this.#app.setNotFoundHandler((request, reply) => this.#answerUnknown(request, reply));
    this.#app.setErrorHandler((error, _request, reply) => refuse(reply, refusalOf(error, wording)));
  }

  /** Serves endpoints whose refusals are worded like this; `guard` says why somebody may not call them. */
  routes(
    wording: Wording,
    guard?: (request: FastifyRequest, endpoint: Pick<Endpoint, 'method' | 'body'>) => string | undefined,
  ): AddRoute {
    return (endpoint, handle) => {
      this.#allowed.add(endpoint.path, endpoint.method);
      this.#app.route({
        method: endpoint.method,
        url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        handler: async (request, reply) => {
          const forbidden = guard?.(request, endpoint);
          if (forbidden !== undefined)
            return refuse(reply, { status: 403, body: { errors: forbidden }, byHandler: true });
          const parameters = request.params as Readonly<Record<string, string>>;
          const body = invalidAddress(endpoint, parameters, wording) ?? readBody(request, endpoint, wording);
          if ('refusal' in body) return refuse(reply, body.refusal);
          const query = readQuery(request, endpoint, wording);
          if ('refusal' in query) return refuse(reply, query.refusal);
          const parameter = (name: string): string => parameters[name] ?? '';
          const address = (name: string): Address => parameter(name) as Address;
          const call = { body: body.value, query: query.value, parameter, address, request };
          return send(reply, await handle(call), endpoint, wording);
        },
      });
    };
  }

  /** No routes can be added after this. */
  async ready(): Promise<RequestListener> {
    await this.#app.ready();
    return (request, response) => this.#app.routing(request, response);
  }

  close(): Promise<undefined> {
    return this.#app.close();
  }

  #answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const methods = this.#allowed.of(request.url.split('?', 1)[0] ?? '');
    if (methods === undefined) return refuse(reply, this.#wording.unknownPath);
    reply.header('Allow', methods.join(', '));
    if (request.method === 'OPTIONS') return reply.type('text/html; charset=utf-8').send('');
    return refuse(reply, this.#wording.methodNotAllowed);
  }
}

function invalidAddress(
  { path }: Endpoint,
  parameters: Readonly<Record<string, string>>,
  wording: Wording,
): { readonly refusal: Refusal } | undefined {
  for (const name of pathParameters(path)) {
    const value = parameters[name] ?? '';
    if (value === '') return { refusal: wording.unknownPath };
    if (name.endsWith('_address') && !isAddress(value))
      return { refusal: wording.invalidAddress({ name, value }) };
  }
  return undefined;
}

function send<Value>(
  reply: FastifyReply,
  answer: Answer<Value>,
  endpoint: Pick<Endpoint<unknown, unknown, Value>, 'answer' | 'operation'>,
  wording: Wording,
): FastifyReply {
  switch (answer.kind) {
    case 'ok':
      return reply
        .code(answer.status)
        .header('mimetype', 'application/json')
        .send(jsonOf(reply, z.encode(endpoint.answer, answer.value)));
    case 'refused':
      return refuse(reply, wording.refused({ ...answer, operation: endpoint.operation }));
    case 'unreachable':
    case 'indeterminate':
      // A caller must not know more than we do: the connection breaks.
      reply.hijack();
      reply.raw.destroy();
      return reply;
  }
}

function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  reply.code(refusal.status);
  if (refusal.status === 500) reply.header('Connection', 'close');
  if (refusal.byHandler) reply.header('mimetype', 'application/json');
  if ('body' in refusal) return reply.send(jsonOf(reply, refusal.body));
  const charset = refusal.charset === undefined ? '' : `; charset=${refusal.charset}`;
  // Bytes, because fastify adds a charset to texts.
  return reply.header('Content-Type', refusal.type + charset).send(Buffer.from(refusal.text));
}

// Bytes, because fastify adds a charset to texts and the Python node sends none.
function jsonOf(reply: FastifyReply, value: unknown): Buffer {
  reply.header('Content-Type', 'application/json');
  return Buffer.from(writeJson(value));
}

function refusalOf(error: unknown, { noJson }: Wording): Refusal {
  const { statusCode = 500, message } = error as { readonly statusCode?: number; readonly message?: string };
  if (statusCode === UNSUPPORTED_MEDIA_TYPE) return noJson;
  return { status: statusCode, body: { errors: message ?? String(error) }, byHandler: false };
}

// The methods that pages may ask for, in the order in which the node lists them.
const PAGE_METHODS = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT';

// The node's default CORS rule: pages served from this machine may read, and a browser that asks before a request of
// them is told that they may send it (python-node.md 3).
function allowLocalPages({ method, headers, url }: FastifyRequest, reply: FastifyReply): void {
  const { origin } = headers;
  if (origin === undefined || !/^http:\/\/localhost(:\d+)?$/.test(origin)) return;
  // They may not change the sandbox itself.
  if (decodedPath(url).startsWith(CONTROL_ROOT)) return;
  reply.header('Access-Control-Allow-Origin', origin).header('Vary', 'Origin');
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return;
  reply.header('Access-Control-Allow-Methods', PAGE_METHODS);
  const requestedHeaders = headers['access-control-request-headers'];
  if (requestedHeaders !== undefined) reply.header('Access-Control-Allow-Headers', requestedHeaders);
}

// A route is found however its path is written; one that cannot be read leads nowhere.
function decodedPath(url: string): string {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '');
  } catch {
    return CONTROL_ROOT;
  }
}

/** Which methods each path answers, for 405 and OPTIONS. */
class AllowedMethods {
  readonly #paths = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();

  /** `path` has its parameters in braces. */
  add(path: string, method: string): void {
    const source = path.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.');
    const knownPath = this.#paths.get(source);
    const entry = knownPath ?? { pattern: new RegExp(`^${source}$`), methods: new Set(['OPTIONS']) };
    if (knownPath === undefined) this.#paths.set(source, entry);
    entry.methods.add(method);
    if (method === 'GET') entry.methods.add('HEAD');
  }

  /** Methods of the path a request names; `undefined` when nothing is there. */
  of(path: string): readonly string[] | undefined {
    for (const { pattern, methods } of this.#paths.values()) if (pattern.test(path)) return [...methods];
    return undefined;
  }
}

type Read<T> = { readonly value: T } | { readonly refusal: Refusal };

/** Reads and validates a request's body as its endpoint declares it. */
function readBody<Body>(
  request: FastifyRequest,
  { body: schema }: Endpoint<Body>,
  wording: Wording,
): Read<Body> {
  const isAbsent = typeof request.body !== 'string' || request.body === '';
  if (schema === undefined || (isAbsent && isOptional(schema))) return { value: undefined as Body };
  if (!isJson(request.headers['content-type'])) return { refusal: wording.noJson };
  let json: unknown;
  try {
    json = readJson(typeof request.body === 'string' ? request.body : '');
  } catch {
    // Broken JSON, or nested so deeply that reading it overflows the stack.
    return { refusal: wording.malformed };
  }
  // A body that counts as false in Python is no payload to the node.
  if (isFalsy(json)) return { refusal: wording.noJson };
  if (typeof json !== 'object' || Array.isArray(json))
    return { refusal: wording.invalidFields({ _schema: ['Invalid input type.'] }) };
  return decode(schema, json, wording);
}

/** Reads and validates a request's query; endpoints that declare none ignore it. */
function readQuery<Query>(
  request: FastifyRequest,
  { query: schema }: Endpoint<unknown, Query>,
  wording: Wording,
): Read<Query> {
  if (schema === undefined) return { value: undefined as Query };
  const query = Object.entries(request.query as Readonly<Record<string, string | string[]>>);
  // The node sees the first value of a repeated parameter.
  const first = query.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  return decode(schema, Object.fromEntries(first) as unknown, wording);
}

function decode<T>(schema: z.ZodType<T>, json: unknown, wording: Wording): Read<T> {
  const decoded = z.safeDecode(schema, json);
  return decoded.success
    ? { value: decoded.data }
    : { refusal: wording.invalidFields(textsByField(decoded.error.issues)) };
}

function textsByField(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  const add = (field: string, text: string) => gather(fields, field, text);
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add(key, 'Unknown field.');
    else add(String(issue.path[0] ?? '_schema'), issue.message);
  }
  return Object.fromEntries(fields);
}

function isJson(contentType: string | undefined): boolean {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || /^application\/.+\+json$/.test(type);
}

function isFalsy(json: unknown): boolean {
  if (typeof json === 'object' && json !== null) return Object.keys(json).length === 0;
  return !json;
}

import { METHODS, type RequestListener } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Address, isAddress } from '../../model/network/address.ts';
import type { Answer } from '../../model/run/answer.ts';
import { AllowedMethods } from './allowed-methods.ts';
import type { Dialect, Refusal } from '../dialect.ts';
import { type Endpoint, pathParameters } from '../endpoint.ts';
import { writeJson } from '../read-json.ts';
import { NO_JSON, readBody, readQuery } from './read-request.ts';

// The largest sensible body, a payment with every field, is below 1 KiB.
const MAX_BODY_BYTES = 64 * 1024;

// Longer ones than Node's 16 KiB of headers cannot arrive; the address check answers them.
const MAX_PARAMETER_LENGTH = 16 * 1024;

const UNKNOWN_PATH: Refusal = { status: 404, body: { errors: ['invalid endpoint'] }, byHandler: true };
const METHOD_NOT_ALLOWED: Refusal = {
  status: 405,
  body: { message: 'The method is not allowed for the requested URL.' },
  byHandler: false,
};

const UNSUPPORTED_MEDIA_TYPE = 415;

/** What a handler gets of one request, everything validated. */
export interface Call<Body, Query> {
  readonly body: Body;
  readonly query: Query;
  readonly parameter: (name: string) => string;
  /** A path parameter whose name ends in `_address`, checked. */
  readonly address: (name: string) => Address;
  readonly request: FastifyRequest;
}

/** Answers of one kind of service over HTTP; many ports share one app. */
export class HttpApp {
  readonly #app: FastifyInstance;
  readonly #allowed = new AllowedMethods();

  constructor() {
    this.#app = fastify({
      bodyLimit: MAX_BODY_BYTES,
      routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
      frameworkErrors: (_error, _request, reply) => void refuse(reply, UNKNOWN_PATH),
    });
    // Node parses more methods than fastify routes: all of them get a proper 405.
    const routed: ReadonlySet<string> = new Set(this.#app.supportedMethods);
    for (const method of METHODS)
      if (!routed.has(method)) this.#app.addHttpMethod(method, { hasBody: false });
    this.#app.removeAllContentTypeParsers();
    this.#app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    this.#app.addHook('onRequest', async (request, reply) => allowLocalPages(request, reply));
    this.#app.setNotFoundHandler((request, reply) => this.#answerUnknown(request, reply));
    this.#app.setErrorHandler((error, _request, reply) => refuse(reply, refusalOf(error)));
  }

  /** Serves an endpoint. */
  route<Body, Query, Value>(
    endpoint: Endpoint<Body, Query, Value>,
    dialect: Dialect,
    handle: (call: Call<Body, Query>) => Answer<Value> | Promise<Answer<Value>>,
  ): void {
    this.#allowed.add(endpoint.path, endpoint.method);
    this.#app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const parameters = request.params as Readonly<Record<string, string>>;
        const body = invalidAddress(endpoint, parameters, dialect) ?? readBody(request, endpoint, dialect);
        if ('refusal' in body) return refuse(reply, body.refusal);
        const query = readQuery(request, endpoint, dialect);
        if ('refusal' in query) return refuse(reply, query.refusal);
        const parameter = (name: string): string => parameters[name] ?? '';
        const address = (name: string): Address => parameter(name) as Address;
        const call = { body: body.value, query: query.value, parameter, address, request };
        const answer = await handle(call);
        return send(reply, { answer, endpoint, dialect });
      },
    });
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
    if (methods === undefined) return refuse(reply, UNKNOWN_PATH);
    reply.header('Allow', methods.join(', '));
    if (request.method === 'OPTIONS') return reply.type('text/html; charset=utf-8').send('');
    return refuse(reply, METHOD_NOT_ALLOWED);
  }
}

function invalidAddress(
  { path }: Endpoint,
  parameters: Readonly<Record<string, string>>,
  dialect: Dialect,
): { readonly refusal: Refusal } | undefined {
  for (const name of pathParameters(path)) {
    const value = parameters[name] ?? '';
    if (value === '') return { refusal: UNKNOWN_PATH };
    if (name.endsWith('_address') && !isAddress(value))
      return { refusal: dialect.invalidAddress({ name, value }) };
  }
  return undefined;
}

function send<Value>(
  reply: FastifyReply,
  {
    answer,
    endpoint,
    dialect,
  }: {
    readonly answer: Answer<Value>;
    readonly endpoint: Pick<Endpoint<unknown, unknown, Value>, 'answer' | 'operation'>;
    readonly dialect: Dialect;
  },
): FastifyReply {
  switch (answer.kind) {
    case 'ok':
      return reply
        .code(answer.status)
        .header('mimetype', 'application/json')
        .send(jsonOf(reply, z.encode(endpoint.answer, answer.value)));
    case 'refused':
      return refuse(reply, dialect.refused({ ...answer, operation: endpoint.operation }));
    case 'unreachable':
    case 'indeterminate':
      // Whoever asks must not know more than we do: the connection breaks.
      reply.hijack();
      reply.raw.destroy();
      return reply;
  }
}

function refuse(reply: FastifyReply, { status, body, byHandler }: Refusal): FastifyReply {
  if (byHandler) reply.header('mimetype', 'application/json');
  return reply.code(status).send(jsonOf(reply, body));
}

// Bytes, because fastify adds a charset to texts and the Python node sends none.
function jsonOf(reply: FastifyReply, value: unknown): Buffer {
  reply.header('Content-Type', 'application/json');
  return Buffer.from(writeJson(value));
}

function refusalOf(error: unknown): Refusal {
  const { statusCode = 500, message } = error as { readonly statusCode?: number; readonly message?: string };
  if (statusCode === UNSUPPORTED_MEDIA_TYPE) return NO_JSON;
  return { status: statusCode, body: { errors: message ?? String(error) }, byHandler: false };
}

// The node's default CORS rule: pages served from this machine may read (python-node.md 3).
function allowLocalPages(request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  if (origin !== undefined && /^http:\/\/localhost(:\d+)?$/.test(origin))
    reply.header('Access-Control-Allow-Origin', origin).header('Vary', 'Origin');
}

import { Pool, errors } from 'undici';
import { z } from 'zod';
import type { Answer } from '../../model/run/answer.ts';
import type { Clock } from '../../ports/clock.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { type BaseUrl, parseBaseUrl } from './base-url.ts';
import { ConnectFailure, createConnector } from './connect-failure.ts';
import { type NoAnswer, notConnected } from './not-connected.ts';
import type { ConnectOptions } from './connect-options.ts';
import { type Endpoint, pathParameters } from '../endpoint.ts';
import { readAnswer } from './read-answer.ts';
import { writeJson } from '../read-json.ts';
import { dialectNamed } from '../dialect-named.ts';
import type { RestDialect } from '../rest-dialect.ts';

// A real payment whose locks expire takes about 27 minutes (raiden.md 1.5).
const DEFAULT_DEADLINE_MS = 30 * 60_000;
const READ_DEADLINE_MS = 30_000;

// Every open payment holds a connection; more than this, and file descriptors run out before memory does.
const MAX_CONNECTIONS = 10_000;

// No real answer comes near it: a history of a million payments is about this long.
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

const DEADLINE = 'deadline';

type Attempt = { readonly status: number; readonly text: string } | NoAnswer;

interface Request {
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly body: string | undefined;
  readonly deadlineMs: number;
}

/** Calls endpoints of one service; one pool of kept connections, no retry of anything that changes state. */
export class HttpClient {
  readonly #base: BaseUrl;
  readonly #pool: Pool;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #deadlineMs: number;
  readonly #clock: Clock;
  readonly #onExchange: ConnectOptions['onExchange'];
  readonly #reasonOf: RestDialect['reasonOf'];

  /** Services beside the nodes are read like the Python node, whose root theirs is. */
  constructor(
    { baseUrl, headers = {}, deadlineMs, clock, onExchange }: ConnectOptions,
    dialect: Pick<RestDialect, 'reasonOf' | 'root'> = dialectNamed(),
  ) {
    this.#base = parseBaseUrl(baseUrl, dialect);
    const { authorization } = this.#base;
    this.#headers = { ...(authorization === undefined ? {} : { authorization }), ...headers };
    this.#deadlineMs = deadlineMs ?? DEFAULT_DEADLINE_MS;
    this.#clock = clock ?? new RealClock();
    this.#onExchange = onExchange;
    this.#reasonOf = dialect.reasonOf;
    this.#pool = new Pool(this.#base.origin, {
      connections: MAX_CONNECTIONS,
      pipelining: 1,
      // Our own deadline counts, on our own clock.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: MAX_ANSWER_BYTES,
      connect: createConnector(),
    });
  }

  /** Where requests go, without credentials. */
  get url(): string {
    return this.#base.origin + this.#base.prefix;
  }

  /** Asks once; a read whose connection broke is asked a second time. */
  async call<Body, Query, Value>(
    endpoint: Endpoint<Body, Query, Value>,
    asked: {
      readonly parameters?: Readonly<Record<string, string>>;
      readonly query?: Query;
      readonly body?: Body;
    } = {},
  ): Promise<Answer<Value>> {
    const request: Request = {
      method: endpoint.method,
      path: this.#base.prefix + pathOf(endpoint, asked),
      body: endpoint.body && writeJson(z.encode(endpoint.body, asked.body as Body)),
      deadlineMs: endpoint.waits ? this.#deadlineMs : Math.min(this.#deadlineMs, READ_DEADLINE_MS),
    };
    let attempt = await this.#observe(request);
    // The server may close a kept connection the moment a read is written to it; asking again is harmless.
    if (request.method === 'GET' && 'cause' in attempt && attempt.cause === 'connection-broken')
      attempt = await this.#observe(request);
    return 'kind' in attempt ? attempt : readAnswer(attempt, endpoint, this.#reasonOf);
  }

  /** Breaks off what is under way: it ends as indeterminate. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #observe(request: Request): Promise<Attempt> {
    const sentAtMs = this.#clock.nowMs();
    const attempt = await this.#send(request);
    this.#onExchange?.({
      method: request.method,
      url: this.#base.origin + request.path,
      ...(request.body === undefined ? {} : { requestBody: request.body }),
      ...('kind' in attempt
        ? { status: 0, error: attempt.detail }
        : { status: attempt.status, responseBody: attempt.text }),
      sentAtMs,
      durationMs: this.#clock.nowMs() - sentAtMs,
    });
    return attempt;
  }

  async #send({ method, path, body, deadlineMs }: Request): Promise<Attempt> {
    const abort = new AbortController();
    const timer = this.#clock.schedule(deadlineMs, () => abort.abort(DEADLINE));
    try {
      const response = await this.#pool.request({
        method,
        path,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...this.#headers },
        ...(body === undefined ? {} : { body }),
        signal: abort.signal,
      });
      return { status: response.statusCode, text: await response.body.text() };
    } catch (error) {
      return failedAttempt(error, deadlineMs);
    } finally {
      timer.cancel();
    }
  }
}

function failedAttempt(error: unknown, deadlineMs: number): NoAnswer {
  if (error instanceof ConnectFailure) return notConnected(error.cause as Error);
  if (error === DEADLINE)
    return { kind: 'indeterminate', cause: 'deadline', detail: `no answer within ${deadlineMs} ms` };
  const { code = '', message } = error as { readonly code?: string; readonly message: string };
  const detail = code === '' ? message : `${message} (${code})`;
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED')
    return { kind: 'indeterminate', cause: 'interrupted', detail: 'the client was closed' };
  // The bytes that came back were no HTTP, or too many.
  const unreadable = error instanceof errors.HTTPParserError || code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
  return { kind: 'indeterminate', cause: unreadable ? 'unreadable-answer' : 'connection-broken', detail };
}

function pathOf<Query>(
  { path, query: schema }: Pick<Endpoint<unknown, Query>, 'path' | 'query'>,
  asked: { readonly parameters?: Readonly<Record<string, string>>; readonly query?: Query },
): string {
  const filled = pathParameters(path).reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(asked.parameters?.[name] ?? '')),
    path,
  );
  if (schema === undefined || asked.query === undefined) return filled;
  const fields = z.encode(schema, asked.query) as Readonly<Record<string, string>>;
  const query = new URLSearchParams(fields).toString();
  return query === '' ? filled : `${filled}?${query}`;
}

import { z } from 'zod';
import type { Answer } from '../../model/run/answer.ts';
import type { Clock } from '../../ports/clock.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { type BaseUrl, parseBaseUrl } from './base-url.ts';
import { HttpSender, type Sent } from './http-sender.ts';
import type { ConnectOptions } from './connect-options.ts';
import { type Endpoint, pathParameters } from '../endpoint.ts';
import { readAnswer } from './read-answer.ts';
import { writeJson } from '../read-json.ts';
import { dialectNamed } from '../dialect-named.ts';
import type { RestDialect } from '../rest-dialect.ts';

// A real payment whose locks expire takes about 27 minutes (raiden.md 1.5).
const DEFAULT_DEADLINE_MS = 30 * 60_000;
const READ_DEADLINE_MS = 30_000;

interface Request {
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly body: string | undefined;
  readonly deadlineMs: number;
  readonly givingUp: AbortSignal | undefined;
}

/** Calls endpoints of one service; one pool of kept connections, no retry of anything that changes state. */
export class HttpClient {
  readonly #base: BaseUrl;
  readonly #sender: HttpSender;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #deadlineMs: number;
  readonly #readDeadlineMs: number;
  readonly #clock: Clock;
  readonly #onExchange: ConnectOptions['onExchange'];
  readonly #reasonOf: RestDialect['reasonOf'];

  /** Services beside the nodes are read like the Python node, whose root theirs is. */
  constructor(
    { baseUrl, headers = {}, deadlineMs, readDeadlineMs, clock, onExchange }: ConnectOptions,
    dialect: Pick<RestDialect, 'reasonOf' | 'root'> = dialectNamed(),
  ) {
    this.#base = parseBaseUrl(baseUrl, dialect);
    const { authorization } = this.#base;
    this.#headers = { ...(authorization === undefined ? {} : { authorization }), ...headers };
    this.#deadlineMs = deadlineMs ?? DEFAULT_DEADLINE_MS;
    this.#readDeadlineMs = Math.min(this.#deadlineMs, readDeadlineMs ?? READ_DEADLINE_MS);
    this.#clock = clock ?? new RealClock();
    this.#onExchange = onExchange;
    this.#reasonOf = dialect.reasonOf;
    this.#sender = new HttpSender(this.#base.origin, this.#clock);
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
      /** Breaks the request off, as its deadline does. */
      readonly givingUp?: AbortSignal | undefined;
    } = {},
  ): Promise<Answer<Value>> {
    const request: Request = {
      method: endpoint.method,
      path: this.#base.prefix + pathOf(endpoint, asked),
      body: endpoint.body && writeJson(z.encode(endpoint.body, asked.body as Body)),
      deadlineMs: endpoint.waits ? this.#deadlineMs : this.#readDeadlineMs,
      givingUp: asked.givingUp,
    };
    let attempt = await this.#observe(request);
    // The server may close a kept connection the moment a read is written to it; asking again is harmless.
    if (request.method === 'GET' && 'cause' in attempt && attempt.cause === 'connection-broken')
      attempt = await this.#observe(request);
    return 'kind' in attempt ? attempt : readAnswer(attempt, endpoint, this.#reasonOf);
  }

  /** Breaks off what is under way: it ends as indeterminate. */
  async close(): Promise<void> {
    await this.#sender.close();
  }

  async #observe(request: Request): Promise<Sent> {
    const sentAtMs = this.#clock.nowMs();
    const { body, ...line } = request;
    const attempt = await this.#sender.send({
      ...line,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...this.#headers },
      body,
    });
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

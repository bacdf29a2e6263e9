import { z } from 'zod';
import { InputError } from '../../errors.ts';
import type { Answer } from '../../model/run/answer.ts';
import { keptText } from '../../model/node-text.ts';
import { withoutCredentials } from '../../model/without-credentials.ts';
import type { Clock } from '../../ports/clock.ts';
import { RealClock } from '../../runtime/real-clock.ts';
import { sleep } from '../../runtime/sleep.ts';
import { HttpSender, type RawRequest, type Sent } from './http-sender.ts';
import { type Endpoint, pathParameters } from '../endpoint.ts';
import { type RawAnswer, readAnswer } from './read-answer.ts';
import { writeJson } from '../../runtime/read-json.ts';
import { dialectNamed } from '../dialect-named.ts';
import type { RestDialect } from '../rest-dialect.ts';
import type { Exchange } from '../../model/run/run.ts';

// A real payment whose locks expire takes about 27 minutes (raiden.md 1.5).
const DEFAULT_DEADLINE_MS = 30 * 60_000;
const READ_DEADLINE_MS = 30_000;

// In bytes; of an answer that does not grow.
const LONGEST_RECORD = 1024 * 1024;

/** The longest answers that are read unless a network is large, in bytes: 600 channels, 40,000 payments. */
export const LONGEST_ANSWERS = { channels: 300_000, payments: 18_000_000 } as const;

type Request = Omit<RawRequest, 'headers'>;

/** Calls endpoints of one service; one pool of kept connections, no retry of anything that changes state. */
export class HttpClient {
  readonly #base: BaseUrl;
  readonly #sender: HttpSender;
  readonly #deadlineMs: number;
  readonly #readDeadlineMs: number;
  readonly #longest: Readonly<Record<'channels' | 'payments', number>>;
  readonly #clock: Clock;
  readonly #onExchange: ConnectOptions['onExchange'];
  readonly #reasonOf: RestDialect['reasonOf'];

  /** Services beside the nodes are read like the Python node, whose root theirs is. */
  constructor(
    {
      baseUrl,
      headers = {},
      deadlineMs,
      readDeadlineMs,
      clock,
      onExchange,
      longest = LONGEST_ANSWERS,
    }: ConnectOptions,
    dialect: Pick<RestDialect, 'reasonOf' | 'root'> = dialectNamed(),
  ) {
    this.#base = parseBaseUrl(baseUrl, dialect);
    this.#deadlineMs = deadlineMs ?? DEFAULT_DEADLINE_MS;
    this.#readDeadlineMs = Math.min(this.#deadlineMs, readDeadlineMs ?? READ_DEADLINE_MS);
    this.#clock = clock ?? new RealClock();
    this.#onExchange = onExchange;
    this.#reasonOf = dialect.reasonOf;
    this.#sender = new HttpSender(this.#base.origin, this.#clock, ownHeaders(this.#base, headers));
    this.#longest = longest;
  }

  /** Where requests go, without credentials. */
  get url(): string {
    return this.#base.origin + this.#base.prefix;
  }

  /** Asks once; a read whose connection broke is asked a second time, one that came too early until it is let through. */
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
      body: asked.body && endpoint.body && writeJson(z.encode(endpoint.body, asked.body)),
      deadlineMs: endpoint.waits ? this.#deadlineMs : this.#readDeadlineMs,
      longestAnswer: endpoint.growsWith === undefined ? LONGEST_RECORD : this.#longest[endpoint.growsWith],
      givingUp: asked.givingUp,
    };
    let heard = await this.#observe(request, endpoint);
    // The server may close a kept connection the moment a read is written to it; asking again is harmless.
    if (request.method === 'GET' && 'cause' in heard.sent && heard.sent.cause === 'connection-broken')
      heard = await this.#observe(request, endpoint);
    if (request.method === 'GET') heard = await this.#askLater(request, endpoint, heard);
    return heard.answer;
  }

  /** Breaks off what is under way: it ends as indeterminate. */
  async close(): Promise<void> {
    await this.#sender.close();
  }

  async #askLater<Value>(
    request: Request,
    endpoint: Read<Value>,
    first: Heard<Value>,
  ): Promise<Heard<Value>> {
    const untilMs = this.#clock.nowMs() + request.deadlineMs;
    for (let heard = first; ; ) {
      const waitMs = 'kind' in heard.sent ? undefined : tooEarlyByMs(heard.sent);
      if (waitMs === undefined || this.#clock.nowMs() + waitMs > untilMs) return heard;
      await sleep(this.#clock, waitMs, request.givingUp);
      if (request.givingUp?.aborted) return heard;
      heard = await this.#observe(request, endpoint);
    }
  }

  async #observe<Value>(request: Request, endpoint: Read<Value>): Promise<Heard<Value>> {
    const sentAtMs = this.#clock.nowMs();
    const { body, ...line } = request;
    const sent = await this.#sender.send({
      ...line,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body,
    });
    const durationMs = this.#clock.nowMs() - sentAtMs;
    const answer = 'kind' in sent ? sent : readAnswer(sent, endpoint, this.#reasonOf);
    this.#onExchange?.({
      method: request.method,
      url: this.#base.origin + request.path,
      ...(request.body === undefined ? {} : { requestBody: request.body }),
      ...('kind' in sent
        ? { status: 0, error: sent.detail }
        : { status: sent.status, responseBody: answer.kind === 'ok' ? sent.text : keptText(sent.text) }),
      sentAtMs,
      durationMs,
    });
    return { sent, answer };
  }
}

/** An answer as it came, and as it was understood. */
interface Heard<Value> {
  readonly sent: Sent;
  readonly answer: Answer<Value>;
}

type Read<Value> = Pick<Endpoint<unknown, unknown, Value>, 'answer' | 'method'>;

// Limits count by the second, and one that says "now" is not asked without a pause.
const USUAL_WAIT_MS = 1_000;
const SHORTEST_WAIT_MS = 100;

// A proxy that lets so many requests a second through may say when it takes the next one (RFC 6585, 4; RFC 9110, 10.2.3).
function tooEarlyByMs({ status, headers }: RawAnswer): number | undefined {
  if (status !== 429) return undefined;
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return seconds >= 0 ? Math.max(SHORTEST_WAIT_MS, seconds * 1000) : USUAL_WAIT_MS;
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

/** One request and its answer as the client saw them; headers, and credentials in URLs, are left out. */
export type ObservedExchange = Omit<Exchange, 'operation' | 'node'>;

/** How to reach one service. */
export interface ConnectOptions {
  /** With or without the root of its paths and a trailing slash; credentials in it become an Authorization header. */
  readonly baseUrl: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long to wait for payments, opens, updates and leaves. */
  readonly deadlineMs?: number;
  /** How long to wait for anything else, if that is less; 30 s unless given. */
  readonly readDeadlineMs?: number;
  /** Lengths of answers, in bytes; LONGEST_ANSWERS unless given. */
  readonly longest?: Readonly<Record<'channels' | 'payments', number>>;
  /** Counts the deadlines; the wall clock unless given. */
  readonly clock?: Clock;
  /** Called once per request, when it has ended. */
  readonly onExchange?: (exchange: ObservedExchange) => void;
}

/** Where requests go. */
export interface BaseUrl {
  readonly origin: string;
  /** The path that a proxy puts before the root of the node's paths; empty or starting with a slash. */
  readonly prefix: string;
  /** The credentials in the URL; never shown. */
  readonly authorization: string | undefined;
}

/** Reads a base URL as people write it: with or without the dialect's root and slashes at the end. Throws InputError. */
export function parseBaseUrl(text: string, dialect: Pick<RestDialect, 'root'>): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new InputError({
      message: `${JSON.stringify(withoutCredentials(text))} is no base URL of a node`,
      hint: 'expected something like http://127.0.0.1:5001',
    });
  const { username, password } = url;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    origin: url.origin,
    prefix: beforeRoot(url.pathname, dialect),
    authorization:
      username === '' && password === '' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

/** The headers of every request to a base URL: its credentials, and those that are given. */
export function ownHeaders(
  { authorization }: BaseUrl,
  given: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return { ...(authorization === undefined ? {} : { authorization }), ...given };
}

/** A path without slashes, the dialect's root or the first parts of the root at its end. */
export function beforeRoot(pathname: string, { root }: Pick<RestDialect, 'root'>): string {
  const path = pathname.replace(/\/+$/, '');
  for (let part = root; part !== ''; part = part.slice(0, part.lastIndexOf('/')))
    if (path.endsWith(part)) return path.slice(0, -part.length);
  return path;
}

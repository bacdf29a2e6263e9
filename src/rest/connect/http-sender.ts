import { buildConnector, errors, Pool } from 'undici';
import { isOutOfFiles } from '../../errors.ts';
import type { Answer } from '../../model/run/answer.ts';
import type { Clock } from '../../ports/clock.ts';
import { throwWhereFilesRunOut } from '../../runtime/open-files.ts';
import { isSuccess, type RawAnswer } from './read-answer.ts';
import { UnpackFailure, unpackedText } from '../wire/unpack.ts';
import { strikingOut } from './strike-out.ts';

// Every open payment holds a connection; more than this, and file descriptors run out before memory does.
const MAX_CONNECTIONS = 10_000;

// The longest part of a refusal, or of a page of a proxy, that is read.
const LONGEST_REFUSAL = 1024 * 1024;

const DEADLINE = 'deadline';
const GIVEN_UP = 'given up';

/** A request as it goes over the wire. */
export interface RawRequest {
  readonly method: string;
  /** As it is, with its query. */
  readonly path: string;
  /** Besides those of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly deadlineMs: number;
  /** In bytes, unpacked. */
  readonly longestAnswer: number;
  /** Breaks it off earlier. */
  readonly givingUp?: AbortSignal | undefined;
}

/** How a request ended. */
export type Sent = RawAnswer | NoAnswer;

/** Sends requests to one origin over a pool of kept connections; nothing is asked twice. */
export class HttpSender {
  readonly #pool: Pool;
  readonly #clock: Clock;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #withoutCredentials: (text: string) => string;

  /** `headers` go with every request; their values are struck out of answers. */
  constructor(origin: string, clock: Clock, headers: Readonly<Record<string, string>> = {}) {
    this.#clock = clock;
    this.#headers = headers;
    this.#withoutCredentials = strikingOut(headers);
    this.#pool = new Pool(origin, {
      connections: MAX_CONNECTIONS,
      pipelining: 1,
      // Our own deadline counts, on our own clock.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: createConnector(),
    });
  }

  async send({
    method,
    path,
    headers,
    body,
    deadlineMs,
    longestAnswer,
    givingUp,
  }: RawRequest): Promise<Sent> {
    const abort = new AbortController();
    const timer = this.#clock.schedule(deadlineMs, () => abort.abort(DEADLINE));
    const giveUp = (): void => abort.abort(GIVEN_UP);
    givingUp?.addEventListener('abort', giveUp, { once: true });
    try {
      const response = await this.#pool.request({
        method,
        path,
        headers: { ...headers, ...this.#headers },
        ...(body === undefined ? {} : { body }),
        signal: abort.signal,
      });
      const { statusCode: status, headers: answered } = response;
      const encoding = answered['content-encoding'];
      const bytes = await startOf(response.body, isSuccess(status) ? longestAnswer + 1 : LONGEST_REFUSAL);
      if (bytes.length > longestAnswer)
        throw new UnpackFailure(`an answer of more than ${longestAnswer} bytes`);
      const text =
        encoding === undefined
          ? bytes.toString('utf8')
          : unpackedText(bytes, { encoding: String(encoding), most: longestAnswer });
      return { status, headers: answered, text: this.#withoutCredentials(text) };
    } catch (error) {
      return failedAttempt(error, deadlineMs);
    } finally {
      timer.cancel();
      givingUp?.removeEventListener('abort', giveUp);
    }
  }

  /** Breaks off what is under way: it ends as indeterminate. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

// What is longer is not read on: the connection is broken off.
async function startOf(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

function failedAttempt(error: unknown, deadlineMs: number): NoAnswer {
  if (error instanceof ConnectFailure) {
    const cause = error.cause as Error;
    // File descriptors ran out here: the run ends, and the node is not to blame.
    if (isOwnLimit(cause) && causesOf(cause).some(isOutOfFiles)) throw causesOf(cause)[0];
    return notConnected(cause);
  }
  if (error === DEADLINE)
    return { kind: 'indeterminate', cause: 'deadline', detail: `no answer within ${deadlineMs} ms` };
  if (error === GIVEN_UP)
    return { kind: 'indeterminate', cause: 'interrupted', detail: 'the caller gave up waiting' };
  const { code = '' } = error as { readonly code?: string };
  // A sandbox has the other ends in this process: one that no file is left for is broken off unseen.
  if (WORDS[code] === CLOSED) throwWhereFilesRunOut();
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED')
    return { kind: 'indeterminate', cause: 'interrupted', detail: 'the client was closed' };
  // The bytes that came back were no HTTP, or too many.
  const unreadable =
    error instanceof errors.HTTPParserError ||
    error instanceof UnpackFailure ||
    code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
  const cause = unreadable ? 'unreadable-answer' : 'connection-broken';
  return { kind: 'indeterminate', cause, detail: connectFault(error as Error) };
}

const CLOSED = 'the connection was closed before the answer came';
// The codes of undici and of the system.
const WORDS: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: CLOSED,
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  ECONNREFUSED: 'nothing accepts connections',
};

/** No connection came about, so nothing was sent: whatever was asked has certainly not happened. */
class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
}

// A port on loopback answers at once; across the world a handshake takes a second.
const CONNECT_TIMEOUT_MS = 10_000;

/** Undici's own connector, whose failures can be told from everything that happens after connecting. */
function createConnector(): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return (options, callback) => {
    connect(options, (error, socket) => {
      if (error === null) callback(null, socket);
      else callback(new ConnectFailure(connectFault(error), { cause: error }), null);
    });
  };
}

// No descriptor left, of this process or of the machine, or no port: connect(2).
const OWN: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL']);

/** The result of a request that got no answer. */
export type NoAnswer = Extract<Answer<never>, { readonly detail: string }>;

/** No connection came about, so nothing was sent. */
export function notConnected(error: Error): NoAnswer {
  return {
    kind: 'unreachable',
    detail: connectFault(error),
    ...(isOwnLimit(error) ? { ownLimit: true } : {}),
  };
}

/** True when no connection came about for want of something here: it says nothing of who was to be connected to. */
export function isOwnLimit(error: Error): boolean {
  const causes = causesOf(error);
  return causes.length > 0 && causes.every(({ code }) => OWN.has(code ?? ''));
}

// Node adds this where there is no socket yet that could have an address.
const NO_OWN_END = ' - Local (undefined:undefined)';

/** Why no connection came about, or why it broke, in words. */
export function connectFault(error: Error): string {
  const byCode = new Map(causesOf(error).map((cause) => [cause.code ?? cause.message, cause] as const));
  return [...byCode.values()].map(faultText).join('; ');
}

function faultText({ code = '', message, ...where }: NodeJS.ErrnoException): string {
  const words = WORDS[code];
  if (words === undefined) return message.replace(NO_OWN_END, '');
  const { address, port } = where as { readonly address?: string; readonly port?: number };
  return `${words}${address === undefined ? '' : ` at ${address}:${port}`} (${code})`;
}

// Node tries every address of a name and packs the failures into one error without a message; one that refused tells
// of the target.
function causesOf(error: Error): readonly NodeJS.ErrnoException[] {
  return error instanceof AggregateError ? (error.errors as readonly Error[]) : [error];
}

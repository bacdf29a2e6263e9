import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { Clock } from '../../ports/clock.ts';
import { connectFault, type NoAnswer, notConnected } from '../connect/http-sender.ts';
import { type LeanResponse, type Recognizing, ResponseReader } from './response-reader.ts';
import { UnreadableResponse } from './response-head.ts';

// Servers close what is idle, Node's after 5 s; a payment written at that moment would be indeterminate.
const LONGEST_IDLE_MS = 2_000;

/** The connections to one origin: as many as payments are in flight, kept and used again, the last used first. */
export class LeanLines implements LeanLineOwner {
  readonly #origin: LeanOrigin;
  readonly #shared: Buffer;
  readonly #clock: Clock;
  readonly #idle: LeanLine[] = [];
  readonly #all = new Set<LeanLine>();
  // A server may close a connection after any answer, without a word: then the next payment on it would be lost.
  #areKept = true;

  constructor(origin: LeanOrigin, shared: Buffer, clock: Clock) {
    this.#origin = origin;
    this.#shared = shared;
    this.#clock = clock;
  }

  /** Sends a request on a free connection, or on a new one. */
  request(text: string, exchange: LeanExchange, nowMs: number): LeanLine {
    const line = this.#fresh(nowMs) ?? this.#open();
    line.request(text, exchange);
    return line;
  }

  onFree(line: LeanLine): boolean {
    if (!this.#areKept) return false;
    line.idleSinceMs = this.#clock.nowMs();
    this.#idle.push(line);
    return true;
  }

  onGone(line: LeanLine): void {
    this.#all.delete(line);
    const { idleSinceMs } = line;
    if (idleSinceMs !== undefined && this.#clock.nowMs() - idleSinceMs <= LONGEST_IDLE_MS)
      this.#areKept = false;
  }

  close(): void {
    for (const line of this.#all) line.destroy();
  }

  #fresh(nowMs: number): LeanLine | undefined {
    for (let line = this.#idle.pop(); line; line = this.#idle.pop()) {
      if (!this.#all.has(line)) continue;
      if (nowMs - (line.idleSinceMs ?? 0) <= LONGEST_IDLE_MS) return line;
      line.destroy();
    }
    return undefined;
  }

  #open(): LeanLine {
    const line = new LeanLine(this.#origin, this.#shared, this);
    this.#all.add(line);
    return line;
  }
}

/** Where lines lead. */
interface LeanOrigin {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

/** How a request on a line ended. */
export type LeanEnd = { readonly kind: 'response'; readonly response: LeanResponse } | NoAnswer;

/** The sender of a request, which waits for its end. */
export interface LeanExchange extends Recognizing {
  /** Called once, and not before the request was handed over. */
  ended(end: LeanEnd): void;
}

// Read into by every plain socket in turn: libuv hands each piece over before it reads the next.
const SHARED_BYTES = 64 * 1024;

/** The keeper of lines. */
interface LeanLineOwner {
  /** It can carry another request, as soon as the end of the last one has been told; false: it is not to be kept. */
  onFree(line: LeanLine): boolean;
  /** The connection is no more, whoever ended it. */
  onGone(line: LeanLine): void;
}

/** One connection that carries one request at a time. */
export class LeanLine {
  /** When its last request ended; absent: it is not idle, or was ended here. */
  idleSinceMs: number | undefined;
  readonly #socket: Socket;
  readonly #reader = new ResponseReader();
  readonly #owner: LeanLineOwner;
  #exchange: LeanExchange | undefined;
  #unsent: string | undefined;
  #connected = false;
  #error: Error | undefined;

  constructor({ host, port, secure }: LeanOrigin, shared: Buffer, owner: LeanLineOwner) {
    this.#owner = owner;
    const onread = {
      buffer: shared,
      callback: (length: number) => {
        this.#receive(shared, length);
        return true;
      },
    };
    this.#socket = secure
      ? connectSecurely({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connect({ host, port, noDelay: true, onread });
    this.#socket.on(secure ? 'secureConnect' : 'connect', () => this.#connect());
    if (secure) this.#socket.on('data', (piece: Buffer) => this.#receive(piece, piece.length));
    this.#socket.on('error', (error) => {
      this.#error = error;
    });
    this.#socket.on('close', () => this.#gone());
  }

  /** Sends one request. */
  request(text: string, exchange: LeanExchange): void {
    this.#exchange = exchange;
    this.idleSinceMs = undefined;
    if (this.#connected) this.#socket.write(text, 'latin1');
    else this.#unsent = text;
  }

  /** Ends the connection; a request under way is not told. */
  destroy(): void {
    this.#exchange = undefined;
    this.idleSinceMs = undefined;
    this.#socket.destroy();
  }

  get isConnected(): boolean {
    return this.#connected;
  }

  #connect(): void {
    this.#connected = true;
    if (this.#unsent !== undefined) this.#socket.write(this.#unsent, 'latin1');
    this.#unsent = undefined;
  }

  #receive(piece: Buffer, length: number): void {
    // These bytes answer no request: the next one must not take them for the beginning of its answer.
    if (this.#exchange === undefined) {
      this.destroy();
      return;
    }
    try {
      const response = this.#reader.push(piece, length, this.#exchange);
      if (response === undefined) return;
      if (!response.reusable || !this.#owner.onFree(this)) this.#socket.destroy();
      this.#finish({ kind: 'response', response });
    } catch (error) {
      if (!(error instanceof UnreadableResponse)) throw error;
      this.#finish({ kind: 'indeterminate', cause: 'unreadable-answer', detail: error.message });
      this.#socket.destroy();
    }
  }

  #gone(): void {
    this.#owner.onGone(this);
    if (this.#exchange === undefined) return;
    const error = this.#error ?? new Error('the connection was closed before the answer came');
    const last = this.#connected ? this.#lastWords() : undefined;
    if (last !== undefined) this.#finish({ kind: 'response', response: last });
    else if (this.#connected)
      this.#finish({ kind: 'indeterminate', cause: 'connection-broken', detail: connectFault(error) });
    else this.#finish(notConnected(error));
  }

  // An answer without a length ends with its connection; where that broke, whole JSON is known to be all of it.
  #lastWords(): LeanResponse | undefined {
    try {
      const last = this.#reader.end();
      if (this.#error !== undefined) JSON.parse(last?.body ?? '');
      return last;
    } catch {
      return undefined;
    }
  }

  #finish(end: LeanEnd): void {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    exchange?.ended(end);
  }
}

/** The buffer that plain lines share. */
export function sharedReadBuffer(): Buffer {
  return Buffer.allocUnsafeSlow(SHARED_BYTES);
}

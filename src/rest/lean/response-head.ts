import { UnreadableResponse } from './unreadable-response.ts';

/** What the start of an answer says about the rest of it. */
export interface ResponseHead {
  readonly status: number;
  readonly bodyStart: number;
  /** Undefined: not given. */
  readonly length: number | undefined;
  readonly isChunked: boolean;
  /** Whether the connection stays open for another request. */
  readonly keeps: boolean;
}

const CR = 13;
const LF = 10;
const SPACE = 32;
const ZERO = 48;
const NINE = 57;
// Makes a letter small and leaves a hyphen and a colon what they are.
const SMALL = 32;

/**
 * Reads status line and headers where they lie, without making texts of them: three headers matter, and a load reads
 * a hundred thousand heads a second. Undefined: not whole yet. Throws UnreadableResponse.
 */
export function readHead(bytes: Buffer, end: number): ResponseHead | undefined {
  if (!looksLikeHttp(bytes, end)) throw new UnreadableResponse('no HTTP', bytes.subarray(0, end));
  let lineEnd = endOfLine(bytes, 0, end);
  if (lineEnd === -1) return undefined;
  const status = statusOf(bytes, lineEnd);
  let keeps = bytes[MINOR_VERSION] === ZERO + 1;
  let isChunked = false;
  let length: number | undefined;
  for (let at = lineEnd + 2; ; at = lineEnd + 2) {
    lineEnd = endOfLine(bytes, at, end);
    if (lineEnd === -1) return undefined;
    if (lineEnd === at) return { status, bodyStart: at + 2, length, isChunked, keeps };
    if (startsWith(bytes, at, CONTENT_LENGTH)) length ??= numberAfter(bytes, at + CONTENT_LENGTH.length);
    else if (startsWith(bytes, at, TRANSFER_ENCODING))
      isChunked ||= /chunked/i.test(bytes.toString('latin1', at, lineEnd));
    else if (startsWith(bytes, at, CONNECTION)) {
      const value = bytes.toString('latin1', at + CONNECTION.length, lineEnd);
      if (/^ *close/i.test(value)) keeps = false;
      else if (/^ *keep-alive/i.test(value)) keeps = true;
    }
  }
}

const CONTENT_LENGTH = Buffer.from('content-length:');
const TRANSFER_ENCODING = Buffer.from('transfer-encoding:');
const CONNECTION = Buffer.from('connection:');
const HTTP = Buffer.from('HTTP/1.');
const MINOR_VERSION = HTTP.length;
const STATUS = 'HTTP/1.1 '.length;

function looksLikeHttp(bytes: Buffer, end: number): boolean {
  for (let at = 0; at < Math.min(HTTP.length, end); at += 1) if (bytes[at] !== HTTP[at]) return false;
  return true;
}

function statusOf(bytes: Buffer, lineEnd: number): number {
  const version = bytes[MINOR_VERSION];
  const status = numberAfter(bytes, STATUS);
  const isRead =
    (version === ZERO || version === ZERO + 1) &&
    bytes[STATUS - 1] === SPACE &&
    status !== undefined &&
    status >= 100 &&
    status <= 999 &&
    STATUS + 3 <= lineEnd;
  if (!isRead) throw new UnreadableResponse('no HTTP', bytes.subarray(0, lineEnd));
  return status;
}

function endOfLine(bytes: Buffer, from: number, end: number): number {
  for (let at = from; at < end - 1; at += 1) if (bytes[at] === CR && bytes[at + 1] === LF) return at;
  return -1;
}

/** Whatever the case of the letters; `name` is in small ones. */
function startsWith(bytes: Buffer, at: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index += 1)
    if (((bytes[at + index] as number) | SMALL) !== name[index]) return false;
  return true;
}

function numberAfter(bytes: Buffer, from: number): number | undefined {
  let at = from;
  while (bytes[at] === SPACE) at += 1;
  const start = at;
  let number = 0;
  for (let digit = bytes[at] as number; digit >= ZERO && digit <= NINE; digit = bytes[at] as number) {
    number = 10 * number + digit - ZERO;
    at += 1;
  }
  return at === start ? undefined : number;
}

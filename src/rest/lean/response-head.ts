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
const TAB = 9;
const SPACE = 32;
const ZERO = 48;
const NINE = 57;
// Makes a letter small and leaves a hyphen and a colon what they are.
const SMALL = 32;

/**
 * Reads status line and headers where they lie, without making texts of them: three headers matter, and a load reads
 * a hundred thousand heads a second. Undefined: not whole yet. Throws UnreadableResponse, also where a proxy and a
 * node may have understood two different answers.
 */
export function readHead(bytes: Buffer, end: number, from = 0): ResponseHead | undefined {
  if (!looksLikeHttp(bytes, from, end)) throw new UnreadableResponse('no HTTP', bytes.subarray(from, end));
  let lineEnd = endOfLine(bytes, from, end);
  if (lineEnd === -1) return undefined;
  const status = statusOf(bytes, from, lineEnd);
  let keeps = bytes[from + MINOR_VERSION] === ZERO + 1;
  let isChunked = false;
  let length: number | undefined;
  for (let at = lineEnd + 2; ; at = lineEnd + 2) {
    lineEnd = endOfLine(bytes, at, end);
    if (lineEnd === -1) return undefined;
    if (lineEnd === at) return { status, bodyStart: at + 2, length, isChunked, keeps };
    if (startsWith(bytes, at, CONTENT_LENGTH)) {
      const stated = lengthIn(bytes, at + CONTENT_LENGTH.length, lineEnd);
      if (length !== undefined && length !== stated)
        throw new UnreadableResponse('two lengths', bytes.subarray(from, lineEnd));
      length = stated;
    } else if (startsWith(bytes, at, TRANSFER_ENCODING))
      isChunked ||= /chunked/i.test(bytes.toString('latin1', at, lineEnd));
    else if (startsWith(bytes, at, CONNECTION)) {
      const value = bytes.toString('latin1', at + CONNECTION.length, lineEnd);
      if (/\bclose\b/i.test(value)) keeps = false;
      else if (/\bkeep-alive\b/i.test(value)) keeps = true;
    }
  }
}

const CONTENT_LENGTH = Buffer.from('content-length:');
const TRANSFER_ENCODING = Buffer.from('transfer-encoding:');
const CONNECTION = Buffer.from('connection:');
const HTTP = Buffer.from('HTTP/1.');
const MINOR_VERSION = HTTP.length;
const STATUS = 'HTTP/1.1 '.length;

function looksLikeHttp(bytes: Buffer, from: number, end: number): boolean {
  const most = Math.min(HTTP.length, end - from);
  for (let at = 0; at < most; at += 1) if (bytes[from + at] !== HTTP[at]) return false;
  return true;
}

function statusOf(bytes: Buffer, from: number, lineEnd: number): number {
  const version = bytes[from + MINOR_VERSION];
  const statusEnd = afterDigits(bytes, from + STATUS);
  const status = numberIn(bytes, from + STATUS, statusEnd);
  const isRead =
    (version === ZERO || version === ZERO + 1) &&
    bytes[from + STATUS - 1] === SPACE &&
    status >= 100 &&
    status <= 999 &&
    statusEnd <= lineEnd;
  if (!isRead) throw new UnreadableResponse('no HTTP', bytes.subarray(from, lineEnd));
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

// White space may stand around it, and nothing else.
function lengthIn(bytes: Buffer, from: number, lineEnd: number): number {
  const start = afterBlanks(bytes, from);
  const to = afterDigits(bytes, start);
  if (to === start || afterBlanks(bytes, to) !== lineEnd)
    throw new UnreadableResponse('no length', bytes.subarray(from, lineEnd));
  return numberIn(bytes, start, to);
}

function afterBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === SPACE || bytes[at] === TAB) at += 1;
  return at;
}

function afterDigits(bytes: Buffer, from: number): number {
  let at = from;
  while ((bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at += 1;
  return at;
}

function numberIn(bytes: Buffer, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) number = 10 * number + (bytes[at] as number) - ZERO;
  return number;
}

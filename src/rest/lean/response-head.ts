/** Status, and how the rest of an answer is to be read. */
interface ResponseHead {
  readonly status: number;
  readonly bodyStart: number;
  /** Undefined: not given. */
  readonly length: number | undefined;
  readonly isChunked: boolean;
  /** Its Content-Encoding; undefined: none is given. */
  readonly encoding: string | undefined;
  /** Whether the connection stays open for another request. */
  readonly keeps: boolean;
}

const CR = 13;
const LF = 10;
const TAB = 9;
const SPACE = 32;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const DELETE = 127;
// Makes a letter small and leaves a hyphen and a colon what they are.
const SMALL = 32;

/**
 * Reads status line and headers where they lie, without making texts of them: four headers matter, and a load reads
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
  let encoding: string | undefined;
  let length: number | undefined;
  for (let at = lineEnd + 2; ; at = lineEnd + 2) {
    lineEnd = endOfLine(bytes, at, end);
    if (lineEnd === -1) return undefined;
    if (lineEnd === at) {
      if (isChunked && length !== undefined)
        throw new UnreadableResponse('a length and chunks', bytes.subarray(from, lineEnd));
      return { status, bodyStart: at + 2, length, isChunked, encoding, keeps };
    }
    requireHeader(bytes, at, lineEnd);
    if (startsWith(bytes, at, CONTENT_LENGTH)) {
      const stated = lengthIn(bytes, at + CONTENT_LENGTH.length, lineEnd);
      if (length !== undefined && length !== stated)
        throw new UnreadableResponse('two lengths', bytes.subarray(from, lineEnd));
      length = stated;
    } else if (startsWith(bytes, at, TRANSFER_ENCODING)) {
      const value = bytes.toString('latin1', at + TRANSFER_ENCODING.length, lineEnd);
      if (isChunked || !CHUNKED_ALONE.test(value))
        throw new UnreadableResponse('no encoding that a load can read', bytes.subarray(at, lineEnd));
      isChunked = true;
    } else if (startsWith(bytes, at, CONTENT_ENCODING)) {
      encoding = bytes.toString('latin1', at + CONTENT_ENCODING.length, lineEnd);
    } else if (startsWith(bytes, at, CONNECTION)) {
      const value = bytes.toString('latin1', at + CONNECTION.length, lineEnd);
      if (/\bclose\b/i.test(value)) keeps = false;
      else if (/\bkeep-alive\b/i.test(value)) keeps = true;
    }
  }
}

/** Where the lines after the last chunk end, as headers do. Undefined: not whole yet. Throws UnreadableResponse. */
export function endOfTrailers(bytes: Buffer, from: number): number | undefined {
  for (let at = from; ; ) {
    const lineEnd = endOfLine(bytes, at, bytes.length);
    if (lineEnd === -1) return undefined;
    if (lineEnd === at) return at + 2;
    requireHeader(bytes, at, lineEnd);
    if (startsWith(bytes, at, CONTENT_LENGTH) || startsWith(bytes, at, TRANSFER_ENCODING))
      throw new UnreadableResponse('a length after the body', bytes.subarray(at, lineEnd));
    at = lineEnd + 2;
  }
}

const CONTENT_LENGTH = Buffer.from('content-length:');
const CONTENT_ENCODING = Buffer.from('content-encoding:');
const TRANSFER_ENCODING = Buffer.from('transfer-encoding:');
const CONNECTION = Buffer.from('connection:');
const CHUNKED_ALONE = /^[ \t]*chunked[ \t]*$/i;
const HTTP = Buffer.from('HTTP/1.');
const MINOR_VERSION = HTTP.length;
const STATUS = 'HTTP/1.1 '.length;
const DIGITS_OF_STATUS = 3;
// The characters of header names (RFC 9110, 5.6.2).
const IN_NAMES = Uint8Array.from({ length: 256 }, (_, code) =>
  /^[\w!#$%&'*+.^`|~-]$/.test(String.fromCharCode(code)) ? 1 : 0,
);

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
    statusEnd === from + STATUS + DIGITS_OF_STATUS &&
    (statusEnd === lineEnd || bytes[statusEnd] === SPACE);
  if (!isRead) throw new UnreadableResponse('no HTTP', bytes.subarray(from, lineEnd));
  return status;
}

function endOfLine(bytes: Buffer, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === CR && at + 1 === end) return -1;
    if (byte === CR && bytes[at + 1] === LF) return at;
    // Some readers end a line there, others do not.
    if ((byte < SPACE && byte !== TAB) || byte === DELETE)
      throw new UnreadableResponse('a control character', bytes.subarray(from, end));
  }
  return -1;
}

// A line that is none may be half of another header to somebody else.
function requireHeader(bytes: Buffer, from: number, lineEnd: number): void {
  let at = from;
  while (at < lineEnd && IN_NAMES[bytes[at] as number] === 1) at += 1;
  if (at === from || bytes[at] !== COLON)
    throw new UnreadableResponse('no header', bytes.subarray(from, lineEnd));
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

// Enough to see what it is instead.
const LONGEST_QUOTE = 80;

/** The bytes that came back are no HTTP/1 answer, or too many for one. */
export class UnreadableResponse extends Error {
  override readonly name = 'UnreadableResponse';

  /** Quotes the beginning of what was found, where there is something to see. */
  constructor(problem: string, found?: Buffer) {
    super(found === undefined ? problem : `${problem}: ${quote(found)}`);
  }
}

function quote(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1', 0, Math.min(LONGEST_QUOTE, bytes.length)));
}

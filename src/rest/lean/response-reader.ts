import { UnpackFailure, unpackedText } from '../wire/unpack.ts';
import { endOfTrailers, readHead, UnreadableResponse } from './response-head.ts';

/** One whole answer. */
export interface LeanResponse {
  readonly status: number;
  /** Undefined: the asker recognized it. */
  readonly body: string | undefined;
  /** Whether the connection can carry another request. */
  readonly reusable: boolean;
}

/** An asker that may recognize an answer by its bytes. */
export interface Recognizing {
  /** Looks at a body where it was read: what is recognized is not made a text. */
  recognizes(status: number, bytes: Buffer, from: number, to: number): boolean;
}

// A payment's answer has 500 bytes; a proxy's error page some thousands.
const LONGEST_RESPONSE = 1024 * 1024;

const NOTHING = Buffer.alloc(0);

/** Reads one HTTP/1 answer from the pieces it arrives in. A piece is only looked at while it is handed over. */
export class ResponseReader {
  #held: Buffer = NOTHING;

  /** The answer, once it is whole, from the first `length` bytes of a piece. Throws UnreadableResponse. */
  push(piece: Buffer, length = piece.length, asker?: Recognizing): LeanResponse | undefined {
    const isWhole = this.#held.length === 0;
    const bytes = isWhole ? piece : Buffer.concat([this.#held, piece.subarray(0, length)]);
    const end = isWhole ? length : bytes.length;
    const response = readResponse({ bytes, end, hasEnded: false, asker });
    if (response !== undefined) {
      this.#held = NOTHING;
      return response;
    }
    if (end > LONGEST_RESPONSE)
      throw new UnreadableResponse(`an answer of more than ${LONGEST_RESPONSE} bytes`);
    this.#held = isWhole ? Buffer.from(piece.subarray(0, length)) : bytes;
    return undefined;
  }

  /** The connection has ended: that may be what ends the answer. */
  end(): LeanResponse | undefined {
    const bytes = this.#held;
    this.#held = NOTHING;
    return bytes.length === 0
      ? undefined
      : readResponse({ bytes, end: bytes.length, hasEnded: true, asker: undefined });
  }
}

interface Received {
  readonly bytes: Buffer;
  readonly end: number;
  /** Nothing more will come. */
  readonly hasEnded: boolean;
  readonly asker: Recognizing | undefined;
}

function readResponse(received: Received): LeanResponse | undefined {
  const { bytes, end, hasEnded, asker } = received;
  let head = readHead(bytes, end);
  // 100 Continue and its like announce the answer.
  for (let interim = 0; head !== undefined && head.status < 200; interim += 1) {
    if (interim === MOST_INTERIM || head.status === SWITCHING_PROTOCOLS)
      throw new UnreadableResponse('no answer to a payment', bytes.subarray(0, end));
    head = readHead(bytes, end, head.bodyStart);
  }
  if (head === undefined) return undefined;
  const { status, bodyStart, length, isChunked, encoding, keeps } = head;
  if (status === 204 || status === 304) return { status, body: '', reusable: keeps && end === bodyStart };
  if (isChunked) {
    const chunks = readChunks(bytes.subarray(0, end), bodyStart);
    return chunks && { status, body: textOf(chunks.body, encoding), reusable: keeps && chunks.end === end };
  }
  if (length !== undefined) {
    const bodyEnd = bodyStart + length;
    if (end < bodyEnd) return undefined;
    const isRecognized =
      encoding === undefined && asker?.recognizes(status, bytes, bodyStart, bodyEnd) === true;
    const body = isRecognized ? undefined : textOf(bytes.subarray(bodyStart, bodyEnd), encoding);
    return { status, body, reusable: keeps && end === bodyEnd };
  }
  return hasEnded
    ? { status, body: textOf(bytes.subarray(bodyStart, end), encoding), reusable: false }
    : undefined;
}

function textOf(body: Buffer, encoding: string | undefined): string {
  if (encoding === undefined) return body.toString('utf8');
  try {
    return unpackedText(body, { encoding, most: LONGEST_RESPONSE });
  } catch (error) {
    throw error instanceof UnpackFailure ? new UnreadableResponse(error.message) : error;
  }
}

// Servers send one or two; a flood of them is no announcement.
const MOST_INTERIM = 16;
const SWITCHING_PROTOCOLS = 101;

const CR = 13;
const LF = 10;
const CHUNK_SIZE = /^([0-9a-f]+)(?:;[\w=.-]+)*$/i;

function readChunks(
  bytes: Buffer,
  from: number,
): { readonly body: Buffer; readonly end: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at, 'latin1');
    if (lineEnd === -1) return undefined;
    const size = CHUNK_SIZE.exec(bytes.toString('latin1', at, lineEnd))?.[1];
    if (size === undefined) throw new UnreadableResponse('no chunk', bytes.subarray(at));
    const start = lineEnd + 2;
    const end = start + Number.parseInt(size, 16);
    if (end === start) {
      const afterTrailers = endOfTrailers(bytes, start);
      if (afterTrailers === undefined) return undefined;
      return { body: Buffer.concat(parts), end: afterTrailers };
    }
    if (bytes.length < end + 2) return undefined;
    if (bytes[end] !== CR || bytes[end + 1] !== LF)
      throw new UnreadableResponse('a chunk that is longer than it says', bytes.subarray(at));
    parts.push(bytes.subarray(start, end));
    at = end + 2;
  }
}

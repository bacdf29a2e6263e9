/** One whole answer. */
export interface LeanResponse {
  readonly status: number;
  readonly body: string;
  /** Whether the connection can carry another request. */
  readonly reusable: boolean;
}

/** What came back is no HTTP/1 answer, or too long for one. */
export class UnreadableResponse extends Error {
  override readonly name = 'UnreadableResponse';
}

// A payment's answer has 500 bytes; a proxy's error page some thousands.
const LONGEST_RESPONSE = 1024 * 1024;

const NOTHING = Buffer.alloc(0);

/** Reads one HTTP/1 answer from the pieces it arrives in. A piece is only looked at while it is handed over. */
export class ResponseReader {
  #held: Buffer = NOTHING;

  /** The answer, once it is whole. Throws UnreadableResponse. */
  push(piece: Buffer): LeanResponse | undefined {
    const bytes = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    const response = readResponse(bytes, false);
    if (response !== undefined) {
      this.#held = NOTHING;
      return response;
    }
    if (bytes.length > LONGEST_RESPONSE)
      throw new UnreadableResponse(`an answer of more than ${LONGEST_RESPONSE} bytes`);
    this.#held = bytes === piece ? Buffer.from(piece) : bytes;
    return undefined;
  }

  /** The connection has ended: that may be what ends the answer. */
  end(): LeanResponse | undefined {
    const held = this.#held;
    this.#held = NOTHING;
    return held.length === 0 ? undefined : readResponse(held, true);
  }
}

function readResponse(bytes: Buffer, ended: boolean): LeanResponse | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n', 0, 'latin1');
  if (headEnd === -1) {
    if (!looksLikeHttp(bytes)) throw new UnreadableResponse(`no HTTP: ${quote(bytes)}`);
    return undefined;
  }
  const head = bytes.toString('latin1', 0, headEnd);
  const status = statusOf(head, bytes);
  const bodyStart = headEnd + 4;
  // 100 Continue and its like announce the answer.
  if (status < 200) return readResponse(bytes.subarray(bodyStart), ended);
  const keeps = !CLOSES.test(head) && (head.startsWith('HTTP/1.1') || KEEPS.test(head));
  if (status === 204 || status === 304)
    return { status, body: '', reusable: keeps && bytes.length === bodyStart };
  if (CHUNKED.test(head)) {
    const chunks = readChunks(bytes, bodyStart);
    return chunks && { status, body: chunks.body, reusable: keeps && chunks.end === bytes.length };
  }
  const length = LENGTH.exec(head);
  if (length !== null) {
    const bodyEnd = bodyStart + Number(length[1]);
    if (bytes.length < bodyEnd) return undefined;
    return {
      status,
      body: bytes.toString('utf8', bodyStart, bodyEnd),
      reusable: keeps && bytes.length === bodyEnd,
    };
  }
  return ended
    ? { status, body: bytes.toString('utf8', bodyStart, bytes.length), reusable: false }
    : undefined;
}

const CLOSES = /\r\nconnection: *close/i;
const KEEPS = /\r\nconnection: *keep-alive/i;
const CHUNKED = /\r\ntransfer-encoding:[^\r]*chunked/i;
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const CHUNK_SIZE = /^([0-9a-f]+) *(?:;.*)?$/i;

function statusOf(head: string, bytes: Buffer): number {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
  if (status === undefined) throw new UnreadableResponse(`no HTTP: ${quote(bytes)}`);
  return Number(status);
}

function readChunks(
  bytes: Buffer,
  from: number,
): { readonly body: string; readonly end: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at, 'latin1');
    if (lineEnd === -1) return undefined;
    const size = CHUNK_SIZE.exec(bytes.toString('latin1', at, lineEnd))?.[1];
    if (size === undefined) throw new UnreadableResponse(`no chunk: ${quote(bytes.subarray(at))}`);
    const start = lineEnd + 2;
    const end = start + Number.parseInt(size, 16);
    if (end === start) {
      // Trailers, if any, end with an empty line as the headers do.
      const last = bytes.indexOf('\r\n\r\n', lineEnd, 'latin1');
      return last === -1 ? undefined : { body: Buffer.concat(parts).toString('utf8'), end: last + 4 };
    }
    if (bytes.length < end + 2) return undefined;
    parts.push(bytes.subarray(start, end));
    at = end + 2;
  }
}

function looksLikeHttp(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 7);
  return 'HTTP/1.'.startsWith(start);
}

const LONGEST_QUOTE = 80;

function quote(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1', 0, Math.min(LONGEST_QUOTE, bytes.length)));
}

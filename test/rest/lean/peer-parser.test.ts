import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UnreadableResponse } from '../../../src/rest/lean/response-head.ts';
import { ResponseReader } from '../../../src/rest/lean/response-reader.ts';

/** How a parser understood bytes of a server that closes the connection after them. */
type Understood =
  | { readonly kind: 'read'; readonly status: number; readonly body: string }
  /** It is no answer, and this is said. */
  | { readonly kind: 'refused' }
  /** The connection ended before the answer did. */
  | { readonly kind: 'broken' };

// The server writes these to every connection, and closes it.
let answer: Buffer = Buffer.alloc(0);
let server: Server;
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

async function readByNode(bytes: Buffer): Promise<Understood> {
  answer = bytes;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return await new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, method: 'POST', agent: false });
    const parts: Buffer[] = [];
    let started: IncomingMessage | undefined;
    const whole = ({ statusCode = 0 }: IncomingMessage): Understood => ({
      kind: 'read',
      status: statusCode,
      body: Buffer.concat(parts).toString('utf8'),
    });
    asked.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      // What follows a whole answer is the fault of another one; reading hands over what is left of the body.
      started?.read();
      if (started?.complete === true) resolve(whole(started));
      else resolve({ kind: code.startsWith('HPE_') ? 'refused' : 'broken' });
    });
    // What a parser hands over to another protocol is no answer.
    asked.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve({ kind: 'refused' });
    });
    asked.on('response', (response) => {
      started = response;
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
        resolve({ kind: code.startsWith('HPE_') ? 'refused' : 'broken' }),
      );
      response.on('end', () => resolve(whole(response)));
    });
    asked.end();
  });
}

function readByOurs(bytes: Buffer, cuts: readonly number[]): Understood {
  const reader = new ResponseReader();
  const at = [
    0,
    ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other),
    bytes.length,
  ];
  try {
    for (const [index, end] of at.slice(1).entries()) {
      const piece = bytes.subarray(at[index], end);
      const response = piece.length === 0 ? undefined : reader.push(piece);
      if (response !== undefined) return { kind: 'read', status: response.status, body: response.body ?? '' };
    }
    const last = reader.end();
    return last === undefined
      ? { kind: 'broken' }
      : { kind: 'read', status: last.status, body: last.body ?? '' };
  } catch (error) {
    if (error instanceof UnreadableResponse) return { kind: 'refused' };
    throw error;
  }
}

const statusLine = fc
  .tuple(
    fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0'),
    fc.constantFrom(200, 201, 400, 402, 404, 409, 500, 503),
    fc.constantFrom(' OK', ' Conflict', ' ', ''),
  )
  .map(([version, status, reason]) => `${version} ${status}${reason}`);

const chunked = fc
  .tuple(fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 3 }), fc.constantFrom('', ';x=y'))
  .map(([parts, extension]) => {
    const chunks = parts.map((part) => `${Buffer.byteLength(part).toString(16)}${extension}\r\n${part}\r\n`);
    return { headers: ['Transfer-Encoding: chunked'], body: `${chunks.join('')}0\r\n\r\n` };
  });

const measured = fc
  .tuple(
    fc.string({ maxLength: 60 }),
    fc.constantFrom('content-length:', 'Content-Length: ', 'CONTENT-LENGTH:\t'),
  )
  .map(([body, name]) => ({ headers: [`${name}${Buffer.byteLength(body)}`], body }));

const untilTheEnd = fc.string({ maxLength: 60 }).map((body) => ({ headers: [] as string[], body }));

const otherHeaders = fc.array(
  fc.constantFrom(
    'connection: close',
    'Connection: keep-alive',
    'Content-Type: application/json',
    'X-Content-Length: 3',
    'x: content-length: 9',
    'Server: x',
    'Date:',
  ),
  { maxLength: 3 },
);

const interim = fc.constantFrom(
  '',
  '',
  '',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n',
);

/** Answers as servers send them, in all ways of saying where the body ends. */
const answers = fc
  .tuple(interim, statusLine, fc.oneof(measured, measured, chunked, untilTheEnd), otherHeaders, fc.boolean())
  .map(([before, status, { headers, body }, others, isLast]) => {
    const lines = isLast ? [...others, ...headers] : [...headers, ...others];
    return `${before}${[status, ...lines].join('\r\n')}\r\n\r\n${body}`;
  });

const PIECES = [
  '\r\n',
  '\n',
  '\r',
  ' ',
  ':',
  '0',
  '9',
  'HTTP/1.1 ',
  'content-length: 2\r\n',
  'transfer-encoding: chunked\r\n',
  '\0',
  'x',
];

/** The same with something cut out, put in or said twice. */
const mutated = fc
  .tuple(
    answers,
    fc.array(fc.tuple(fc.nat(), fc.nat(6), fc.constantFrom('', ...PIECES)), { minLength: 1, maxLength: 3 }),
  )
  .map(([text, edits]) =>
    edits.reduce((sofar, [place, length, piece]) => {
      const at = place % (sofar.length + 1);
      return sofar.slice(0, at) + piece + sofar.slice(at + length);
    }, text),
  );

const cuts = fc.array(fc.nat(), { maxLength: 6 });

it('reads what servers send as Node does, however it arrives', async () => {
  const property = fc.asyncProperty(answers, cuts, async (text, at) => {
    const bytes = Buffer.from(text);
    expect(readByOurs(bytes, at)).toEqual(await readByNode(bytes));
  });
  await fc.assert(property, { numRuns: 150 });
});

it('reads nothing else than Node where an answer is garbled: it refuses, loudly, or waits for the rest', async () => {
  const property = fc.asyncProperty(mutated, cuts, async (text, at) => {
    const bytes = Buffer.from(text);
    const [ours, nodes] = [readByOurs(bytes, at), await readByNode(bytes)];
    if (ours.kind === 'read') expect(ours).toEqual(nodes);
  });
  await fc.assert(property, { numRuns: 500 });
});

it('understands an answer the same way however it is cut', () => {
  const property = fc.property(mutated, cuts, (text, at) => {
    const bytes = Buffer.from(text);
    expect(readByOurs(bytes, at)).toEqual(readByOurs(bytes, []));
  });
  fc.assert(property, { numRuns: 1000 });
});

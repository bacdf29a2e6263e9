import { METHODS } from 'node:http';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { CONTROL_HEADER } from '../../src/rest/serve/callers.ts';
import { addressOf, lineNetwork } from './simulated-line.ts';
import { everyEndpoint } from './every-endpoint.ts';

/** A request that may be anything from valid to nonsense. */
export interface GarbageRequest {
  /** Which of three ports: two nodes and the path-finding service. */
  readonly to: number;
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: string;
}

// Addresses exist before anything is served: they depend on the seed only.
const tokens = lineNetwork().getAttribute('tokens');
const known = [
  ...tokens.flatMap(({ tokenAddress, tokenNetworkAddress }) => [tokenAddress, tokenNetworkAddress]),
  addressOf('alice'),
  addressOf('bob'),
  addressOf('carol'),
];

const address = fc.oneof(
  { arbitrary: fc.constantFrom(...known), weight: 6 },
  fc.constantFrom('0x', '0x12', `0x${'0'.repeat(40)}`, addressOf('bob').toLowerCase(), 'a'.repeat(3000)),
  fc.string(),
);
const number = fc.oneof(
  fc.bigInt({ min: 0n, max: 200n }),
  fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n }),
);
const scalar = fc.oneof(
  { arbitrary: number.map(String), weight: 4 },
  { arbitrary: number.map((value) => `"${value}"`), weight: 4 },
  fc.constantFrom('null', 'true', '1.9', '-0', '1e400', '" 7 "', '"1_000"', '"٣"', '[]', '{}'),
  fc.constantFrom('"closed"', '"opened"', '"0x12"', `"0x${'ab'.repeat(32)}"`, '"0xzz"'),
  address.map((text) => JSON.stringify(text)),
  fc.json(),
);
// `ms` is missing: a day per message is valid, and nobody would wait for the answers.
const FIELDS =
  'amount identifier secret secret_hash lock_timeout paths state total_deposit total_withdraw settle_timeout ' +
  'reveal_timeout value max_paths iou __proto__ constructor toString';
// A node ends with an address that is no text, as the real one does.
const OF_ADDRESSES = ['token_address', 'partner_address', 'from', 'to'];
const field = fc.oneof(
  fc.tuple(fc.oneof(fc.constantFrom(...FIELDS.split(' ')), fc.string()), scalar),
  fc.tuple(
    fc.constantFrom(...OF_ADDRESSES),
    address.map((text) => JSON.stringify(text)),
  ),
);
const object = fc
  .array(field, { maxLength: 5 })
  .map((fields) => `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`);
const payment = number.map((amount) => `{"amount":"${amount}"}`);
const opening = fc
  .tuple(fc.constantFrom(...known), fc.constantFrom(...known), number)
  .map(
    ([token, partner, total]) =>
      `{"token_address":"${token}","partner_address":"${partner}","total_deposit":${total}}`,
  );
const body = fc.oneof(
  { arbitrary: object, weight: 4 },
  { arbitrary: payment, weight: 2 },
  opening,
  scalar,
  fc.string(),
  fc.tuple(object, fc.nat(40)).map(([text, length]) => text.slice(0, length)),
  fc.constantFrom('', '['.repeat(20_000), `${'{"a":'.repeat(5000)}12345678901234567890`, '9'.repeat(70_000)),
);

// A stopped node refuses connections, a frozen one does not answer, a reset breaks off what is under way, a snapshot changes what reset means.
const LASTING = ['stopNode', 'freezeNode', 'shutdown', 'resetNetwork', 'takeSnapshot'];
const declared = everyEndpoint
  .filter(({ operation }) => !LASTING.includes(operation))
  .map(({ method, path }) => ({ method, path }));

const inUrl = (text: string): string => encodeURIComponent(text.replace(/[\uD800-\uDFFF]/g, ''));
const filledPath = fc
  .tuple(
    fc.constantFrom(...declared),
    fc.tuple(address, address),
    fc.constantFrom('alice', 'nobody', '..', '%00'),
  )
  .map(([{ method, path }, [first, second], name]) => {
    const filled = path.replace('{name}', name).replace(/\{\w+\}/, inUrl(first));
    return { method, path: filled.replace(/\{\w+\}/, inUrl(second)) };
  });
const strangePath = fc
  .constantFrom('/', '//', '/api', '/api/v1/%zz', '/api/v1/%00', '/api/v1/..%2f..', '/_millrace/', '/*')
  .map((path) => ({ method: 'GET', path }));
const query = fc.oneof(
  { arbitrary: fc.constant(''), weight: 3 },
  fc
    .tuple(
      fc.constantFrom('limit', 'offset', 'foo', '__proto__', 'limit[]'),
      fc.oneof(number.map(String), fc.string()),
    )
    .map(([key, value]) => `?${key}=${inUrl(value)}&limit=${value.length}`),
);
const otherMethod = fc.constantFrom(...METHODS.filter((method) => method !== 'CONNECT'));

/** Structured garbage over all routes and methods. */
export const garbageRequest: fc.Arbitrary<GarbageRequest> = fc
  .record({
    to: fc.nat(2),
    target: fc.oneof({ arbitrary: filledPath, weight: 9 }, strangePath),
    query,
    method: fc.oneof({ arbitrary: fc.constant(undefined), weight: 8 }, otherMethod),
    contentType: fc.oneof(
      { arbitrary: fc.constant('application/json'), weight: 8 },
      fc.constantFrom(
        undefined,
        'text/plain',
        'garbage',
        'application/json; charset=utf-16',
        'multipart/form-data',
      ),
    ),
    body,
  })
  .map(({ target, query: asked, method, ...rest }) => ({
    ...rest,
    method: method ?? target.method,
    path: `${target.path}${asked}`,
  }))
  .filter(({ method, path }) => method !== 'DELETE' || !leavesUnknown(path));

// It ends with this as well.
function leavesUnknown(path: string): boolean {
  const token = /^\/api\/v1\/connections\/([^/?]+)/.exec(path)?.[1];
  return token !== undefined && tokens.every(({ tokenAddress }) => tokenAddress !== token);
}

const BROKEN_HTTP = [
  'GET /',
  'GET /api/v1/address HTTP/1.1\r\n',
  'GET /api/v1/address HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET /api/v1/address\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /api/v1/address HTTP/1.1\r\n\r\n',
  'GET /api/v1/address HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'PUT /api/v1/channels HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n',
  'PUT /api/v1/channels HTTP/1.1\r\nHost: x\r\nExpect: nothing\r\nContent-Length: 2\r\n\r\n{}',
  'PUT /api/v1/channels HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{}',
  'PUT /api/v1/channels HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
  'PUT /api/v1/channels HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}',
  'PUT /api/v1/channels HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  'PUT /api/v1/channels HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n{}',
  `GET /api/v1/address HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`,
  `GET /${'z'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
];
const onTheWire = garbageRequest.map(({ method, path, body: sent }) => {
  const length = Buffer.byteLength(sent);
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${CONTROL_HEADER}: yes\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${sent}`;
});

/** A request of that kind as it is written to a connection. */
export const garbageOnTheWire: fc.Arbitrary<Uint8Array> = onTheWire.map((text) => Buffer.from(text));

/** What is written to a raw connection before it is closed: truncated, misdeclared, pipelined, or no HTTP at all. */
export const garbageBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom(...BROKEN_HTTP).map((text) => Buffer.from(text, 'latin1')),
  // Truncated anywhere.
  fc.tuple(onTheWire, fc.nat(400)).map(([text, length]) => Buffer.from(text).subarray(0, length)),
  // A length that is not the body's.
  fc
    .tuple(onTheWire, fc.nat(100))
    .map(([text, length]) => Buffer.from(text.replace(/Content-Length: \d+/, `Content-Length: ${length}`))),
  // Several requests before the first answer.
  fc.array(onTheWire, { minLength: 2, maxLength: 6 }).map((texts) => Buffer.from(texts.join(''))),
  // One byte changed.
  fc.tuple(onTheWire, fc.nat(), fc.nat(255)).map(([text, at, byte]) => {
    const bytes = Buffer.from(text);
    bytes[at % bytes.length] = byte;
    return bytes;
  }),
);

// Answers that are never given: a payment may wait for a partner that was stopped.
const PATIENCE_MS = 20_000;

/** What a raw connection answers before it is closed. */
export async function exchanged(port: number, bytes: Uint8Array): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  // A reset is an answer too; events' `once` would reject on it.
  socket.on('error', () => {});
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.end(bytes);
  await new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  return answer;
}

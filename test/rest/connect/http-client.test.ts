import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import type { Address } from '../../../src/model/network/address.ts';
import { type ConnectedNode, connectNode } from '../../../src/rest/connect/connect-node.ts';
import {
  type ConnectOptions,
  type ObservedExchange,
  parseBaseUrl as parseOf,
} from '../../../src/rest/connect/http-client.ts';
import { raiden } from '../../../src/rest/raiden/dialect.ts';
import { RealClock } from '../../../src/runtime/real-clock.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { elsewhere } from '../../fixtures/elsewhere-dialect.ts';

const ALICE: Address = '0x42D449aaf65BdeE5068894233d9F02776BE98EcE';
const RECEIPT = JSON.stringify({
  initiator_address: ALICE,
  target_address: ALICE,
  token_address: ALICE,
  amount: '7',
  identifier: '8',
  secret: '0x00',
  secret_hash: '0x11',
});
const OWN_ADDRESS = JSON.stringify({ our_address: ALICE });
const PAYMENT = { token: ALICE, target: ALICE, amount: 7n };

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  cleanUps.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serveHttp = (answer: RequestListener): Promise<string> => listen(createServer(answer));

function serveTcp(answer: (socket: Socket, request: string) => void): Promise<string> {
  return listen(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (chunk) => answer(socket, chunk.toString()));
    }),
  );
}

function connect(options: ConnectOptions): ConnectedNode {
  const node = connectNode(options);
  cleanUps.push(() => node.close());
  return node;
}

/** A connected node, and what its observer is shown. */
function observed(options: ConnectOptions) {
  const exchanges: ObservedExchange[] = [];
  const node = connect({ ...options, onExchange: (exchange) => exchanges.push(exchange) });
  return { node, exchanges };
}

describe('a connected node', () => {
  it('reads one million of ten million characters of a refusal, and keeps their head and digest', async () => {
    const flood = 'no'.repeat(5_000_000);
    const baseUrl = await serveHttp((_request, response) => response.writeHead(409).end(flood));
    const { node, exchanges } = observed({ baseUrl });
    const answer = await node.pay(PAYMENT);
    const kept = expect.stringMatching(/^(?:no){1000}… \(1048576 characters, SHA-256 [0-9a-f]{64}\)$/);
    expect(answer).toMatchObject({ kind: 'refused', errors: kept });
    expect(exchanges).toMatchObject([{ status: 409, responseBody: kept }]);
  });

  it('keeps as little of a success that says nothing, and refuses one that is too long', async () => {
    const flood = 'ok'.repeat(500_000);
    const baseUrl = await serveHttp((_request, response) => response.end(flood));
    const { node, exchanges } = observed({ baseUrl });
    expect(await node.pay(PAYMENT)).toMatchObject({ kind: 'indeterminate', cause: 'unreadable-answer' });
    const kept = expect.stringMatching(/^(?:ok){1000}… \(1000000 characters, SHA-256 [0-9a-f]{64}\)$/);
    expect(exchanges).toMatchObject([{ status: 200, responseBody: kept }]);
    const tooLong = await serveHttp((_request, response) => response.end(flood.repeat(2)));
    expect(await connect({ baseUrl: tooLong }).pay(PAYMENT)).toMatchObject({
      cause: 'unreadable-answer',
      detail: 'an answer of more than 1048576 bytes',
    });
  });

  it('calls unreachable what was never sent: nobody listens', async () => {
    const baseUrl = await serveHttp(() => {});
    await cleanUps.pop()?.();
    expect(await connect({ baseUrl }).pay(PAYMENT)).toMatchObject({
      kind: 'unreachable',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('calls unreachable what was never sent: no such host', async () => {
    const answer = await connect({ baseUrl: 'http://no-such-host.invalid:5001' }).pay(PAYMENT);
    expect(answer.kind).toBe('unreachable');
  });

  it.each([
    ['what may have happened: the connection broke after sending', undefined, 'connection-broken'],
    [
      'what may have happened: the answer breaks off',
      'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"amo',
      'connection-broken',
    ],
    ['what is no HTTP', '220 smtp.example ESMTP\r\n', 'unreadable-answer'],
  ])('calls indeterminate %s', async (_what, said, cause) => {
    const baseUrl = await serveTcp((socket) => (said === undefined ? socket.destroy() : socket.end(said)));
    expect(await connect({ baseUrl }).pay(PAYMENT)).toMatchObject({ kind: 'indeterminate', cause });
  });

  it.each([
    ['gzip', gzipSync(OWN_ADDRESS)],
    ['deflate', deflateSync(OWN_ADDRESS)],
    ['deflate', deflateRawSync(OWN_ADDRESS)],
    ['br', brotliCompressSync(OWN_ADDRESS)],
    // These encodings pack nothing.
    ['utf-8', OWN_ADDRESS],
    ['', OWN_ADDRESS],
    ['constructor', OWN_ADDRESS],
  ])('reads an answer that a proxy sends with the encoding %j', async (encoding, body) => {
    const baseUrl = await serveHttp((_request, response) =>
      response.setHeader('content-encoding', encoding).end(body),
    );
    expect(await connect({ baseUrl }).address()).toMatchObject({ kind: 'ok', value: ALICE });
  });

  it.each([
    ['is not packed', RECEIPT, 'that is none'],
    [
      'unpacks to what no answer holds',
      gzipSync(Buffer.alloc(40 * 1024 * 1024)),
      'a packed answer of more than',
    ],
  ])('calls an answer unreadable that is said to be packed and %s', async (_what, body, detail) => {
    const baseUrl = await serveHttp((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(body),
    );
    expect(await connect({ baseUrl }).address()).toMatchObject({
      cause: 'unreadable-answer',
      detail: expect.stringContaining(detail),
    });
  });

  it.each([{}, { 'retry-after': '0' }, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }])(
    'asks again until it may, where a read came too early (%j), and never pays again',
    async (headers) => {
      const asked: (string | undefined)[] = [];
      const baseUrl = await serveHttp((request, response) => {
        asked.push(request.method);
        if (asked.length === 3) response.end(OWN_ADDRESS);
        else response.writeHead(429, headers).end('too many');
      });
      const node = connect({ baseUrl, clock: new RealClock({ speed: 20 }) });
      expect(await node.address()).toMatchObject({ kind: 'ok' });
      expect(await node.pay(PAYMENT)).toMatchObject({ kind: 'refused', status: 429 });
      expect(asked).toEqual(['GET', 'GET', 'GET', 'POST']);
    },
  );

  it('sends a payment once, even when a kept connection dies under it', async () => {
    const bodies: string[] = [];
    const baseUrl = await serveHttp((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
      request.on('end', () => {
        if (request.method === 'POST') request.socket.destroy();
        else response.end(OWN_ADDRESS);
      });
    });
    const node = connect({ baseUrl });
    expect(await node.address()).toMatchObject({ kind: 'ok' });
    expect(await node.pay(PAYMENT)).toMatchObject({ kind: 'indeterminate', cause: 'connection-broken' });
    expect(bodies).toEqual(['{"amount":"7"}']);
  });

  it('asks a second time when the connection breaks under a read', async () => {
    let asked = 0;
    const baseUrl = await serveHttp((request, response) => {
      asked += 1;
      if (asked === 1) request.socket.destroy();
      else response.end(OWN_ADDRESS);
    });
    expect(await connect({ baseUrl }).address()).toEqual({ kind: 'ok', status: 200, value: ALICE });
  });

  it('waits for a payment until its deadline, on the clock it is given', async () => {
    const clock = new VirtualClock();
    const baseUrl = await serveHttp(() => clock.advanceTo(60_000));
    const answer = await connect({ baseUrl, clock, deadlineMs: 60_000 }).pay(PAYMENT);
    expect(answer).toEqual({ kind: 'indeterminate', cause: 'deadline', detail: 'no answer within 60000 ms' });
  });

  it('waits half an hour for payments and 30 s for reads unless told otherwise', async () => {
    const clock = new VirtualClock();
    const baseUrl = await serveHttp((request, response) => {
      clock.advanceTo(clock.nowMs() + 30_001);
      if (request.method === 'POST') response.end(RECEIPT);
    });
    const node = connect({ baseUrl, clock });
    expect(await node.pay(PAYMENT)).toMatchObject({ kind: 'ok' });
    expect(await node.address()).toMatchObject({ kind: 'indeterminate', cause: 'deadline' });
  });

  it('calls interrupted what closing broke off', async () => {
    let node: ConnectedNode | undefined;
    const baseUrl = await serveHttp(() => void node?.close());
    node = connectNode({ baseUrl });
    expect(await node.pay(PAYMENT)).toMatchObject({ kind: 'indeterminate', cause: 'interrupted' });
  });

  it('adds headers, and credentials of the URL, and shows neither to the observer', async () => {
    const seen: unknown[] = [];
    const baseUrl = await serveHttp((request, response) => {
      seen.push(request.headers['x-api-key'], request.headers.authorization, request.url);
      response.end(RECEIPT);
    });
    const { node, exchanges } = observed({
      baseUrl: `${baseUrl.replace('//', '//me:secret@')}/alice/api/v1/`,
      headers: { 'X-Api-Key': 'hidden' },
    });
    expect(await node.pay(PAYMENT)).toMatchObject({ kind: 'ok' });
    const path = `/alice/api/v1/payments/${ALICE}/${ALICE}`;
    expect(seen).toEqual(['hidden', `Basic ${Buffer.from('me:secret').toString('base64')}`, path]);
    expect(exchanges).toEqual([
      {
        method: 'POST',
        url: `${baseUrl}${path}`,
        requestBody: '{"amount":"7"}',
        status: 200,
        responseBody: RECEIPT,
        sentAtMs: expect.any(Number),
        durationMs: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(exchanges)).not.toMatch(/secret@|hidden|Basic/);
  });

  it('strikes credentials out of answers that repeat them', async () => {
    const told = 'no such key: tok-123456789, "quo\\"ted-key", me-and-my-secret';
    const baseUrl = await serveHttp((_request, response) => {
      response.writeHead(409).end(JSON.stringify({ errors: told }));
    });
    const { node, exchanges } = observed({
      baseUrl: baseUrl.replace('//', '//me:me-and-my-secret@'),
      headers: { 'X-Auth': 'Bearer tok-123456789', 'X-Api-Key': 'quo\\"ted-key' },
    });
    const answer = await node.pay(PAYMENT);
    expect(answer).toMatchObject({ kind: 'refused', errors: 'no such key: ***, "***", ***' });
    expect(JSON.stringify([answer, exchanges])).not.toMatch(/tok-123|ted-key|my-secret/);
  });

  it('shows the observer why there was no answer', async () => {
    const { node, exchanges } = observed({ baseUrl: await serveTcp((socket) => socket.destroy()) });
    await node.pay(PAYMENT);
    expect(exchanges).toMatchObject([{ status: 0, error: expect.any(String) }]);
  });

  it('keeps a thousand payments open at once', async () => {
    const waiting: (() => void)[] = [];
    const baseUrl = await serveHttp((_request, response) => {
      waiting.push(() => response.end(RECEIPT));
      if (waiting.length === 1000) for (const answer of waiting) answer();
    });
    const node = connect({ baseUrl });
    const answers = await Promise.all(Array.from({ length: 1000 }, () => node.pay(PAYMENT)));
    expect(answers.filter(({ kind }) => kind === 'ok')).toHaveLength(1000);
  });
});

const parseBaseUrl = (text: string) => parseOf(text, raiden);

describe('parseBaseUrl', () => {
  it.each([
    'http://127.0.0.1:5001',
    'http://127.0.0.1:5001/',
    'http://127.0.0.1:5001/api',
    'http://127.0.0.1:5001/api/v1',
    'http://127.0.0.1:5001/api/v1//',
  ])('takes %s as the same node', (text) => {
    expect(parseBaseUrl(text)).toEqual({
      origin: 'http://127.0.0.1:5001',
      prefix: '',
      authorization: undefined,
    });
  });

  it('keeps what a proxy puts before /api', () => {
    expect(parseBaseUrl('https://nodes.example/alice/api/v1')).toMatchObject({
      origin: 'https://nodes.example',
      prefix: '/alice',
    });
  });

  it('takes the root of the dialect off, and of no other', () => {
    expect(parseOf('http://node.example/alice/v2/', elsewhere)).toMatchObject({ prefix: '/alice' });
    expect(parseOf('http://node.example/alice/api/v1', elsewhere)).toMatchObject({ prefix: '/alice/api/v1' });
    expect(parseBaseUrl('http://node.example/alice/v2')).toMatchObject({ prefix: '/alice/v2' });
  });

  it('turns credentials into a header and shows them nowhere', () => {
    const { origin, authorization } = parseBaseUrl('http://me:p%40ss@node.example');
    expect(origin).toBe('http://node.example');
    expect(authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });

  it.each(['', 'localhost:5001', 'ftp://node', 'http://', 'nonsense'])('refuses %j', (text) => {
    expect(() => parseBaseUrl(text)).toThrow(InputError);
  });

  it('does not repeat credentials in its complaint', () => {
    expect(() => parseBaseUrl('ftp://me:secret@node')).toThrow(/^(?!.*secret)/s);
  });
});

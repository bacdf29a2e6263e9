import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LeanEnd, sharedReadBuffer, LeanLines } from '../../../src/rest/lean/lean-lines.ts';
import { RealClock } from '../../../src/runtime/real-clock.ts';

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const REQUEST = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';

let server: Server;
let lines: LeanLines;
let clock: RealClock;
const sockets: Socket[] = [];

beforeEach(async () => {
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', () => socket.write(ANSWER));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  clock = new RealClock();
  lines = new LeanLines({ host: '127.0.0.1', port, secure: false }, sharedReadBuffer(), clock);
});

afterEach(() => {
  lines.close();
  server.close();
  for (const socket of sockets.splice(0)) socket.destroy();
});

function request(): Promise<LeanEnd> {
  return new Promise((resolve) => {
    lines.request(REQUEST, { recognizes: () => false, ended: resolve }, clock.nowMs());
  });
}

it('carries one request after the other on a connection', async () => {
  expect(await request()).toMatchObject({ kind: 'response', response: { status: 200 } });
  expect(await request()).toMatchObject({ kind: 'response', response: { status: 200 } });
  expect(sockets).toHaveLength(1);
});

it('gives up a connection on which half an answer comes that nobody asked for', async () => {
  await request();
  const [first] = sockets;
  first?.write('HTTP/1.1 408 Request Timeout\r\n');
  await once(first as Socket, 'close');
  // On the first connection this one would have ended the head of the 408.
  expect(await request()).toMatchObject({ kind: 'response', response: { status: 200 } });
  expect(sockets).toHaveLength(2);
});

it('keeps no connections to a server that closes them after an answer, without a word', async () => {
  await request();
  const [first] = sockets;
  first?.end();
  await once(first as Socket, 'close');
  await request();
  await request();
  expect(sockets).toHaveLength(3);
});

it.each([
  ['whole JSON', '{"a":1}', { kind: 'response', response: { status: 200, body: '{"a":1}' } }],
  ['half of it', '{"a"', { kind: 'indeterminate', cause: 'connection-broken' }],
])('takes %s before a broken connection as what it is', async (_what, body, end) => {
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\n\r\n${body}`));
  });
  const answered = request();
  await once(server, 'connection');
  await new Promise((resolve) => sockets[0]?.once('data', resolve));
  // Once the answer was read.
  setTimeout(() => sockets[0]?.resetAndDestroy(), 50);
  expect(await answered).toMatchObject(end);
});

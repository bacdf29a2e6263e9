import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlEndpoints } from '../../../src/rest/control/control-endpoints.ts';
import { debugEndpoints } from '../../../src/rest/path-finding/debug-endpoints.ts';
import { pathFindingEndpoints } from '../../../src/rest/path-finding/path-finding-endpoints.ts';
import { DIALECTS, dialectNamed } from '../../../src/rest/dialect-named.ts';
import { raiden } from '../../../src/rest/raiden/dialect.ts';
import { CONTROL_HEADER } from '../../../src/rest/serve/callers.ts';
import { openApiEndpoint, servedEndpoints } from '../../../src/rest/serve/openapi.ts';
import { serveMetrics } from '../../../src/rest/serve/port-listener.ts';
import { serveLine } from '../simulated-line.ts';

let line: Awaited<ReturnType<typeof serveLine>>;
beforeAll(async () => {
  line = await serveLine(undefined, undefined, ['lab.example'], { read: () => Buffer.from('a page') });
});
afterAll(() => line.close());

interface Asked {
  readonly method: string;
  readonly path: string;
}

async function statusOf({ method, path }: Asked, headers: Record<string, string>, base: string) {
  const url = base + path.replace('{name}', 'nobody').replaceAll(/\{\w+\}/g, line.token);
  const options = { method: method as 'GET', headers };
  const { statusCode, body } = await request(url, options);
  return { status: statusCode, text: await body.text() };
}

const control = Object.values(controlEndpoints);
const ports = () => [line.pathFindingUrl, line.baseUrls['alice'] as string];
const CHANGE = { [CONTROL_HEADER]: 'yes' };

describe.each(control.map((each) => [each.operation, each] as const))('control: %s', (_name, endpoint) => {
  it('refuses pages of other origins, whatever they send', async () => {
    for (const origin of ['https://evil.example', 'http://localhost:3000', 'null'])
      for (const base of ports())
        expect(await statusOf(endpoint, { origin, ...CHANGE }, base)).toMatchObject({ status: 403 });
  });

  it('needs the header that no foreign page can send, where it changes anything', async () => {
    for (const base of ports()) {
      const { status, text } = await statusOf(endpoint, {}, base);
      if (endpoint.method === 'GET') expect(status).toBe(200);
      else expect([status, text]).toEqual([403, expect.stringContaining(CONTROL_HEADER)]);
    }
  });
});

const debug = Object.values(debugEndpoints);
const webInterface = ['/', '/ui', '/ui/', '/ui/index.html', '/ui/assets/config/config.production.json'].map(
  (path) => ({ method: 'GET', path }),
);
const chain = { method: 'POST', path: '/web3' };

it('no endpoint on any port answers to the name of another host', async () => {
  const served: readonly Asked[] = [
    ...servedEndpoints(raiden),
    ...Object.values(pathFindingEndpoints),
    ...debug,
    ...control,
    openApiEndpoint,
    ...webInterface,
    chain,
    { method: 'GET', path: '/nowhere' },
    { method: 'OPTIONS', path: '/' },
  ];
  for (const endpoint of served)
    for (const base of ports())
      for (const host of ['evil.example', 'evil.example:5001', '127.0.0.1.evil.example', 'localhost.evil'])
        expect(await statusOf(endpoint, { host, ...CHANGE }, base)).toMatchObject({ status: 403 });
});

it.each(['https://evil.example', 'http://localhost:3000', 'null'])(
  'a page of %s reads nothing of the chain, and sees no file of the web interface',
  async (origin) => {
    const node = line.baseUrls['alice'] as string;
    for (const method of ['POST', 'GET'])
      expect(await statusOf({ ...chain, method }, { origin }, node)).toMatchObject({ status: 403 });
    for (const { path } of webInterface) {
      const { headers, body } = await request(node + path, { headers: { origin } });
      await body.dump();
      expect(headers['access-control-allow-origin'], path).toBeUndefined();
    }
  },
);

it.each([...DIALECTS.keys()])(
  'no page of another origin changes a node of dialect %s unasked',
  async (name) => {
    // What browsers send for any page: POST with a text, or with nothing.
    const node = await serveLine(undefined, name);
    const changes = servedEndpoints(dialectNamed(name)).filter(({ method }) => method === 'POST');
    expect(changes).not.toEqual([]);
    for (const endpoint of changes)
      for (const origin of ['https://evil.example', 'http://localhost:3000', 'null'])
        for (const headers of [{ origin }, { origin, 'content-type': 'text/plain' }]) {
          const { status } = await statusOf(endpoint, headers, node.baseUrls['alice'] as string);
          expect(status, `${endpoint.path} for ${origin}`).toBeGreaterThanOrEqual(400);
          if (endpoint.body === undefined) expect(status).toBe(403);
        }
    expect(node.simulation.control.isRunning('alice')).toBe(true);
    await node.close();
  },
);

it.each(debug.map((each) => [each.operation, each] as const))(
  'the account of the path-finding service is read by pages of localhost only: %s',
  async (_name, endpoint) => {
    const leaveOf = async (origin: string): Promise<unknown> => {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, line.token);
      const { headers, body } = await request(line.pathFindingUrl + path, { headers: { origin } });
      await body.dump();
      return headers['access-control-allow-origin'];
    };
    for (const origin of ['https://evil.example', 'http://localhost.evil', 'null'])
      expect(await leaveOf(origin)).toBeUndefined();
    expect(await leaveOf('http://localhost:3000')).toBe('http://localhost:3000');
  },
);

it.each([
  '',
  ' ',
  '*',
  'localhost..',
  '/localhost',
  '//localhost',
  '@localhost',
  'you@localhost',
  'localhost/x',
])('answers to nothing that is no host name: %j', async (host) => {
  for (const base of ports())
    expect(await statusOf(controlEndpoints.describe, { host }, base)).toMatchObject({ status: 403 });
});

it('answers under its addresses, as localhost and under names that are allowed', async () => {
  const own = ['localhost:1', 'LOCALHOST', 'localhost.', 'localhost.:1', 'node.localhost', '[::1]:5001'];
  for (const host of [...own, '10.0.0.7', 'lab.example:80', 'lab.example.'])
    expect(await statusOf(controlEndpoints.describe, { host }, line.pathFindingUrl)).toMatchObject({
      status: 200,
    });
});

it('lets itself and the pages of an allowed host change it', async () => {
  const { host } = new URL(line.pathFindingUrl);
  for (const origin of [`http://${host}`, 'https://lab.example', 'https://lab.example.'])
    expect(
      await statusOf(controlEndpoints.keepExpiredLocks, { origin, ...CHANGE }, line.pathFindingUrl),
    ).toMatchObject({ status: 200 });
});

it('gives no page leave to send the header', async () => {
  const asking = {
    origin: 'http://localhost:3000',
    'access-control-request-method': 'POST',
    'access-control-request-headers': CONTROL_HEADER,
  };
  const leave = async (path: string): Promise<unknown> => {
    const url = new URL(path, line.pathFindingUrl);
    const { headers, body } = await request(url, { method: 'OPTIONS', headers: asking });
    await body.dump();
    return headers['access-control-allow-headers'];
  };
  expect(await leave('/api/v1/address')).toBe(CONTROL_HEADER);
  for (const path of ['/_millrace/reset', '/%5fmillrace/reset', '/%5Fmillrace', '/_m%69llrace/nodes/a/stop'])
    expect(await leave(path), path).toBeUndefined();
});

it('figures are shown to no other host either', async () => {
  const served = await serveMetrics(
    { host: '127.0.0.1', port: 0, allowedHosts: ['lab.example'] },
    () => 'up 1',
  );
  const status = async (host: string) => (await request(served.url, { headers: { host } })).statusCode;
  expect([await status('evil.example'), await status('lab.example'), await status('localhost')]).toEqual([
    403, 200, 200,
  ]);
  served.close();
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { connectControl } from '../../../src/rest/control/connect-control.ts';
import { connectNode } from '../../../src/rest/connect/connect-node.ts';
import { connectPathFinding } from '../../../src/rest/path-finding/connect-path-finding.ts';
import { serveNodes } from '../../../src/rest/serve/serve-nodes.ts';
import { VirtualClock } from '../../../src/runtime/virtual-clock.ts';
import { addressOf, lineNetwork, serveLine, simulatedLine } from '../simulated-line.ts';

const JSON_BODY = { 'content-type': 'application/json' };

let line: Awaited<ReturnType<typeof serveLine>>;
beforeAll(async () => {
  line = await serveLine();
});
afterAll(() => line.close());

interface Seen {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

async function ask(path: string, init: RequestInit = {}, base = line.baseUrls['alice']): Promise<Seen> {
  const response = await fetch(`${base}${path}`, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
}

const payBob = (body: string, headers: Record<string, string> = JSON_BODY): Promise<Seen> =>
  ask(`/api/v1/payments/${line.token}/${addressOf('bob')}`, { method: 'POST', headers, body });

describe('a served node answers as the Python node does', () => {
  it('with a mimetype header on what its handlers say', async () => {
    const { headers, body } = await ask('/api/v1/address');
    expect(body).toEqual({ our_address: addressOf('alice') });
    expect(headers.get('mimetype')).toBe('application/json');
    expect(headers.get('content-type')).toBe('application/json');
  });

  it('with a payment of exactly seven texts', async () => {
    const { status, body } = await payBob('{"amount": 5, "identifier": "77"}');
    expect(status).toBe(200);
    expect(body).toEqual({
      initiator_address: addressOf('alice'),
      target_address: addressOf('bob'),
      token_address: line.token,
      amount: '5',
      identifier: '77',
      secret: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      secret_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
  });

  it('with leave for pages of this machine to send what they ask for, and for no others', async () => {
    const asking = (origin: string): RequestInit => ({
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type',
      },
    });
    const { headers } = await ask('/api/v1/channels', asking('http://localhost:8080'));
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:8080');
    expect(headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(headers.get('access-control-allow-headers')).toBe('content-type');
    const { status, headers: strange } = await ask('/api/v1/channels', asking('http://elsewhere.example'));
    expect({ status, leave: strange.get('access-control-allow-methods') }).toEqual({
      status: 200,
      leave: null,
    });
  });

  it('with channels of eleven fields, network_state unknown', async () => {
    const { body } = await ask(`/api/v1/channels/${line.token}/${addressOf('bob')}`);
    expect(Object.keys(body as object)).toHaveLength(11);
    expect(body).toMatchObject({ network_state: 'unknown', settle_timeout: '500' });
  });

  it.each([
    ['{"amount": 1.9}', 200],
    ['{"amount": " 1 "}', 200],
    ['{"amount": "1_0"}', 200],
    ['{"amount": 1, "identifier": null, "lock_timeout": null}', 200],
    ['{"amount": "-5"}', 409],
    ['{"amount": 115792089237316195423570985008687907853269984665640564039457584007913129639936}', 409],
  ])('to the payment %s with %i', async (body, status) => {
    expect(await payBob(body)).toMatchObject({ status });
  });

  const PAYLOAD_EXPECTED = { errors: 'JSON payload expected' };
  const MALFORMED = {
    message: 'The browser (or proxy) sent a request that this server could not understand.',
  };
  it.each([
    ['{}', PAYLOAD_EXPECTED],
    ['[]', PAYLOAD_EXPECTED],
    ['0', PAYLOAD_EXPECTED],
    ['null', PAYLOAD_EXPECTED],
    ['""', PAYLOAD_EXPECTED],
    ['', MALFORMED],
    ['{"amount":', MALFORMED],
    [`${'['.repeat(30_000)}12345678901234567890`, MALFORMED],
    ['[{"amount": 1}]', { errors: { _schema: ['Invalid input type.'] } }],
    ['"x"', { errors: { _schema: ['Invalid input type.'] } }],
    ['{"identifier": 1}', { errors: { amount: ['Missing data for required field.'] } }],
    ['{"amount": null}', { errors: { amount: ['Field may not be null.'] } }],
    ['{"amount": true, "foo": 1}', { errors: { amount: ['Not a valid integer.'], foo: ['Unknown field.'] } }],
    ['{"amount": "1.9"}', { errors: { amount: ['Not a valid integer.'] } }],
    ['{"amount": "0x10"}', { errors: { amount: ['Not a valid integer.'] } }],
    ['{"amount": "1__0"}', { errors: { amount: ['Not a valid integer.'] } }],
    ['{"amount": 1e999}', { errors: { amount: ['Not a valid integer.'] } }],
    ['{"amount": [1]}', { errors: { amount: ['Not a valid integer.'] } }],
    [
      '{"amount": 1, "secret": "12"}',
      { errors: { secret: ['Not a valid hex encoded value, must be 0x prefixed.'] } },
    ],
    [
      '{"amount": 1, "secret": "0x1234"}',
      { errors: { secret: ['Not a valid hex encoded secret, it is not 32 characters long.'] } },
    ],
  ])('to the body %s with 400', async (body, expected) => {
    const answer = await payBob(body);
    expect(answer).toMatchObject({ status: 400, body: expected });
    expect(answer.headers.has('mimetype')).toBe(false);
  });

  it.each(['text/plain', 'garbage', ''])('to the content type %j with 400', async (type) => {
    expect(await payBob('{"amount": 1}', { 'content-type': type })).toMatchObject({
      status: 400,
      body: PAYLOAD_EXPECTED,
    });
  });

  it.each([
    ['5', 'Not a valid string: an address is a 0x-prefixed text.'],
    ['"abc"', 'Not a valid hex encoded address, must be 0x prefixed.'],
    ['"0xabc"', 'Not a valid EIP55 encoded address'],
    [
      '"0x0000000000000000000000000000000000000000"',
      'The 0x0000000000000000000000000000000000000000 address is not accepted',
    ],
  ])('to the address %s in a body with 400', async (address, text) => {
    const body = `{"token_address": ${address}, "partner_address": "${addressOf('dave')}"}`;
    expect(await ask('/api/v1/channels', { method: 'PUT', headers: JSON_BODY, body })).toMatchObject({
      status: 400,
      body: { errors: { token_address: [text] } },
    });
  });

  const PREFIX = 'Not a valid hex address, 0x prefix missing.';
  const CHECKSUM = 'Not a valid EIP55 encoded address.';
  it.each([
    ['GET', '/', ['invalid endpoint']],
    ['GET', '/api/v1/channels/', ['invalid endpoint']],
    ['GET', '/api/v1/%zz', ['invalid endpoint']],
    ['GET', '/api/v1/channels/abc', ['invalid endpoint', PREFIX]],
    ['GET', '/api/v1/channels/0xabc', ['invalid endpoint', CHECKSUM]],
    ['GET', `/api/v1/channels/${addressOf('bob').toLowerCase()}`, ['invalid endpoint', CHECKSUM]],
    ['POST', `/api/v1/payments/${addressOf('bob')}/0x12`, ['invalid endpoint', CHECKSUM]],
  ])('to %s %s with 404', async (method, path, errors) => {
    const init = method === 'GET' ? { method } : { method, headers: JSON_BODY, body: '{"amount": 1}' };
    expect(await ask(path, init)).toMatchObject({ status: 404, body: { errors } });
  });

  it.each([
    ['DELETE', '/api/v1/channels', 'OPTIONS, GET, HEAD, PUT'],
    ['POST', '/api/v1/payments', 'OPTIONS, GET, HEAD'],
    ['PUT', `/api/v1/connections/${addressOf('bob')}`, 'OPTIONS, DELETE'],
    ['PROPFIND', '/api/v1/address', 'OPTIONS, GET, HEAD'],
  ])('to %s %s with 405', async (method, path, allow) => {
    const answer = await ask(path, { method });
    expect(answer).toMatchObject({
      status: 405,
      body: { message: 'The method is not allowed for the requested URL.' },
    });
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('to an unknown query parameter of the history with 400', async () => {
    expect(await ask('/api/v1/payments?foo=1&limit=x')).toMatchObject({
      status: 400,
      body: { errors: { foo: ['Unknown field.'], limit: ['Not a valid integer.'] } },
    });
  });

  it('to a negative limit with 400', async () => {
    expect(await ask('/api/v1/payments?limit=-1')).toMatchObject({ status: 400 });
  });

  it('to a body that is too large with 413', async () => {
    expect(await payBob(`{"amount": "${'1'.repeat(100_000)}"}`)).toMatchObject({ status: 413 });
  });

  it('to leaving an unknown token with a refusal, where the real node dies', async () => {
    const answer = await ask(`/api/v1/connections/${addressOf('bob')}`, { method: 'DELETE' });
    expect([400, 404, 409]).toContain(answer.status);
  });

  it('with partners and the paths of their channels', async () => {
    expect(await ask(`/api/v1/tokens/${line.token}/partners`)).toMatchObject({
      status: 200,
      body: [
        { partner_address: addressOf('bob'), channel: `/api/v1/channels/${line.token}/${addressOf('bob')}` },
      ],
    });
  });

  it.each(['contracts', 'notifications', 'version', 'tokens', 'pending_transfers', 'connections'])(
    'to GET %s with 200',
    async (what) => expect(await ask(`/api/v1/${what}`)).toMatchObject({ status: 200 }),
  );

  it('with the URL of the path-finding service it is served beside', async () => {
    expect((await ask('/api/v1/settings')).body).toEqual({
      pathfinding_service_address: line.pathFindingUrl,
    });
  });
});

describe('the served path-finding service', () => {
  it('suggests partners by token and by token network', async () => {
    const service = connectPathFinding({ baseUrl: line.pathFindingUrl });
    const byNetwork = await service.suggestPartner(line.tokenNetwork);
    expect(byNetwork).toMatchObject({ kind: 'ok', status: 200 });
    expect(await service.suggestPartner(line.token)).toMatchObject({ kind: 'ok' });
    await service.close();
  });

  it('finds a path over the mediator', async () => {
    const service = connectPathFinding({ baseUrl: line.pathFindingUrl });
    const answer = await service.paths({
      network: line.tokenNetwork,
      from: addressOf('alice'),
      to: addressOf('carol'),
      value: 10n,
    });
    expect(answer).toMatchObject({
      kind: 'ok',
      value: [{ path: ['alice', 'bob', 'carol'].map((name) => addressOf(name as 'bob')) }],
    });
    await service.close();
  });

  it.each([
    ['/api/v1/nonsense/suggest_partner', 400, 2003],
    [`/api/v1/${addressOf('bob')}/suggest_partner`, 400, 2004],
    ['/api/v1/address/0x12/metadata', 400, 2006],
    ['/api/v1/address/0x42D449aaf65BdeE5068894233d9F02776BE98EcE/metadata', 404, 2203],
  ])('answers %s with %i and its error code', async (path, status, error_code) => {
    expect(await ask(path, {}, line.pathFindingUrl)).toMatchObject({ status, body: { error_code } });
  });

  it('refuses a malformed path request with code 2000', async () => {
    const init = { method: 'POST', headers: JSON_BODY, body: '{"from": 5}' };
    expect(await ask(`/api/v1/${line.tokenNetwork}/paths`, init, line.pathFindingUrl)).toMatchObject({
      status: 400,
      body: { error_code: 2000, error_details: { to: ['Missing data for required field.'] } },
    });
  });

  it('knows how to reach a node', async () => {
    expect(await ask(`/api/v1/address/${addressOf('bob')}/metadata`, {}, line.pathFindingUrl)).toMatchObject({
      status: 200,
      body: { user_id: expect.stringContaining(addressOf('bob').toLowerCase()) },
    });
  });
});

describe('a payment that takes long', () => {
  it('goes on when the client hangs up', async () => {
    const control = connectControl({ baseUrl: line.pathFindingUrl });
    await control.setHopLatency(20_000);
    const hangUp = new AbortController();
    const payment = fetch(`${line.baseUrls['alice']}/api/v1/payments/${line.token}/${addressOf('bob')}`, {
      method: 'POST',
      headers: JSON_BODY,
      body: '{"amount": 2, "identifier": 4711}',
      signal: hangUp.signal,
    });
    while ((await control.pendingTransfers()) === 0);
    hangUp.abort();
    await expect(payment).rejects.toThrow(/abort/i);
    while ((await control.pendingTransfers()) > 0);
    expect((await ask('/api/v1/payments')).body).toContainEqual(
      expect.objectContaining({ event: 'EventPaymentSentSuccess', identifier: '4711' }),
    );
    await control.reset();
    await control.close();
  });

  it('is indeterminate when its node is stopped meanwhile', async () => {
    const control = connectControl({ baseUrl: line.pathFindingUrl });
    await control.setHopLatency(20_000);
    const alice = connectNode({ baseUrl: line.baseUrls['alice'] as string });
    const payment = alice.pay({ token: line.token, target: addressOf('bob'), amount: 2n });
    while ((await control.pendingTransfers()) === 0);
    await control.stop('alice');
    expect(await payment).toMatchObject({ kind: 'indeterminate', cause: 'connection-broken' });
    await control.start('alice');
    await control.reset();
    await Promise.all([alice.close(), control.close()]);
  });
});

describe('stopping and starting nodes', () => {
  it('makes a port refuse connections until the node is back, on the same port', async () => {
    const control = connectControl({ baseUrl: line.pathFindingUrl });
    const carol = connectNode({ baseUrl: line.baseUrls['carol'] as string });
    expect(await carol.address()).toMatchObject({ kind: 'ok' });
    await control.stop('carol');
    expect(await carol.address()).toMatchObject({ kind: 'unreachable' });
    expect(await control.isRunning('carol')).toBe(false);
    await control.start('carol');
    expect(await carol.address()).toMatchObject({ kind: 'ok', value: addressOf('carol') });
    expect(await control.isRunning('carol')).toBe(true);
    await Promise.all([control.close(), carol.close()]);
  });

  it('lets a node take itself offline and still answers the wish', async () => {
    const own = connectControl({ baseUrl: line.baseUrls['dave'] as string });
    await own.stop('dave');
    await expect(own.isRunning('dave')).rejects.toThrow(/does not answer/);
    await line.control.start('dave');
    expect(await own.isRunning('dave')).toBe(true);
    await own.close();
  });

  it('is known for nodes that are stopped at the simulation itself from the first request on', async () => {
    const dave = connectNode({ baseUrl: line.baseUrls['dave'] as string });
    line.simulation.control.stop('dave');
    expect(await dave.address()).toMatchObject({ kind: 'unreachable' });
    await line.control.start('dave');
    expect(await dave.address()).toMatchObject({ kind: 'ok' });
    await dave.close();
  });

  it('says that a node of that name does not exist', async () => {
    const control = connectControl({ baseUrl: line.pathFindingUrl });
    await expect(control.stop('nobody')).rejects.toThrow(/no node of that name/);
    await control.close();
  });
});

describe('the control API', () => {
  it('says what runs here', async () => {
    const control = connectControl({ baseUrl: line.baseUrls['alice'] as string });
    expect(await control.probe()).toMatchObject({
      product: 'millrace',
      pathFindingUrl: line.pathFindingUrl,
      nodes: [
        { name: 'alice', address: addressOf('alice'), baseUrl: line.baseUrls['alice'], running: true },
        {},
        {},
        {},
      ],
    });
    await control.close();
  });

  it('is not found where no sandbox runs', async () => {
    const other = createServer((_request, response) => response.end('hello'));
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', () => resolve()));
    const control = connectControl({ baseUrl: `http://127.0.0.1:${(other.address() as AddressInfo).port}` });
    expect(await control.probe()).toBeUndefined();
    other.close();
    await control.close();
  });

  it('resets the network', async () => {
    const control = connectControl({ baseUrl: line.pathFindingUrl });
    await payBob('{"amount": 3}');
    await control.reset();
    const network = await control.network();
    expect(network.mapEdges((_key, { balance }) => balance)).toEqual([
      [1000n, 1000n],
      [1000n, 1000n],
    ]);
    expect((await ask('/api/v1/payments')).body).toEqual([]);
    expect(await control.pendingTransfers()).toBe(0);
    await control.close();
  });

  it('comes back to the last snapshot, and takes none while a payment is under way', async () => {
    const control = connectControl({ baseUrl: line.pathFindingUrl });
    const first = async (): Promise<unknown> =>
      (await control.network()).mapEdges((_key, { balance }) => balance)[0];
    await payBob('{"amount": 3}');
    await vi.waitFor(async () => expect(await control.pendingTransfers()).toBe(0));
    await control.snapshot();
    await payBob('{"amount": 5}');
    await vi.waitFor(async () => expect(await control.pendingTransfers()).toBe(0));
    await control.setHopLatency(20_000);
    const cut = payBob('{"amount": 7}');
    await vi.waitFor(async () => expect(await control.pendingTransfers()).toBe(1));
    await expect(control.snapshot()).rejects.toThrow('1 transfers are pending');
    await Promise.allSettled([cut, control.reset()]);
    expect(await first()).toEqual([997n, 1003n]);
    const bob = connectNode({ baseUrl: line.baseUrls['bob'] as string });
    await bob.pay({ token: line.token, target: addressOf('alice'), amount: 3n });
    await vi.waitFor(async () => expect(await control.pendingTransfers()).toBe(0));
    await control.snapshot();
    expect(await first()).toEqual([1000n, 1000n]);
    await Promise.all([bob.close(), control.close()]);
  });

  it('sets how long messages take', async () => {
    const init = { method: 'POST', headers: JSON_BODY, body: '{"ms": 50}' };
    expect(await ask('/_millrace/latency', init)).toMatchObject({ status: 200, body: { ms: 50 } });
    expect(await ask('/_millrace/latency', { ...init, body: '{"ms": -1}' })).toMatchObject({ status: 400 });
  });
});

describe('ports', () => {
  it('names the port that is taken and who wanted it, and leaves nothing listening', async () => {
    const { basePort, taken } = await portsWithBobsTaken();
    const nodes = simulatedLine({ clock: new VirtualClock() });
    const failure = serveNodes({ nodes, basePort, pathFindingPort: 0 });
    await expect(failure).rejects.toThrow(InputError);
    await expect(failure).rejects.toThrow(
      new RegExp(`port ${basePort + 1} on 127.0.0.1 is taken; node bob wants it\n.*--port`),
    );
    taken.close();
    const served = await serveNodes({ nodes, basePort, pathFindingPort: 0 });
    expect(served.baseUrls['bob']).toBe(`http://127.0.0.1:${basePort + 1}`);
    await served.close();
  });

  it('names the option for the path-finding port when that one is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => void taken.listen(0, '127.0.0.1', () => resolve()));
    const nodes = simulatedLine({ clock: new VirtualClock() });
    const pathFindingPort = (taken.address() as AddressInfo).port;
    await expect(serveNodes({ nodes, basePort: 0, pathFindingPort })).rejects.toThrow(
      /is taken; the path-finding service wants it\n.*--path-finding-port/,
    );
    taken.close();
  });

  it('refuse connections of a node that is offline from the start, until it is started', async () => {
    const network = lineNetwork();
    network.setNodeAttribute('dave', 'online', false);
    const served = await serveLine(network);
    const dave = connectNode({ baseUrl: served.baseUrls['dave'] as string });
    expect(await dave.address()).toMatchObject({ kind: 'unreachable' });
    await served.control.start('dave');
    expect(await dave.address()).toMatchObject({ kind: 'ok', value: addressOf('dave') });
    await dave.close();
    await served.close();
  });

  it('names the last port when there are not enough', async () => {
    const nodes = simulatedLine({ clock: new VirtualClock() });
    await expect(serveNodes({ nodes, basePort: 65_534, pathFindingPort: 0 })).rejects.toThrow(
      /the last port is 65535/,
    );
  });
});

// Below the ports the system hands out by itself, so that no other test gets one of them in between.
async function portsWithBobsTaken(): Promise<{ readonly basePort: number; readonly taken: Server }> {
  for (let basePort = 21_001; ; basePort += 10) {
    const servers = await Promise.all([0, 1, 2, 3].map((offset) => listening(basePort + offset)));
    const [alice, bob, ...others] = servers;
    for (const server of [alice, ...others]) server?.close();
    if (bob !== undefined && servers.every((server) => server !== undefined)) return { basePort, taken: bob };
    bob?.close();
  }
}

function listening(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

describe('ports of served nodes', () => {
  it('leave out those to which no browser and no fetch connects', async () => {
    const nodes = simulatedLine({ clock: new VirtualClock() });
    const served = await serveNodes({ nodes, basePort: 6664, pathFindingPort: 0 });
    try {
      const ports = Object.values(served.baseUrls).map((url) => Number(new URL(url).port));
      expect(ports.slice(0, 3)).toEqual([6664, 6670, 6671]);
      const statuses = Object.values(served.baseUrls).map(
        async (url) => (await fetch(`${url}/api/v1/status`)).status,
      );
      expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    } finally {
      await served.close();
    }
  });
});

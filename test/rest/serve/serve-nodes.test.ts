import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_TIMEOUTS } from '../../../src/model/network/network.ts';
import { connectControl } from '../../../src/rest/control/connect-control.ts';
import { connectNode } from '../../../src/rest/connect/connect-node.ts';
import { connectPathFinding } from '../../../src/rest/path-finding/connect-path-finding.ts';
import { CONTROL_HEADER } from '../../../src/rest/serve/callers.ts';
import { addressOf, serveLine } from '../simulated-line.ts';
import { listening, portOf } from './listening.ts';

const JSON_BODY = { 'content-type': 'application/json' };

let line: Awaited<ReturnType<typeof serveLine>>;
let control: ReturnType<typeof connectControl>;
let service: ReturnType<typeof connectPathFinding>;
beforeAll(async () => {
  line = await serveLine();
  control = connectControl({ baseUrl: line.pathFindingUrl });
  service = connectPathFinding({ baseUrl: line.pathFindingUrl });
});
afterAll(async () => {
  await Promise.all([control.close(), service.close()]);
  await line.close();
});

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

// What the Python node answers to nearly everything is held by its contract, which every sandbox is asked.
describe('a served node', () => {
  it('gives pages of this machine leave to send what they ask for, and no others', async () => {
    const asking = (origin: string): RequestInit => ({
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PATCH' },
    });
    const leave = async (origin: string) =>
      (await ask('/api/v1/channels', asking(origin))).headers.get('access-control-allow-methods');
    expect(await leave('http://localhost:8080')).toContain('PATCH');
    expect(await leave('http://elsewhere.example')).toBeNull();
  });

  const INTEGER = { errors: { amount: ['Not a valid integer.'] } };
  it.each([
    ['{"amount": "1_0"}', 200, {}],
    ['{"amount": 1, "lock_timeout": null}', 200, {}],
    ['{"amount": "1__0"}', 400, INTEGER],
    ['{"amount": 1e999}', 400, INTEGER],
    [`${'['.repeat(30_000)}12345678901234567890`, 400, { message: expect.stringContaining('could not') }],
    [`{"amount": "${'1'.repeat(100_000)}"}`, 413, {}],
  ])('answers the payment %.40s with %i', async (body, status, expected) => {
    expect(await payBob(body)).toMatchObject({ status, body: expected });
  });

  it('has no path that cannot be decoded, and no method of another protocol', async () => {
    expect(await ask('/api/v1/%zz')).toMatchObject({ status: 404, body: { errors: ['invalid endpoint'] } });
    const { status, headers } = await ask('/api/v1/address', { method: 'PROPFIND' });
    expect([status, headers.get('allow')]).toEqual([405, 'OPTIONS, GET, HEAD']);
  });

  it.each([
    ['an address in a body that is no text', 'PUT', '/api/v1/channels', `{"token_address": 5}`],
    ['leaving an unknown token', 'DELETE', `/api/v1/connections/${addressOf('bob')}`, undefined],
  ])('ends with %s, as the real one, until it is started again', async (_what, method, path, body) => {
    const base = line.baseUrls['dave'];
    const answer = await fetch(`${base}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: JSON_BODY, body }),
    });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      500,
      'text/plain',
      'Internal Server Error',
    ]);
    await vi.waitFor(() => expect(ask('/api/v1/address', {}, base)).rejects.toThrow('fetch failed'));
    await control.start('dave');
    expect(await ask('/api/v1/address', {}, base)).toMatchObject({ status: 200 });
  });

  it('shows its partners with the paths of their channels', async () => {
    expect(await ask(`/api/v1/tokens/${line.token}/partners`)).toMatchObject({
      status: 200,
      body: [
        { partner_address: addressOf('bob'), channel: `/api/v1/channels/${line.token}/${addressOf('bob')}` },
      ],
    });
  });

  it('knows the URL of the path-finding service it is served beside', async () => {
    expect((await ask('/api/v1/settings')).body).toEqual({
      pathfinding_service_address: line.pathFindingUrl,
    });
  });
});

describe('the served path-finding service', () => {
  it('suggests partners by token and by token network', async () => {
    const byNetwork = await service.suggestPartner(line.tokenNetwork);
    expect(byNetwork).toMatchObject({ kind: 'ok', status: 200 });
    expect(await service.suggestPartner(line.token)).toMatchObject({ kind: 'ok' });
  });

  it('finds a path over the mediator', async () => {
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
  });

  it('is indeterminate when its node is stopped meanwhile', async () => {
    await control.setHopLatency(20_000);
    const alice = connectNode({ baseUrl: line.baseUrls['alice'] as string });
    const payment = alice.pay({ token: line.token, target: addressOf('bob'), amount: 2n });
    while ((await control.pendingTransfers()) === 0);
    await control.stop('alice');
    expect(await payment).toMatchObject({ kind: 'indeterminate', cause: 'connection-broken' });
    await control.start('alice');
    await control.reset();
    await alice.close();
  });
});

describe('stopping and starting nodes', () => {
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
    await expect(control.stop('nobody')).rejects.toThrow(/no node of that name/);
  });
});

describe('the control API', () => {
  it('says what runs here', async () => {
    const own = connectControl({ baseUrl: line.baseUrls['alice'] as string });
    expect(await own.probe()).toMatchObject({
      product: 'millrace',
      pathFindingUrl: line.pathFindingUrl,
      nodes: [
        { name: 'alice', address: addressOf('alice'), baseUrl: line.baseUrls['alice'], running: true },
        {},
        {},
        {},
      ],
    });
    await own.close();
  });

  it('is not found where no sandbox runs', async () => {
    const other = await listening(0);
    other?.on('request', (_request, response: ServerResponse) => response.end('hello'));
    const own = connectControl({ baseUrl: `http://127.0.0.1:${portOf(other)}` });
    expect(await own.probe()).toBeUndefined();
    other?.close();
    await own.close();
  });

  it('resets the network', async () => {
    await payBob('{"amount": 3}');
    await control.reset();
    const network = await control.network();
    expect(network.mapEdges((_key, { balance }) => balance)).toEqual([
      [1000n, 1000n],
      [1000n, 1000n],
    ]);
    expect((await ask('/api/v1/payments')).body).toEqual([]);
    expect(await control.pendingTransfers()).toBe(0);
  });

  it('comes back to the last snapshot, and takes none while a payment is under way', async () => {
    const untilPending = (count: number): Promise<void> =>
      vi.waitFor(async () => expect(await control.pendingTransfers()).toBe(count), { timeout: 20_000 });
    const first = async (): Promise<unknown> =>
      (await control.network()).mapEdges((_key, { balance }) => balance)[0];
    await payBob('{"amount": 3}');
    await untilPending(0);
    await control.snapshot();
    await payBob('{"amount": 5}');
    await untilPending(0);
    await control.setHopLatency(20_000_000);
    const cut = payBob('{"amount": 7}');
    await untilPending(1);
    await expect(control.snapshot()).rejects.toThrow('1 transfers are pending');
    await Promise.allSettled([cut, control.reset()]);
    expect(await first()).toEqual([997n, 1003n]);
    const bob = connectNode({ baseUrl: line.baseUrls['bob'] as string });
    await bob.pay({ token: line.token, target: addressOf('alice'), amount: 3n });
    await untilPending(0);
    await control.snapshot();
    expect(await first()).toEqual([1000n, 1000n]);
    await bob.close();
  });

  it('starts a node with other settings, until a reset', async () => {
    const settingsOf = async () => {
      const { fees, timeouts, maxPaths } = (await control.network()).getNodeAttributes('bob');
      return { fees: Object.values(fees ?? {}), timeouts: Object.values(timeouts ?? {}), maxPaths };
    };
    const before = await settingsOf();
    const fees = { flat: 5n, proportionalPpm: 10, imbalancePpm: 20, isUncapped: true } as const;
    await control.stop('bob');
    await control.start('bob', { fees, revealTimeout: 7 });
    await control.stop('bob');
    await control.start('bob', { maxPaths: 2 });
    expect(await settingsOf()).toEqual({
      fees: [fees, fees],
      timeouts: [DEFAULT_TIMEOUTS, DEFAULT_TIMEOUTS].map((usual) => ({ ...usual, revealTimeout: 7 })),
      maxPaths: 2,
    });
    await control.reset();
    expect(await settingsOf()).toEqual(before);
  });

  it.each([
    ['', 200],
    ['{"fees": {"flat": "5"}}', 200],
    ['{"fees": {"flat": -5}}', 400],
    ['{"fee": {"flat": "5"}}', 400],
    ['{"revealTimeout": 0}', 400],
    ['{"fees"', 400],
  ])('starts a node with the body %j: %i', async (body, status) => {
    const headers = { ...JSON_BODY, [CONTROL_HEADER]: 'yes' };
    const answer = await ask(
      '/_millrace/nodes/bob/start',
      { method: 'POST', headers, body },
      line.pathFindingUrl,
    );
    expect(answer.status).toBe(status);
    await control.reset();
  });

  it('sets how long messages take', async () => {
    const init = { method: 'POST', headers: { ...JSON_BODY, [CONTROL_HEADER]: 'yes' }, body: '{"ms": 50}' };
    expect(await ask('/_millrace/latency', init)).toMatchObject({ status: 200, body: { ms: 50 } });
    expect(await ask('/_millrace/latency', { ...init, body: '{"ms": -1}' })).toMatchObject({ status: 400 });
  });
});

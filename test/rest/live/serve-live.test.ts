import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveLive, type ServedLive } from '../../../src/rest/live/serve-live.ts';
import { CONTROL_HEADER } from '../../../src/rest/serve/callers.ts';

const TOKEN = 'a'.repeat(32);
const CHANGE = { [CONTROL_HEADER]: 'page' };

let stops = 0;
let live: ServedLive;
beforeEach(async () => {
  stops = 0;
  const content = {
    page: () => 'the page',
    part: () => 'the part',
    next: () => Promise.resolve(),
    isOver: () => false,
    stop: () => void (stops += 1),
  };
  live = await serveLive(content, { token: TOKEN, nowMs: () => 7 });
});
afterEach(() => live.close());

async function ask(
  path: string,
  {
    method = 'GET',
    headers = {},
  }: { readonly method?: 'GET' | 'POST'; readonly headers?: Record<string, string> } = {},
) {
  const { statusCode, headers: answered, body } = await request(new URL(path, live.url), { method, headers });
  return { status: statusCode, text: await body.text(), headers: answered };
}

describe('the port of a live page', () => {
  it('gives page, part and stop to whoever has the token', async () => {
    expect(await ask('.')).toMatchObject({ status: 200, text: 'the page' });
    expect(await ask('part')).toMatchObject({ status: 200, text: 'the part' });
    expect((await ask('part')).headers['x-millrace-over']).toBe('no');
    expect(await ask('stop', { method: 'POST', headers: CHANGE })).toMatchObject({ status: 204 });
    expect(stops).toBe(1);
    expect(live.lastAskedMs()).toBe(7);
  });

  it('listens on loopback only', () => {
    expect(live.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/a{32}\/$/);
  });

  it('gives nothing without the token, nor to a look of one', async () => {
    for (const path of [
      '/',
      '/part',
      '/stop',
      `/${'b'.repeat(32)}/`,
      `/${TOKEN.slice(1)}/`,
      `/${TOKEN}b/part`,
    ])
      expect(await ask(path), path).toMatchObject({ status: 403 });
    expect(live.lastAskedMs()).toBeUndefined();
  });

  it('refuses pages of other origins and names that were made to point here', async () => {
    for (const path of ['.', 'part', 'stop'])
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { host: 'evil.example' },
      ])
        expect(await ask(path, { method: 'POST', headers: { ...CHANGE, ...headers } }), path).toMatchObject({
          status: 403,
        });
    expect(stops).toBe(0);
  });

  it('stops for none that does not send the header which no foreign page can send, and for no GET', async () => {
    expect(await ask('stop', { method: 'POST' })).toMatchObject({ status: 403 });
    expect(await ask('stop', { headers: CHANGE })).toMatchObject({ status: 404 });
    expect(stops).toBe(0);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webFilesIn } from '../../../src/cli/files/web-files.ts';
import { serveLine } from '../simulated-line.ts';
import { newFolder } from '../../new-folder.ts';

let line: Awaited<ReturnType<typeof serveLine>>;
let node: string;

beforeAll(async () => {
  const around = newFolder('web-interface');
  mkdirSync(join(around, 'ui'));
  writeFileSync(join(around, 'ui', 'index.html'), 'the page');
  writeFileSync(join(around, 'secret.txt'), 'a secret');
  line = await serveLine(undefined, undefined, [], webFilesIn(join(around, 'ui')));
  node = line.baseUrls['alice'] as string;
});
afterAll(() => line.close());

describe('files of the web interface', () => {
  it.each([
    '/ui/../secret.txt',
    '/ui/%2e%2e/secret.txt',
    '/ui/..%2fsecret.txt',
    '/ui/..\\secret.txt',
    '/ui//../secret.txt',
    '/ui/./../secret.txt',
    '/ui/index.html/../../secret.txt',
    '/../secret.txt',
    '/ui/%00',
    '/ui/../../../../../../../../etc/passwd',
  ])('are of its folder only: %s', async (path) => {
    // As it is: a URL would be tidied before it is sent.
    const client = new Client(node);
    const { statusCode, body } = await client.request({ path, method: 'GET' });
    const text = await body.text();
    await client.close();
    expect(text).not.toMatch(/a secret|root:/);
    if (statusCode === 200) expect(text).toBe('the page');
    else expect(statusCode).toBe(404);
  });
});

describe('calls to the chain', () => {
  const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'net_version' });
  const answerTo = async (sent: unknown): Promise<unknown> => {
    const { body } = await request(`${node}/web3`, { method: 'POST', body: JSON.stringify(sent) });
    return await body.json();
  };

  it('are answered one by one and many at once, up to a thousand', async () => {
    expect(await answerTo(call(7))).toEqual({ jsonrpc: '2.0', id: 7, result: '1337' });
    const many = Array.from({ length: 1000 }, (_, index) => call(index));
    expect(await answerTo(many)).toHaveLength(1000);
  });

  it.each(['9007199254740993', '-9007199254740993', '"a"', 'null'])('keep their id: %s', async (id) => {
    const sent = `{"jsonrpc": "2.0", "id": ${id}, "method": "net_version"}`;
    const { body } = await request(`${node}/web3`, { method: 'POST', body: sent });
    expect(await body.text()).toBe(`{"jsonrpc":"2.0","id":${id},"result":"1337"}`);
  });

  it('are no request where there are none', async () => {
    expect(await answerTo([])).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_600, message: 'Invalid Request' },
    });
  });

  it.each([1001, 500_000])('are refused at once where they are %i', async (count) => {
    const sent = count === 1001 ? Array.from({ length: count }, (_, id) => call(id)) : Array(count).fill(0);
    expect(await answerTo(sent)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_600, message: `found ${count} calls in one request, expected at most 1000` },
    });
  });
});

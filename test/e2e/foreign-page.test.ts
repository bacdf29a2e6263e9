import type { Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlEndpoints } from '../../src/rest/control/control-endpoints.ts';
import { CONTROL_HEADER } from '../../src/rest/serve/callers.ts';
import { addressOf, serveLine } from '../rest/simulated-line.ts';
import { listening, portOf } from '../rest/serve/listening.ts';
import { CHROMIUM, HAS_CHROMIUM, launchChromium } from './page/browser-page.ts';

const FOREIGN = 'evil.example';

/** What a page tries, and what its script can see of the answer. */
interface Tried {
  readonly url: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

// Every way in which a page can ask: as it likes, and without asking the other side first.
const TRY = `async ({ url, ...init }) => {
  const seen = [];
  for (const mode of ['cors', 'no-cors', 'same-origin'])
    try {
      const answer = await fetch(url, { ...init, mode });
      seen.push([answer.status, await answer.text()]);
    } catch {
      seen.push('refused');
    }
  return seen;
}`;

describe.skipIf(!HAS_CHROMIUM)(
  `a page of somebody else in a browser (skipped without ${CHROMIUM}: apt-get install chromium, or set CHROMIUM)`,
  () => {
    let browser: Browser;
    let page: Page;
    let line: Awaited<ReturnType<typeof serveLine>>;
    let elsewhere: Server;

    beforeAll(async () => {
      line = await serveLine();
      elsewhere = (await listening(0)) as Server;
      elsewhere.on('request', (_request, response) => {
        response.setHeader('content-type', 'text/html').end('<!doctype html><title>Win a prize</title>');
      });
      const rules = `--host-resolver-rules=MAP ${FOREIGN} 127.0.0.1`;
      browser = await launchChromium(rules);
      page = await browser.newPage();
    });

    afterAll(async () => {
      await browser?.close();
      elsewhere?.close();
      await line?.close();
    });

    const port = (url: string): string => new URL(url).port;
    const standing = () => [
      JSON.stringify(line.simulation.control.network().export(), (_key, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
      line.simulation.names.map((name) => line.simulation.control.isRunning(name)),
    ];
    const controls = (base: string): readonly Tried[] =>
      Object.values(controlEndpoints).flatMap(({ method, path }) =>
        [{}, { [CONTROL_HEADER]: 'yes' }].map((headers) => ({
          url: base + path.replace('{name}', 'alice'),
          method,
          headers,
          ...(method === 'GET' ? {} : { body: '{"ms": 1000}' }),
        })),
      );
    const seenBy = async (tried: Tried): Promise<unknown> =>
      await page.evaluate(`(${TRY})(${JSON.stringify(tried)})`);

    const elsewhereAt = (host: string): string => `http://${host}:${portOf(elsewhere)}`;

    it.each([
      ['another port', '127.0.0.1'],
      ['another port of localhost', 'localhost'],
      ['another host', FOREIGN],
    ])('from %s reads and changes nothing of a sandbox', async (_name, host) => {
      await page.goto(elsewhereAt(host));
      const before = standing();
      for (const base of [line.pathFindingUrl, line.baseUrls['alice'] as string])
        for (const tried of controls(base)) {
          const seen = await seenBy(tried);
          // Without leave a page cannot see that it was refused: status 0 and no text.
          expect(seen, `${tried.method} ${tried.url}`).toEqual(['refused', expect.anything(), 'refused']);
          expect([['refused'], [0, '']].map(String)).toContain(String((seen as unknown[])[1]));
        }
      expect(standing()).toEqual(before);
    });

    it('whose name was made to point here reads and changes nothing of any port', async () => {
      const pay = {
        url: `/api/v1/payments/${line.token}/${addressOf('bob')}`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"amount": 1}',
      };
      for (const url of [line.pathFindingUrl, line.baseUrls['alice'] as string]) {
        await page.goto(`http://${FOREIGN}:${port(url)}/_millrace`);
        const before = standing();
        for (const tried of [...controls(''), { url: '/api/v1/channels', method: 'GET' }, pay])
          for (const seen of (await seenBy(tried)) as unknown[])
            expect(seen, tried.url).toEqual([403, expect.stringContaining('--allow-host')]);
        expect(standing()).toEqual(before);
      }
    });

    it('shuts no node down', async () => {
      for (const host of [FOREIGN, 'localhost', '127.0.0.1']) {
        await page.goto(elsewhereAt(host));
        for (const headers of [{}, { 'content-type': 'text/plain' }])
          await seenBy({ url: `${line.baseUrls['alice']}/api/v1/shutdown`, method: 'POST', headers });
        expect(line.simulation.control.isRunning('alice'), host).toBe(true);
      }
    });

    it('pays nothing, because a node takes only what a browser asks leave for', async () => {
      await page.goto(elsewhereAt(FOREIGN));
      const url = `${line.baseUrls['alice']}/api/v1/payments/${line.token}/${addressOf('bob')}`;
      for (const type of ['application/json', 'text/plain'])
        await seenBy({ url, method: 'POST', headers: { 'content-type': type }, body: '{"amount": 1}' });
      expect(await (await fetch(`${line.baseUrls['alice']}/api/v1/payments`)).json()).toEqual([]);
    });
  },
);

import { expect, it } from 'vitest';
import { serveMetrics } from '../../../src/rest/serve/port-listener.ts';

it('metrics are rendered for each request, at their path only', async () => {
  let asked = 0;
  const render = (): string => `asked ${(asked += 1)}\n`;
  const served = await serveMetrics({ host: '127.0.0.1', port: 0 }, render);
  const { url } = served;
  try {
    expect(await (await fetch(url)).text()).toBe('asked 1\n');
    const second = await fetch(url);
    expect(await second.text()).toBe('asked 2\n');
    expect(second.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect((await fetch(new URL('/', url))).status).toBe(404);
    const taken = { host: '127.0.0.1', port: Number(new URL(url).port) };
    await expect(serveMetrics(taken, render)).rejects.toThrow(/metrics endpoint wants it/);
  } finally {
    served.close();
  }
});

import { expect, it } from 'vitest';
import { serveMetrics } from '../../../src/rest/serve/port-listener.ts';

it('metrics are rendered for each request, at their path only', async () => {
  let asked = 0;
  const render = (): string => `asked ${(asked += 1)}\n`;
  const served = await serveMetrics('127.0.0.1', 0, render);
  const { url } = served;
  try {
    expect(await (await fetch(url)).text()).toBe('asked 1\n');
    const second = await fetch(url);
    expect(await second.text()).toBe('asked 2\n');
    expect(second.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect((await fetch(new URL('/', url))).status).toBe(404);
    await expect(serveMetrics('127.0.0.1', Number(new URL(url).port), render)).rejects.toThrow(
      /metrics endpoint wants it/,
    );
  } finally {
    served.close();
  }
});

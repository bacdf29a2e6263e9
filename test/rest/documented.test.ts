import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTROL_ROOT } from '../../src/rest/serve/callers.ts';
import { everyEndpoint } from './every-endpoint.ts';

const page = readFileSync(new URL('../../docs/rest-api.md', import.meta.url), 'utf8');

describe('docs/rest-api.md', () => {
  it.each(everyEndpoint.map(({ method, path }) => [method, path]))('shows %s %s', (method, path) => {
    const asked = method === 'GET' ? 'curl' : `curl -X ${method}`;
    const url = path.replace(/\{\w+\}/g, '[$\\w]+');
    const asCurl = `${asked} "?\\$(ALICE|PFS)_URL${url}[\\s"?\`]`;
    // Changes of a sandbox are asked for by a shell function that the page defines.
    const asChange = url.startsWith(`${CONTROL_ROOT}/`)
      ? `|^change ${url.slice(CONTROL_ROOT.length + 1)}\\s`
      : '';
    expect(page).toMatch(new RegExp(asCurl + asChange, 'm'));
  });
});

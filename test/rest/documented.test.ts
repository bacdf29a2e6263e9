import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { controlEndpoints } from '../../src/rest/control/control-endpoints.ts';
import { raiden } from '../../src/rest/raiden/dialect.ts';
import { CONTROL_ROOT } from '../../src/rest/serve/callers.ts';
import { servedEndpoints } from '../../src/rest/serve/openapi.ts';
import { pathFindingEndpoints } from '../../src/rest/path-finding/path-finding-endpoints.ts';

const page = readFileSync(new URL('../../docs/rest-api.md', import.meta.url), 'utf8');
const endpoints = [servedEndpoints(raiden), pathFindingEndpoints, controlEndpoints].flatMap((group) =>
  Object.values(group),
);

describe('docs/rest-api.md', () => {
  it.each(endpoints.map(({ method, path }) => [method, path]))('shows %s %s', (method, path) => {
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

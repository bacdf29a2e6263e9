import { describe, expect, it } from 'vitest';
import { curlLine } from '../../../../src/jobs/check/contract/case-runner.ts';

const READ = { method: 'GET', path: '/api/v1/address', headers: {}, body: undefined };
const BASE = 'http://127.0.0.1:5001';

describe('a line for the shell', () => {
  it.each([
    [READ, `curl -si '${BASE}/api/v1/address'`],
    [{ ...READ, method: 'HEAD' }, `curl -si --head '${BASE}/api/v1/address'`],
    [{ ...READ, method: 'DELETE' }, `curl -si -X DELETE '${BASE}/api/v1/address'`],
    [
      { ...READ, method: 'PUT', headers: { 'content-type': 'text/plain' }, body: `{"it's":1}` },
      `curl -si -X PUT -H 'content-type: text/plain' --data-binary '{"it'\\''s":1}' '${BASE}/api/v1/address'`,
    ],
    [
      { ...READ, method: 'POST', body: '' },
      `curl -si -X POST -H 'content-type:' --data-binary '' '${BASE}/api/v1/address'`,
    ],
  ])('sends %j', (request, line) => {
    expect(curlLine(BASE, request)).toBe(line);
  });
});

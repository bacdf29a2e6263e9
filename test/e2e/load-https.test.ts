import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startStub, STUB_SCENARIO } from '../fixtures/stub-nodes.ts';
import { folderWith, runCli } from './built-cli.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
// Signed by itself, for localhost and 127.0.0.1.
const CERTIFICATE = join(FIXTURES, 'tls/cert.pem');

/** Loads two nodes that answer over TLS only, and only to who knows the word. */
async function loadOverTls(env: Readonly<Record<string, string>>) {
  const urls = await startStub('--tls', join(FIXTURES, 'tls'), '--authorization', 'Bearer sesame');
  const nodes = Object.entries({ ...urls, b: urls.b.replace('127.0.0.1', 'localhost') }).map(
    ([name, url]) => `${name}: {url: "${url}", headers: {Authorization: "Bearer \${WORD}"}}\n`,
  );
  const folder = folderWith({ 'load.yaml': STUB_SCENARIO, 'nodes.yaml': nodes.join('') });
  const flags = ['--nodes', 'nodes.yaml', '--vus', '4', '--iterations', '20', '--out', 'out'];
  return await runCli(['load', 'load.yaml', ...flags], { folder, env });
}

describe('a load over TLS', () => {
  it('pays with its credentials at 127.0.0.1 and localhost', async () => {
    const { stdout, stderr } = await loadOverTls({ NODE_EXTRA_CA_CERTS: CERTIFICATE, WORD: 'sesame' });
    expect(stdout).toContain('20 of 20');
    // The stub is a truthful node: a load that finds faults in it costs several times as much (bench/guard).
    expect(stdout).toMatch(/Checks +(\d+) of \1 hold/);
    expect(stderr).not.toMatch(/Warning/);
    expect(stdout + stderr).not.toContain('sesame');
  });

  it('says what is trusted when nobody knows who signed the certificate', async () => {
    const { code, stdout, stderr } = await loadOverTls({ WORD: 'sesame' });
    expect(stderr).toContain('error: node a does not answer: self-signed certificate');
    expect(stderr).toMatch(/NODE_EXTRA_CA_CERTS/);
    expect(stdout).toBe('');
    expect(code).toBe(3);
  });

  it('is refused before it starts when its credentials are wrong', async () => {
    const { code, stderr } = await loadOverTls({ NODE_EXTRA_CA_CERTS: CERTIFICATE, WORD: 'open' });
    expect(stderr).toContain('node a answered 401');
    expect(code).toBe(3);
  });
});

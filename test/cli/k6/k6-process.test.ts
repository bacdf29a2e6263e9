import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findK6 } from '../../../src/cli/k6/k6-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-k6-binary-'));

function binary(name: string, says: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho '${says}'\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('finding k6', () => {
  it('takes the one MILLRACE_K6 names, and says its version', () => {
    const path = binary('two', 'k6 v2.2.0 (go1.26.8, linux/amd64)');
    expect(findK6({ MILLRACE_K6: path })).toEqual({ path, version: '2.2.0' });
  });

  it.each([
    ['one', 'k6 v1.8.1 (go1.24, linux/amd64)', 'is version 1.8.1, expected 2.x'],
    ['other', 'GNU bash, version 5', 'is no k6: it calls itself "GNU bash, version 5"'],
  ])('refuses %s that calls itself %s', (name, says, message) => {
    expect(() => findK6({ MILLRACE_K6: binary(name, says) })).toThrow(message);
  });

  it('says how to get one where the named one is not there', () => {
    expect(() => findK6({ MILLRACE_K6: join(folder, 'nowhere') })).toThrow(
      /does not start: .*ENOENT[\s\S]*npm run k6:build/,
    );
  });
});

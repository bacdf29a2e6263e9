import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

it('a test file and what it starts have a temporary folder of their own', () => {
  expect(basename(tmpdir())).toMatch(/^millrace-test-/);
  const script = 'process.stdout.write(require("node:os").tmpdir())';
  expect(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout).toBe(tmpdir());
});

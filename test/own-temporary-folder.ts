import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

// Whatever a test file and its child processes leave among temporary files goes with it, also where a test fails.
// A file whose tests are all skipped runs no afterAll, and the next one in the process would nest in its folder.
const usual = process.env['TMPDIR']?.replace(/(?:\/millrace-test-\w+)+$/, '');
const own = mkdtempSync(join(usual ?? tmpdir(), 'millrace-test-'));
process.env['TMPDIR'] = own;

afterAll(() => {
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  // A child that was killed may be writing its last file.
  rmSync(own, { recursive: true, force: true, maxRetries: 3 });
});

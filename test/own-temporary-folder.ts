import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

// Whatever a test file and its child processes leave among temporary files goes with it, also where a test fails.
const usual = process.env['TMPDIR'];
const own = mkdtempSync(join(tmpdir(), 'millrace-test-'));
process.env['TMPDIR'] = own;

afterAll(() => {
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  // A child that was killed may be writing its last file.
  rmSync(own, { recursive: true, force: true, maxRetries: 3 });
});

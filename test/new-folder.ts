import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of a test's own; all of them go when the tests have ended. */
export function newFolder(name = 'millrace'): string {
  return mkdtempSync(join(tmpdir(), `${name}-`));
}

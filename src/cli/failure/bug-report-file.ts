import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a bug report where temporary files go; `undefined` when even that is impossible. */
export function saveBugReport(report: string): string | undefined {
  try {
    const path = join(mkdtempSync(join(tmpdir(), 'millrace-')), 'bug-report.txt');
    writeFileSync(path, report);
    return path;
  } catch {
    return undefined;
  }
}

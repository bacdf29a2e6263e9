import { join } from 'node:path';
import { claimFolder } from '../files/output-file.ts';
import { momentInName } from '../run-folder/run-folder.ts';

/** The files of a check's folder. */
export const CHECK_FILES = {
  /** What the list of runs shows of it. */
  entry: 'check-entry.json',
  data: 'check.json',
  page: 'check.html',
  junit: 'junit.xml',
} as const;

/** Creates a place of its own for a check, beside the runs of what it checked. */
export function claimCheckFolder(out: string, subject: string, startedAt: string): string {
  return claimFolder(join(out, encodeURIComponent(subject), `check-${momentInName(startedAt)}`));
}

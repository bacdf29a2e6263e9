import { existsSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { outputting } from '../files/output-file.ts';

// No run is named so: neither seeds nor moments hold a `~`.
const DRAFT = /^(?<run>[^~]+)~draft-(?<host>.+)-(?<pid>\d+)$/;

/** Where this process writes a run that is to take the place of the one in `kept`. */
export function draftFolder(kept: string): string {
  return `${kept}~draft-${host()}-${process.pid}`;
}

/** True for the name of a folder in which some process writes a run, or was killed while it did. */
export function isDraft(name: string): boolean {
  return DRAFT.test(name);
}

/** Removes what processes that were killed have left of the run in `kept`; those that run keep theirs. */
export function removeStaleDrafts(kept: string): void {
  const parent = dirname(kept);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const found = DRAFT.exec(name)?.groups;
    // Of a process elsewhere that shares this disk nothing is known.
    if (found?.['run'] !== basename(kept) || found['host'] !== host()) continue;
    const folder = join(parent, name);
    if (!isRunning(Number(found['pid'])))
      outputting(folder, () => rmSync(folder, { recursive: true, force: true }));
  }
}

function host(): string {
  return encodeURIComponent(hostname());
}

// Signal 0 asks and does nothing; a process of another user may not be asked, but is there.
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

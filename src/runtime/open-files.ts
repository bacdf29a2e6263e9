import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

// As many as may be opened beside each other since the last one was taken.
const LAST_FILES = 8;

/** Throws EMFILE where this process may have hardly any more files and connections open. */
export function throwWhereFilesRunOut(): void {
  const held: number[] = [];
  try {
    for (let index = 0; index < LAST_FILES; index += 1) held.push(openSync(devNull, 'r'));
  } finally {
    for (const file of held) closeSync(file);
  }
}

import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { InputError, isOutOfFiles } from '../../errors.ts';

/** The content of a file: a text, or pieces made one after the other because together they would be too large. */
type Content = string | Iterable<Uint8Array>;

/** Writes a file whole or not at all: a reader never sees half of it. Creates its folder. */
export function writeWholeFile(path: string, content: Content): void {
  makeFolder(dirname(path));
  outputting(path, () => {
    const status = statSync(path, { throwIfNoEntry: false });
    // A device or a pipe is written to, never replaced.
    if (status && !status.isFile()) writeContent(path, content);
    else replaceFile(status ? realpathSync(path) : path, content);
  });
}

function replaceFile(path: string, content: Content): void {
  // Two runs that end together write one index: each has a draft of its own.
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeContent(draft, content);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeContent(path: string, content: Content): void {
  if (typeof content === 'string') {
    writeFileSync(path, content);
    return;
  }
  const file = openSync(path, 'w');
  try {
    for (const piece of content) for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
  } finally {
    closeSync(file);
  }
}

/** Creates a folder with its parents; an existing one is fine. */
export function makeFolder(path: string): void {
  outputting(path, () => makeMissingFolder(path));
}

// Whatever begins in one second: a few by chance, never this many.
const MOST_OF_ONE_NAME = 100;

/** Creates a folder that was not there: `path`, or `path-2` and so on where something stands already. */
export function claimFolder(path: string): string {
  makeFolder(dirname(path));
  let folder = path;
  // Creating is what decides between two at once.
  for (let count = 2; !createFolder(folder) && count <= MOST_OF_ONE_NAME; count += 1)
    folder = `${path}-${count}`;
  return folder;
}

function createFolder(path: string): boolean {
  return outputting(path, () => {
    try {
      mkdirSync(path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  });
}

/** Refuses a folder that could not be written to, and creates nothing: others may be creating it just now. */
export function requireWritableFolder(path: string): void {
  outputting(path, () => {
    let standing = path;
    while (!existsSync(standing) && dirname(standing) !== standing) standing = dirname(standing);
    if (!statSync(standing).isDirectory())
      throw Object.assign(new Error('no folder'), { code: standing === path ? 'EEXIST' : 'ENOTDIR' });
    accessSync(standing, constants.W_OK | constants.X_OK);
  });
}

// At the top of every page of ours, of all versions; pages of others may speak of Millrace, too.
const OUR_PAGE = '<p class="brand">Millrace</p>';

/** Refuses the path of a page where something stands that Millrace did not write. */
export function refuseForeignPage(path: string): void {
  if (!existsSync(path)) return;
  if (statSync(path).isFile() && outputting(path, () => readFileSync(path, 'utf8')).includes(OUR_PAGE))
    return;
  throw new InputError({
    place: { file: path },
    message: 'is no page of Millrace, and a page of that name would take its place',
    hint: 'Move it, or choose another folder.',
  });
}

// Not `recursive`: Node 20 never returns from that where the system refuses with ENOENT, as in /proc.
function makeMissingFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(path))) makeMissingFolder(dirname(path));
  mkdirSync(path);
}

/** Runs something that writes to `path`; what the file system refuses becomes a message for people. */
export function outputting<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined || isOutOfFiles(error)) throw error;
    const [problem, hint] = REFUSALS[code] ?? [(error as Error).message, 'Choose another place.'];
    throw new InputError({ place: { file: path }, message: `cannot be written: ${problem}`, hint });
  }
}

const REFUSALS: Readonly<Record<string, readonly [problem: string, hint: string]>> = {
  ENOSPC: ['the disk is full', 'Free some space, or choose another disk.'],
  EFBIG: ['the file may not grow further', 'Raise the limit (ulimit -f), or choose another place.'],
  EDQUOT: ['the disk quota is used up', 'Free some space, or choose another disk.'],
  EROFS: ['the file system is read-only', 'Choose a writable place.'],
  EACCES: ['permission denied', 'Choose a place you may write to.'],
  EPERM: ['not permitted', 'Choose a place you may write to.'],
  ENOTDIR: ['part of the path is a file, not a folder', 'Choose another folder.'],
  EEXIST: ['a file stands where a folder is needed', 'Choose another folder.'],
  EISDIR: ['a folder stands there', 'Give the path of a file.'],
  ENOENT: ['its folder cannot be created', 'Choose another place.'],
  ENAMETOOLONG: ['the name is too long', 'Choose a shorter path.'],
};

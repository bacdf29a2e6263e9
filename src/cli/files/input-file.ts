import { isUtf8 } from 'node:buffer';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InputError, isOutOfFiles } from '../../errors.ts';

/** Reads a text file a person named; what is wrong with it becomes a message for people. */
export function readInputFile(path: string, expected: string): string {
  return textIn(
    inputting(path, expected, () => readWhole(path)),
    { file: path, expected },
  );
}

/** Reads the text files that a file names relative to itself. What the system refuses is thrown as it is. */
export function fileBeside(file: string): (named: string) => string {
  return (named) => textIn(readWhole(resolve(dirname(file), named)), { file: named, expected: 'text' });
}

// A text can hardly be longer.
const MOST_BYTES = 512_000_000;

/** The bytes of a regular file. Throws InputError for more than 512 MB. */
export function readWhole(path: string): Buffer {
  const file = openRegular(path);
  try {
    const { size } = fstatSync(file);
    if (size <= MOST_BYTES) return readFileSync(file);
    throw new InputError({
      place: { file: path },
      message: `is too large: found ${size} bytes, expected at most ${MOST_BYTES}`,
    });
  } finally {
    closeSync(file);
  }
}

/** Opens a regular file for reading: a pipe without a writer is never opened, a device never ends. Throws InputError. */
export function openRegular(path: string): number {
  const status = statSync(path);
  if (!status.isFile() && !status.isDirectory())
    throw new InputError({ place: { file: path }, message: 'is a pipe or a device; expected a file' });
  return openSync(path, 'r');
}

/** The text that bytes hold; the place of the first that are no UTF-8, or of a NUL, becomes a message for people. */
export function textIn(
  bytes: Buffer,
  { file, expected }: { readonly file: string; readonly expected: string },
): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const isReadable = isUtf8(bytes);
  const at = isReadable ? bytes.indexOf(0) : firstUnreadable(bytes, text);
  if (at === -1) return text.replace(/^\uFEFF/, '');
  const before = bytes.subarray(0, at).toString().split('\n');
  const place = { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
  const problem = isReadable ? 'holds a NUL here, as no text does' : 'is not UTF-8 text from here on';
  throw new InputError({ place, message: `${problem}; expected ${expected}` });
}

// Unreadable bytes became another character, whose bytes are others.
function firstUnreadable(bytes: Buffer, text: string): number {
  const readable = Buffer.from(text);
  let at = bytes.findIndex((byte, index) => byte !== readable[index]);
  if (at === -1) at = bytes.length;
  // Such a character may begin with the same bytes.
  while (!isUtf8(bytes.subarray(0, at))) at -= 1;
  return at;
}

/** Runs something that reads `path`; what the file system refuses becomes a message for people. */
export function inputting<T>(path: string, expected: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined || isOutOfFiles(error)) throw error;
    const problem = REFUSALS[code] ?? `cannot be read (${code})`;
    const message = `${problem}; expected ${expected}`;
    throw new InputError({ place: { file: path }, message, hint: nearby(path) });
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a directory',
  ENOTDIR: 'part of the path is a file, not a directory',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
};

// Shipped scenarios are often called by their bare name.
function nearby(path: string): string | undefined {
  const candidate = [`${path}.yaml`, `scenarios/${path}`, `scenarios/${path}.yaml`].find((name) =>
    existsSync(name),
  );
  return candidate && `Did you mean ${candidate}?`;
}

import { existsSync, readFileSync } from 'node:fs';
import { InputError, isOutOfFiles } from '../../errors.ts';

/** Reads a text file a person named; what is wrong with it becomes a message for people. */
export function readInputFile(path: string, expected: string): string {
  const bytes = inputting(path, expected, () => readFileSync(path));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError({ place: { file: path }, message: `is not UTF-8 text; expected ${expected}` });
  }
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

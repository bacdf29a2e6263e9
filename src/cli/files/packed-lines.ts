import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { InputError } from '../../errors.ts';
import { inputting } from './input-file.ts';

/** The lines of a compressed file, each a text of its own: together they may be longer than a text can be. */
export function* readPackedLines(path: string): Generator<string> {
  const bytes = inputting(path, 'lines that Millrace packed', () => readFileSync(path));
  const text = unpacked(path, bytes);
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf(10, from);
    const to = end === -1 ? text.length : end;
    yield text.toString('utf8', from, to);
    from = to + 1;
  }
}

function unpacked(path: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes);
  } catch (error) {
    const message = `is damaged, or no gzip file: ${(error as Error).message}`;
    throw new InputError({ place: { file: path }, message });
  }
}

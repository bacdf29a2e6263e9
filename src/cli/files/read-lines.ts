import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { inputting } from './input-file.ts';
import { gunzipSync } from 'node:zlib';
import { InputError } from '../../errors.ts';

// Large enough that the system call costs nothing beside parsing, and no burst needs a buffer of its size.
const PIECE_BYTES = 1024 * 1024;

/**
 * Hands over the lines of a file one by one, in memory that does not grow with it. Returns what follows the last line
 * break: empty, or a line that was cut off, in the files that Millrace writes.
 */
export function streamLines(path: string, onLine: (line: string, number: number) => void): string {
  return inputting(path, 'one JSON object per line', () => {
    const file = openSync(path, 'r');
    let number = 0;
    try {
      return readLines(file, Buffer.alloc(0), (line) => onLine(line, (number += 1))).toString('utf8');
    } finally {
      closeSync(file);
    }
  });
}

/** A file that another process writes, read line by line as it grows. */
export class GrowingFile {
  readonly #path: string;
  #file: number | undefined;
  #rest: Buffer = Buffer.alloc(0);

  constructor(path: string) {
    this.#path = path;
  }

  /** The lines that have been completed since it was last asked. */
  newLines(): readonly string[] {
    if (this.#file === undefined && existsSync(this.#path)) this.#file = openSync(this.#path, 'r');
    const lines: string[] = [];
    if (this.#file !== undefined) this.#rest = readLines(this.#file, this.#rest, (line) => lines.push(line));
    return lines;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

// Reads on to the file's end; `rest` is what followed the last line break before, and then what follows it now.
function readLines(file: number, rest: Buffer, onLine: (line: string) => void): Buffer {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let bytes = rest;
  for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) {
    bytes = Buffer.concat([bytes, piece.subarray(0, length)]);
    let from = 0;
    for (let to = bytes.indexOf(10); to !== -1; to = bytes.indexOf(10, from)) {
      onLine(bytes.toString('utf8', from, to));
      from = to + 1;
    }
    bytes = Buffer.from(bytes.subarray(from));
  }
  return bytes;
}

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

import { closeSync, readSync } from 'node:fs';
import { inputting, openRegular, readWhole } from './input-file.ts';
import { gunzipSync } from 'node:zlib';
import { InputError } from '../../errors.ts';

// Large enough that the system call costs nothing beside parsing, and no burst needs a buffer of its size.
const PIECE_BYTES = 1024 * 1024;

const EXPECTED = 'one JSON object per line';

/**
 * Hands over the lines of a file one by one, in memory that does not grow with it. Returns what follows the last line
 * break: empty, or a line that was cut off, in the files that Millrace writes.
 */
export function streamLines(path: string, onLine: (line: string, number: number) => void): string {
  const lines = linesIn(path);
  try {
    for (let number = 1; ; number += 1) {
      const { done, value } = lines.next();
      if (done === true) return value.toString();
      onLine(value.toString(), number);
    }
  } finally {
    // Closes the file where a line is refused.
    lines.return(Buffer.alloc(0));
  }
}

/** The lines of a file as bytes, each good until the next one is read. It returns what follows the last line break. */
export function* linesIn(path: string): Generator<Buffer, Buffer, undefined> {
  const file = inputting(path, EXPECTED, () => openRegular(path));
  try {
    return yield* splitLines((piece) => inputting(path, EXPECTED, () => readSync(file, piece)));
  } finally {
    closeSync(file);
  }
}

// Returns what follows the last line break.
function* splitLines(read: (piece: Buffer) => number): Generator<Buffer, Buffer, undefined> {
  let bytes = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let held = 0;
  for (let length = read(bytes.subarray(held)); length > 0; length = read(bytes.subarray(held))) {
    const end = held + length;
    let from = 0;
    // The bytes that were held have no line break.
    for (let to = bytes.indexOf(10, held); to !== -1 && to < end; to = bytes.indexOf(10, from)) {
      yield bytes.subarray(from, to);
      from = to + 1;
    }
    const left = bytes.subarray(from, end);
    if (left.length > bytes.length - PIECE_BYTES) bytes = Buffer.allocUnsafeSlow(left.length + PIECE_BYTES);
    held = left.copy(bytes);
  }
  return Buffer.from(bytes.subarray(0, held));
}

/** The lines of a compressed file, each a text of its own: together they may be longer than a text can be. */
export function* readPackedLines(path: string): Generator<string> {
  const bytes = inputting(path, 'lines that Millrace packed', () => readWhole(path));
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

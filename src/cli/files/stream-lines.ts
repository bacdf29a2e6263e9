import { closeSync, openSync, readSync } from 'node:fs';
import { inputting } from './input-file.ts';

// Large enough that the system call costs nothing beside parsing.
const PIECE_BYTES = 1024 * 1024;

/**
 * Hands over the lines of a file one by one, in memory that does not grow with it. What follows the last line break
 * is `rest`: a line that was cut off, in the files that Millrace writes.
 */
export function streamLines(
  path: string,
  onLine: (line: string, number: number) => void,
): { readonly cut: boolean; readonly rest: string } {
  return inputting(path, 'one JSON object per line', () => {
    const file = openSync(path, 'r');
    try {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      let rest = Buffer.alloc(0);
      let number = 0;
      for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) {
        const bytes = Buffer.concat([rest, piece.subarray(0, length)]);
        let from = 0;
        for (let to = bytes.indexOf(10); to !== -1; to = bytes.indexOf(10, from)) {
          number += 1;
          onLine(bytes.toString('utf8', from, to), number);
          from = to + 1;
        }
        rest = bytes.subarray(from);
      }
      return { cut: rest.length > 0, rest: rest.toString('utf8') };
    } finally {
      closeSync(file);
    }
  });
}

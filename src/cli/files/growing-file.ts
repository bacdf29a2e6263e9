import { closeSync, existsSync, openSync, readSync } from 'node:fs';

// Read in pieces, so that a burst of records does not need a buffer of its size.
const PIECE_BYTES = 1024 * 1024;

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
    if (this.#file === undefined) return lines;
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (let length = readSync(this.#file, piece); length > 0; length = readSync(this.#file, piece)) {
      const bytes = Buffer.concat([this.#rest, piece.subarray(0, length)]);
      let from = 0;
      for (let to = bytes.indexOf(10); to !== -1; to = bytes.indexOf(10, from)) {
        lines.push(bytes.toString('utf8', from, to));
        from = to + 1;
      }
      this.#rest = Buffer.from(bytes.subarray(from));
    }
    return lines;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

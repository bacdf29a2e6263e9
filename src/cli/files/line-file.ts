import { closeSync, openSync, writeSync } from 'node:fs';
import type { Clock, Timer } from '../../ports/clock.ts';
import { outputting } from './output-file.ts';

/** A file that grows line by line while something runs. */
export interface LineFile {
  /** With its line break; bytes are copied where they are not written at once. */
  write(line: string | Uint8Array): void;
  close(): void;
}

// A crash of the process loses no more than this.
const FLUSH_EVERY_MS = 100;
// Ten thousand lines a second come to about this in 100 ms.
const MOST_HELD_BYTES = 512 * 1024;
// Most runs are small, and what has never happened when code is compiled has it compiled once more.
const FIRST_HELD_BYTES = 8 * 1024;
// A UTF-16 code unit takes at most so many bytes in UTF-8.
const BYTES_PER_CHARACTER = 3;

/**
 * With a clock, holds lines back for at most 100 ms, so that thousands a second cost one system call. Without one each
 * is handed to the system at once: a crash of the process loses at most the one being written.
 */
export function openLineFile(path: string, clock?: Clock): LineFile {
  const file = outputting(path, () => openSync(path, 'w'));
  // Bytes at once, because thousands of held strings would be carried along by every garbage collection.
  let held = Buffer.allocUnsafeSlow(FIRST_HELD_BYTES);
  let length = 0;
  let timer: Timer | undefined;
  let open = true;
  const flush = (): void => {
    timer?.cancel();
    timer = undefined;
    const bytes = held.subarray(0, length);
    length = 0;
    if (bytes.length > 0) append(path, file, bytes);
  };
  // Twice as much is held from now on.
  const flushFull = (): void => {
    flush();
    if (held.length < MOST_HELD_BYTES) held = Buffer.allocUnsafeSlow(2 * held.length);
  };
  return {
    write(line) {
      const isText = typeof line === 'string';
      const most = isText ? BYTES_PER_CHARACTER * line.length : line.length;
      if (length + most > held.length) flushFull();
      if (most > held.length) append(path, file, isText ? Buffer.from(line) : line);
      else if (isText) length += held.write(line, length);
      else {
        held.set(line, length);
        length += line.length;
      }
      if (clock === undefined) flush();
      else timer ??= clock.schedule(FLUSH_EVERY_MS, flush);
    },
    close() {
      if (!open) return;
      open = false;
      try {
        flush();
      } finally {
        closeSync(file);
      }
    },
  };
}

/** Hands all the bytes to the system, which may take them in parts; `path` is named where it refuses. */
export function append(path: string, file: number, bytes: Uint8Array): void {
  outputting(path, () => {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  });
}

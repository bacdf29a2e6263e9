import { closeSync, openSync, writeSync } from 'node:fs';
import type { Clock, Timer } from '../ports.ts';
import { outputting } from './output-file.ts';

/** A file that grows line by line while something runs. */
export interface LineFile {
  /** With its line break. */
  write(line: string): void;
  close(): void;
}

/** Hands each line to the system at once: a crash of the process loses at most the one being written. */
export function openLineFile(path: string): LineFile {
  const file = outputting(path, () => openSync(path, 'w'));
  let open = true;
  return {
    write: (line) => append(path, file, line),
    close() {
      if (open) closeSync(file);
      open = false;
    },
  };
}

// A crash of the process loses no more than this.
const FLUSH_EVERY_MS = 100;
// Ten thousand lines a second come to about this in 100 ms.
const MOST_HELD_CHARACTERS = 256 * 1024;

/** Holds lines back for at most 100 ms, so that thousands a second cost one system call. */
export function openBufferedLineFile(path: string, clock: Clock): LineFile {
  const file = outputting(path, () => openSync(path, 'w'));
  let held = '';
  let timer: Timer | undefined;
  let open = true;
  const flush = (): void => {
    timer?.cancel();
    timer = undefined;
    const text = held;
    held = '';
    if (text !== '') append(path, file, text);
  };
  return {
    write(line) {
      held += line;
      if (held.length >= MOST_HELD_CHARACTERS) flush();
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

function append(path: string, file: number, text: string): void {
  const bytes = Buffer.from(text);
  outputting(path, () => {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  });
}

import type { LineFile } from '../files/line-file.ts';

// What a crash may lose, as of any other record.
const BUCKET_MS = 100;

/** Writes intended starts that found no room: a line for each tenth of a second that had some. */
export function droppedLines(open: () => LineFile): { add(atMs: number): void; close(): void } {
  let file: LineFile | undefined;
  let bucket = 0;
  let count = 0;
  const flush = (): void => {
    if (count > 0) file?.write(`{"atMs":${bucket * BUCKET_MS},"count":${count}}\n`);
    count = 0;
  };
  return {
    add(atMs) {
      file ??= open();
      const now = Math.floor(atMs / BUCKET_MS);
      if (now !== bucket) flush();
      bucket = now;
      count += 1;
    },
    close() {
      flush();
      file?.close();
    },
  };
}

import type { LineFile } from './line-file.ts';

/** Writes intended starts that found no room: a line for each second that had some. */
export function droppedLines(open: () => LineFile): { add(atMs: number): void; close(): void } {
  let file: LineFile | undefined;
  let second = 0;
  let count = 0;
  const flush = (): void => {
    if (count > 0) file?.write(`{"atMs":${second * 1000},"count":${count}}\n`);
    count = 0;
  };
  return {
    add(atMs) {
      file ??= open();
      const now = Math.floor(atMs / 1000);
      if (now !== second) flush();
      second = now;
      count += 1;
    },
    close() {
      flush();
      file?.close();
    },
  };
}

import { expect, it } from 'vitest';
import { droppedLines } from '../../../src/cli/run-folder/run-writer.ts';

it('starts that found no room are on their way to the disk a tenth of a second later', () => {
  const written: string[] = [];
  const dropped = droppedLines(() => ({ write: (line) => void written.push(String(line)), close: () => {} }));
  for (const atMs of [1_010, 1_090, 1_100, 1_450]) dropped.add(atMs);
  expect(written).toEqual(['{"atMs":1000,"count":2}\n', '{"atMs":1100,"count":1}\n']);
  dropped.close();
  expect(written.at(-1)).toBe('{"atMs":1400,"count":1}\n');
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { withSourcePlaces } from '../../../src/cli/failure/failure.ts';
import { newFolder } from '../../new-folder.ts';

it('names the places in the sources that a bundled file was made of, and leaves every other as it is', () => {
  const folder = newFolder('places');
  const bundled = pathToFileURL(join(folder, 'part.js')).href;
  // The first column of the first line comes from the third line of the source.
  const map = { version: 3, sources: ['../../../src/jobs/simulate.ts'], names: [], mappings: 'AAEA' };
  writeFileSync(join(folder, 'part.js.map'), JSON.stringify(map));
  writeFileSync(join(folder, 'torn.js.map'), '{');
  const stack = (place: string, other: string): string =>
    `Error: no\n    at simulate (${place})\n    at ${other}\n    at node:internal/x:1:2`;
  const torn = `${pathToFileURL(join(folder, 'torn.js')).href}:1:1`;
  expect(withSourcePlaces(stack(`${bundled}:1:1`, torn))).toBe(stack('src/jobs/simulate.ts:3:1', torn));
});

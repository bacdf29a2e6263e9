import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const FLAGS = fileURLToPath(new URL('../../src/runtime/v8-flags.ts', import.meta.url));
// The function alone, because this Node may not strip types.
const WITHOUT_TYPES = `
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
for (const [, flag] of readFileSync(process.argv[1], 'utf8').matchAll(/setFlagsFromString\\([\\x27\\x60](--[a-z-]+=?)/g))
  setFlagsFromString(flag.endsWith('=') ? flag + '50' : flag);
`;

it('sets no flag that this Node complains about', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', WITHOUT_TYPES, FLAGS],
    { encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

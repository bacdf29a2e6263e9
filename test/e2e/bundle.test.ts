import { readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const CLI = fileURLToPath(new URL('../../dist/cli', import.meta.url));

it('a simulation loads no package from where npm put it', () => {
  const main = readFileSync(join(CLI, 'main.js'), 'utf8');
  const simulate = /simulate: .*import\("(.+?)"\)/.exec(main)?.[1] as string;
  const named = [...reached(join(CLI, 'main.js')), ...reached(join(CLI, simulate))];
  expect(new Set(named.filter((name) => !isBuiltin(name)))).toEqual(new Set());
});

it('the licence of each package in the bundle stands beside it', () => {
  const licences = readFileSync(join(CLI, '..', 'LICENSES.txt'), 'utf8').split(/^-{80}$/m);
  for (const name of ['commander', 'fastify', 'graphology', 'seedrandom', 'yaml', 'zod'])
    expect(licences.find((licence) => licence.trim().startsWith(`${name}\n`))).toContain('Copyright');
});

it('the command line may be run as it is built', () => {
  expect(statSync(join(CLI, 'main.js')).mode & 0o111).toBe(0o111);
});

/** Names of what this file and the files of ours that it imports at once import from elsewhere. */
function reached(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/^import (?:.*? from )?"(.+?)";$/gm);
  return [...imports].flatMap(([, name = '']) =>
    name.startsWith('.') ? reached(join(dirname(file), name), seen) : [name],
  );
}

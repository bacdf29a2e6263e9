import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Another version of Millrace, built in a folder of its own. */
export interface BuiltAside {
  readonly name: string;
  readonly cli: string;
}

/** Builds `base`, or else the last tag; undefined: neither is there. */
export function builtAside(folder: string, base: string | undefined): BuiltAside | undefined {
  const name = base ?? told('git describe --tags --abbrev=0');
  if (name === undefined) return undefined;
  const at = join(folder, 'base');
  mkdirSync(at);
  const packages = join(ROOT, 'node_modules');
  symlinkSync(packages, join(at, 'node_modules'));
  const build = `set -o pipefail; git archive '${name}' | tar -x -C '${at}' && cd '${at}' && npm run --silent build`;
  if (told(build) === undefined)
    throw new Error(`${name} cannot be built aside: is it a commit with these packages?`);
  return { name, cli: join(at, 'dist/cli/main.js') };
}

function told(command: string): string | undefined {
  const { status, stdout } = spawnSync('bash', ['-c', command], { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

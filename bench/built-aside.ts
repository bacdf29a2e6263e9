import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
// Not below node_modules: the compiler names types by the packages that they stand in.
const BUILDS = join(ROOT, 'reports/builds');

/** Another version of Millrace, built in a folder of its own. */
export interface BuiltAside {
  readonly name: string;
  readonly cli: string;
}

/**
 * Builds `base`, or else the last tag, with the packages of its own lock file; a build is kept for the next time.
 * Undefined: there is no tag. Throws where the commit is not in this clone or cannot be built.
 */
export function builtAside(base: string | undefined): BuiltAside | undefined {
  const name = base ?? output('git describe --tags --abbrev=0');
  if (name === undefined) return undefined;
  const commit = output(`git rev-parse --verify --quiet '${name}^{commit}'`);
  if (commit === undefined)
    throw new Error(`commit ${name} is not in this clone: fetch the whole history (git fetch --unshallow)`);
  const built = join(BUILDS, commit);
  const cli = join(built, 'dist/cli/main.js');
  if (existsSync(cli)) return { name, cli };
  const draft = `${built}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const steps = [
    `git archive '${commit}' | tar -x -C '${draft}'`,
    `cd '${draft}'`,
    'npm ci --no-audit --no-fund --silent',
    'npm run --silent build',
  ];
  if (output(`set -o pipefail; ${steps.join(' && ')}`) === undefined)
    throw new Error(`${name} cannot be built in ${draft}`);
  renameSync(draft, built);
  return { name, cli };
}

function output(command: string): string | undefined {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const { status, stdout } = spawnSync('bash', ['-c', command], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: [...stdio],
  });
  return status === 0 ? stdout.trim() : undefined;
}

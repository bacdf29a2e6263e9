import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../errors.ts';

// Beside src and dist alike; `npm run k6:build` puts it there.
const BUILT = fileURLToPath(new URL('../../../tools/k6/bin/k6', import.meta.url));
const HINT = 'Build it with `npm run k6:build`, install k6 2.x, or say where it is in MILLRACE_K6.';

// Scripts in TypeScript, promises and the paused start are as they are here since 2.0.
const MAJOR_VERSION = 2;

/** A k6 that can run our script. */
export interface K6Binary {
  readonly path: string;
  /** As `2.2.0`. */
  readonly version: string;
}

/** Finds k6: what MILLRACE_K6 names, what `npm run k6:build` made, or what is on the PATH. Throws InputError. */
export function findK6(env: Readonly<Record<string, string | undefined>>): K6Binary {
  const named = env['MILLRACE_K6'];
  const path = named ?? candidates(env).find((file) => existsSync(file));
  if (path === undefined) throw new InputError({ message: 'there is no k6 on this machine', hint: HINT });
  const { error, stdout } = spawnSync(path, ['version'], { encoding: 'utf8' });
  if (error) throw new InputError({ message: `k6 at ${path} does not start: ${error.message}`, hint: HINT });
  const version = /k6(?:\.exe)? v(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1];
  if (version === undefined)
    throw new InputError({ message: `${path} is no k6: it calls itself ${firstLine(stdout)}`, hint: HINT });
  if (Number.parseInt(version, 10) === MAJOR_VERSION) return { path, version };
  throw new InputError({
    message: `k6 at ${path} is version ${version}, expected ${MAJOR_VERSION}.x`,
    hint: HINT,
  });
}

function candidates(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [BUILT, ...folders.map((folder) => join(folder, 'k6'))];
}

function firstLine(text: string): string {
  return JSON.stringify(text.split('\n')[0]?.slice(0, 80) ?? '');
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BUILT = fileURLToPath(new URL('../../../tools/k6/bin/k6', import.meta.url));

/** The k6 that MILLRACE_K6 names, that `npm run k6:build` made, or that is on the PATH. */
export const K6 = process.env['MILLRACE_K6'] ?? (existsSync(BUILT) ? BUILT : 'k6');

const { stdout } = spawnSync(K6, ['version'], { encoding: 'utf8' });

/** Why k6 is not there, to be read behind the name of a test that is skipped; empty where it is. */
export const NO_K6 = /^k6(?:\.exe)? v2\./.test(stdout ?? '')
  ? ''
  : ' (skipped: no k6 2.x here; npm run k6:build)';

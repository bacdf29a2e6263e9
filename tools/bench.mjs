// `npm run bench -- NAME`: vitest knows its own options only, so that ours travel in the environment.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OWN = ['peer', 'base', 'rounds', 'only', 'replications'];
const root = fileURLToPath(new URL('..', import.meta.url));
const env = { ...process.env };
const rest = [];
const words = process.argv.slice(2);
for (let at = 0; at < words.length; at += 1) {
  const [, name, value] = /^--(\w+)(?:=(.*))?$/s.exec(words[at]) ?? [];
  if (!OWN.includes(name)) {
    rest.push(words[at]);
    continue;
  }
  const key = `MILLRACE_BENCH_${name.toUpperCase()}`;
  env[key] = JSON.stringify([...JSON.parse(env[key] ?? '[]'), value ?? words[(at += 1)]]);
}
// vitest counts a benchmark that throws as done, in a process whose exit code is lost: one that fails leaves this file.
const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
env.MILLRACE_BENCH_FAILED = join(folder, 'failed');
const vitest = `${root}node_modules/vitest/vitest.mjs`;
const { status } = spawnSync(process.execPath, [vitest, 'bench', '--run', ...rest], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exitCode = existsSync(env.MILLRACE_BENCH_FAILED) ? 1 : (status ?? 1);
rmSync(folder, { recursive: true });

// Part of `npm pack`: the types of what can be imported, without the declarations that nothing public names.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const types = join(root, 'dist', 'types');

const { status } = spawnSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(1);

const reached = new Set();
for (const entry of ['index', 'arbitraries']) reach(join(types, `${entry}.d.ts`));
for (const { name, parentPath } of readdirSync(types, { recursive: true, withFileTypes: true })) {
  const file = join(parentPath, name);
  if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
}

function reach(file) {
  if (reached.has(file)) return;
  reached.add(file);
  const names = readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*['"](\..+?)\.[jt]s['"]/g);
  for (const [, name] of names) reach(join(dirname(file), `${name}.d.ts`));
}

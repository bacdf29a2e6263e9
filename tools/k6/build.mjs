// `npm run k6:build`: builds the k6 that go.mod pins into tools/k6/bin, which git ignores. k6 is AGPL: nothing
// of it is kept in the repository or shipped. Two minutes and 900 MB of caches the first time, seconds afterwards.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const binary = process.platform === 'win32' ? 'k6.exe' : 'k6';

if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0) {
  process.stderr.write(
    'k6 is built with Go 1.26 or newer, and there is no go on the PATH: https://go.dev/dl\n',
  );
  process.exit(1);
}
mkdirSync(`${folder}bin`, { recursive: true });
const { status } = spawnSync(
  'go',
  ['build', '-mod=mod', '-trimpath', '-ldflags=-s -w', '-o', `bin/${binary}`, 'go.k6.io/k6/v2'],
  { cwd: folder, stdio: 'inherit' },
);
if (status !== 0) process.exit(1);
spawnSync(`${folder}bin/${binary}`, ['version'], { stdio: 'inherit' });

// Last step of `npm run build`: the command line in a few files instead of 300. Finding and opening each of them takes
// more than what it then does, for most commands. Packages stay outside, so that theirs can be updated.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}dist/cli`;

// Those of the build before have other names.
rmSync(`${out}/bundle`, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  input: {
    main: `${root}src/cli/main.ts`,
    // Threads of a pool begin here; parts lie in one folder, three below the root, as the sources that look for files.
    'bundle/replication-worker': `${root}src/cli/plan/replication-worker.ts`,
  },
  platform: 'node',
  tsconfig: false,
  transform: { target: 'es2023' },
  external: (name) => /^[^./]/.test(name) && !name.startsWith('@oxc-project/runtime/'),
});
await bundle.write({
  dir: out,
  format: 'esm',
  sourcemap: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'bundle/[name].js',
});

// Last step of `npm run build`: the command line in a few files instead of 300 of ours and 200 of the packages that a
// simulation takes. Finding, opening and compiling each of them takes more than what it then does, for most commands.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}dist/cli`;
const packages = `${root}node_modules/`;

// They speak over the network, start threads, bring files of their own, or are hardly ever loaded: those stay where npm
// installs them.
const OUTSIDE = [
  'bullmq',
  'cephes',
  'fast-check',
  'fastify',
  'hyparquet-writer',
  'ioredis',
  'piscina',
  'undici',
];

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
  // What the package gives to bundlers: modules, of which what is not used is left out.
  resolve: { alias: { yaml: `${packages}yaml/browser/index.js` } },
  external: (name) => name.startsWith('node:') || OUTSIDE.includes(name),
});
const { output } = await bundle.write({
  dir: out,
  format: 'esm',
  sourcemap: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'bundle/[name].js',
});
writeFileSync(`${out}/bundle/LICENSES.txt`, licences(bundled(output)));

/** Names of the packages that stand in these files. */
function bundled(files) {
  const modules = files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const inside = modules.filter((id) => id.startsWith(packages)).map((id) => id.slice(packages.length));
  return [...new Set(inside.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0]))].sort((one, other) =>
    one < other ? -1 : 1,
  );
}

// Their authors ask for no more than that it is handed on.
function licences(names) {
  return names.map((name) => `${name}\n\n${licenceOf(name)}\n\n${'-'.repeat(80)}\n\n`).join('');
}

function licenceOf(name) {
  const file = ['LICENSE', 'LICENSE.txt', 'LICENSE.md'].find((each) =>
    existsSync(`${packages}${name}/${each}`),
  );
  if (file !== undefined) return readFileSync(`${packages}${name}/${file}`, 'utf8').trim();
  const part = /^LICENSE.*/ms.exec(readFileSync(`${packages}${name}/README.md`, 'utf8'));
  if (part === null) throw new Error(`${name} is bundled, and no licence of it was found`);
  return part[0].trim();
}

// `npm run build`: the library and the command line in some hundred files that share their parts, instead of a thousand of
// ours and of the packages that they take. Finding, opening and compiling each takes more than what most commands then do.
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { pageParts } from './page-parts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}dist`;
const packages = `${root}node_modules/`;

// These start threads, bring files of their own, are the user's too or hardly ever loaded: npm installs them.
const OUTSIDE = ['bullmq', 'cephes', 'fast-check', 'ioredis', 'piscina', 'undici'];

const SERVER = 'fastify';

rmSync(out, { recursive: true, force: true });
const page = pageParts();
const bundle = await rolldown({
  cwd: root,
  input: {
    index: `${root}src/index.ts`,
    arbitraries: `${root}src/arbitraries.ts`,
    'cli/main': `${root}src/cli/main.ts`,
    // Threads of a pool begin here. Parts lie three folders below the root, as the sources that look for files do.
    'cli/bundle/replication-worker': `${root}src/cli/plan/replication-worker.ts`,
    'cli/bundle/worker-pool': `${root}src/cli/plan/worker-pool.ts`,
  },
  platform: 'node',
  tsconfig: false,
  transform: { target: 'es2023' },
  // The modules that both offer to bundlers: unused ones are left out.
  resolve: {
    alias: {
      yaml: `${packages}yaml/browser/index.js`,
      'hash-wasm': `${packages}hash-wasm/dist/index.esm.js`,
    },
  },
  plugins: [page],
  external: (name) => name.startsWith('node:') || OUTSIDE.includes(name),
});
const { output } = await bundle.write({
  dir: out,
  format: 'esm',
  sourcemap: true,
  // Lines and names for reports of bugs; the sources themselves are in the repository.
  sourcemapExcludeSources: true,
  comments: false,
  entryFileNames: '[name].js',
  chunkFileNames: 'cli/bundle/[name].js',
  // Fastify, with all that it takes and nothing of ours: only those who serve read it.
  codeSplitting: {
    groups: [
      { name: SERVER, test: /node_modules\/fastify\// },
      // All that a thread of a pool reads, and nothing else.
      { name: 'simulation', test: /\/src\/jobs\/(?:replicate|plan\/queue\/queue-failure)\.ts/ },
      // Words and arithmetic that most commands share, in place of a file for each set of commands that shares some.
      {
        name: 'base',
        test: /\/src\/(?:errors|statistics)|\/src\/model\/\w+\.ts|\/src\/model\/(?:load|check|plan|run\/lost-outcomes)\b|\/queue\/job-message|\/scenario\/text\/edited-text/,
        minShareCount: 2,
      },
      // Folders of runs and the terminal, which every command but a few uses.
      { name: 'kept', test: /\/src\/cli\/(?:run-folder|keep|files|terminal)\b/, minShareCount: 2 },
    ],
  },
});
for (const { type, code, fileName } of output)
  if (type === 'chunk') writeFileSync(`${out}/${fileName}`, escaped(code));
// npm sets the bit at `npm ci` only; later builds would leave `npx millrace` without permission.
chmodSync(`${out}/cli/main.js`, 0o755);
// No report of a bug tells a line of fastify.
rmSync(`${out}/cli/bundle/${SERVER}.js.map`);
writeFileSync(`${out}/LICENSES.txt`, licences(bundled(output, page.moduleIds)));

// V8 keeps a text in one byte a character only if no character needs two: ASCII takes half the memory.
function escaped(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Names of the packages that stand in these files and in scripts of pages. */
function bundled(files, scripts) {
  const modules = [...files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])), ...scripts];
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
  const texts = [
    'LICENSE',
    'LICENSE.txt',
    'LICENSE.md',
    'license',
    'LICENCE',
    'LICENSE-MIT',
    'README.md',
    'Readme.md',
  ]
    .map((file) => `${packages}${name}/${file}`)
    .filter((path) => existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  for (const { path, text } of texts) {
    const part = /readme\.md$/i.test(path) ? /^#* *LICENSE.*/ims.exec(text)?.[0] : text;
    if (part !== undefined) return part.trim();
  }
  const { license, author } = JSON.parse(readFileSync(`${packages}${name}/package.json`, 'utf8'));
  if (license === undefined) throw new Error(`${name} is bundled, and no licence of it was found`);
  return `${license}, as its package says. Copyright ${author?.name ?? author ?? 'its authors'}`;
}

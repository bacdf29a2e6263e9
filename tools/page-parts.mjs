// The browser side of pages, as modules whose only export is a text: `page:start.ts` is that script of src/web with all
// that it imports, `page:page.css` its styles. Builds and tests make them alike, so that no generated file is kept.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const PREFIX = 'page:';
const MARK = '\0';
const WEB = fileURLToPath(new URL('../src/web/', import.meta.url));

/** A plugin of rolldown and vite. */
export function pageParts() {
  const made = new Map();
  const moduleIds = new Set();
  return {
    /** Every file that stands in a script. */
    moduleIds,
    name: 'page-parts',
    // Without its ending: what ends as a style is taken for one.
    resolveId: (id) => (id.startsWith(PREFIX) ? MARK + id.replaceAll('.', ':') : undefined),
    async load(id) {
      if (!id.startsWith(MARK + PREFIX)) return undefined;
      const file = id.slice(MARK.length + PREFIX.length).replaceAll(':', '.');
      if (!made.has(file)) made.set(file, file.endsWith('.css') ? styleOf(file) : scriptOf(file, moduleIds));
      return { code: `export default ${JSON.stringify(await made.get(file))};`, moduleType: 'js' };
    },
  };
}

function styleOf(file) {
  return readFileSync(WEB + file, 'utf8')
    .replace(/@import ["'](.+?)["'];/g, (_, other) => readFileSync(WEB + other, 'utf8'))
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .trim();
}

async function scriptOf(file, moduleIds) {
  const bundle = await rolldown({
    input: WEB + file,
    platform: 'browser',
    tsconfig: false,
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false });
  for (const id of output[0].moduleIds) moduleIds.add(id);
  // No text within it may end the element that it stands in, or begin a comment.
  return output[0].code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = [...pagesIn(''), ...pagesIn('docs')];
// Reached from an index of their own.
const INDEXED = ['docs/protocol', 'docs/decisions', 'test/recordings'].flatMap(pagesIn);
const FOLDERS = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `src/${name}/README.md`);

const { files: PACKED } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly files: readonly string[];
};

describe('every page of the documentation', () => {
  it.each([...PAGES, ...INDEXED, ...FOLDERS])('%s links only to files that exist', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    expect(brokenLinks({ page, text })).toEqual([]);
  });

  it('would be caught with a broken link', () => {
    const text =
      '[a](nowhere.md#part), <img src="gone.png">, [b](https://example.org), [c](#licence), [d](#here)';
    expect(brokenLinks({ page: 'README.md', text })).toEqual(['nowhere.md#part', 'gone.png', '#here']);
  });

  it.each([...PAGES, ...INDEXED].filter(isPacked))('%s links only to what is packed with it', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const targets = linksIn(text).map((target) => join(dirname(page), target));
    expect(targets.filter((target) => !isPacked(target))).toEqual([]);
  });

  it('is reached from the README', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const indexes = INDEXED.filter((page) => page.endsWith('/README.md'));
    const linked = [...PAGES, ...indexes].filter((page) => page !== 'README.md');
    expect(linked.filter((page) => !readme.includes(`](${page})`))).toEqual([]);
  });

  it.each(FOLDERS)('%s names three files to read first, on one screen', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    expect(targetsIn(text)).toHaveLength(3);
    expect(text.split(/\s+/).length).toBeLessThan(180);
    expect(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')).toContain(`| \`${page.split('/')[1]}/\` |`);
  });

  it('about the protocol is reached from its index', () => {
    const index = readFileSync(join(ROOT, 'docs/protocol/README.md'), 'utf8');
    const pages = pagesIn('docs/protocol').map((page) => basename(page));
    expect(pages.filter((page) => page !== 'README.md' && !index.includes(`](${page})`))).toEqual([]);
  });
});

function brokenLinks({ page, text }: { readonly page: string; readonly text: string }): readonly string[] {
  return targetsIn(text).filter((target) => {
    const [file = '', anchor] = target.split('#');
    const path = join(ROOT, file === '' ? page : join(dirname(page), file));
    if (!existsSync(path)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(path, 'utf8')).includes(anchor);
  });
}

/** Files of the project that a page links to. */
function linksIn(text: string): readonly string[] {
  return targetsIn(text)
    .map((target) => target.replace(/#.*/, ''))
    .filter((file) => file !== '');
}

/** Files and headings of the project that a page links to. */
function targetsIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
    .map(([, markdown, html]) => (markdown ?? html) as string)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** What stands behind the # of links to a page's headings. */
function anchorsOf(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Whether the package holds it: `files` of package.json names files, folders, and files of one ending in a folder. */
function isPacked(path: string): boolean {
  const packed = path.replace(/\/$/, '');
  return PACKED.some((entry) =>
    entry.includes('*')
      ? dirname(packed) === dirname(entry) && packed.endsWith(extname(entry))
      : packed === entry || packed.startsWith(`${entry}/`),
  );
}

function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => relative(ROOT, join(ROOT, folder, name)));
}

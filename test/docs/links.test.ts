import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = [...pagesIn(''), ...pagesIn('docs')];

describe('every page of the documentation', () => {
  it.each(PAGES)('%s links only to files that exist', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    expect(brokenLinks({ page, text })).toEqual([]);
  });

  it('would be caught with a broken link', () => {
    const text = '[a](nowhere.md#part), <img src="gone.png">, [b](https://example.org), [c](#here)';
    expect(brokenLinks({ page: 'README.md', text })).toEqual(['nowhere.md', 'gone.png']);
  });

  it('is reached from the README', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    expect(PAGES.filter((page) => page !== 'README.md' && !readme.includes(`](${page})`))).toEqual([]);
  });
});

function brokenLinks({ page, text }: { readonly page: string; readonly text: string }): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
    .map(([, markdown, html]) => (markdown ?? html) as string)
    .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
    .map((target) => target.replace(/#.*/, ''))
    .filter((target) => !existsSync(join(ROOT, dirname(page), target)));
}

function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => relative(ROOT, join(ROOT, folder, name)));
}

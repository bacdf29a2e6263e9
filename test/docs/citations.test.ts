import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sectionsOfProtocol } from './protocol-sections.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROTOCOL = 'docs/protocol';

interface Source {
  /** From the repository's root. */
  readonly path: string;
  readonly text: string;
}

// The sections of each page by the page's name, as `raiden.md`.
const SECTIONS = sectionsOfProtocol();

interface Citation {
  readonly page: string;
  /** One section, or several joined by `to`, `and` or a comma. */
  readonly cited: readonly string[];
}

const CITING = ['src', 'test', 'bench', 'tools']
  .flatMap(sourcesUnder)
  .filter(({ text }) => citationsIn(text).length > 0);

describe('a citation of the protocol, as raiden.md 1.5,', () => {
  it.each(CITING)('leads to a section: $path', (source) => {
    expect(danglingCitations(source)).toEqual([]);
  });

  it('is found in many places', () => {
    expect(CITING.length).toBeGreaterThan(30);
  });

  const cite = (page: string, rest: string): string => `// Why (${page}.md${rest}).\n`;

  it.each([
    ['an unknown page', cite('nowhere', ' 1.5'), ['nowhere.md 1.5: there is no such page']],
    ['an unknown section', cite('raiden', ' 9.9'), ['raiden.md 9.9: there is no such section']],
    ['the end of a range', cite('raiden', ' 1.2 to 9.8'), ['raiden.md 9.8: there is no such section']],
    ['the second of two', cite('raiden', ' 2.1 and 9.7'), ['raiden.md 9.7: there is no such section']],
    ['one after a comma', cite('raiden', ' 2.1, 9.6'), ['raiden.md 9.6: there is no such section']],
    ['a page without a section', cite('raiden', ''), ['raiden.md: no section is named']],
    ['a section on the next line', cite('raiden', '\n// 1.5'), ['raiden.md: no section is named']],
    ['a section that exists', cite('raiden', ' 1.5, rows 1 to 7'), []],
    ['a page with its folder', cite('docs/protocol/raiden', ' 1.5'), []],
    ['a page that is no protocol page', cite('docs/load-testing', ''), []],
  ])('is judged: %s', (_what, text, expected) => {
    expect(danglingCitations({ path: 'planted.ts', text })).toEqual(
      expected.map((fault) => `planted.ts:1: ${fault}`),
    );
  });
});

describe('a page of the protocol', () => {
  it.each([...SECTIONS])('%s numbers each section once', (_page, sections) => {
    expect(sections.length).toBeGreaterThan(5);
    expect(sections.filter((section, i) => sections.indexOf(section) !== i)).toEqual([]);
  });

  // A bare name is enough in a comment only as long as it can mean one page.
  it.each([...SECTIONS.keys()])('%s shares its name with no other page', (page) => {
    expect(existsSync(join(ROOT, 'docs', page)) || existsSync(join(ROOT, page))).toBe(false);
  });
});

function danglingCitations({ path, text }: Source): readonly string[] {
  return text.split('\n').flatMap((line, i) =>
    citationsIn(line)
      .flatMap(faultsOf)
      .map((fault) => `${path}:${i + 1}: ${fault}`),
  );
}

function faultsOf({ page, cited }: Citation): readonly string[] {
  const sections = SECTIONS.get(page);
  if (sections === undefined) return cited.map((number) => `${page} ${number}: there is no such page`);
  if (cited.length === 0) return [`${page}: no section is named`];
  return cited
    .filter((number) => !sections.includes(number))
    .map((number) => `${page} ${number}: there is no such section`);
}

// What names a page of the protocol, or any page with a number behind it.
function citationsIn(text: string): readonly Citation[] {
  return [...text.matchAll(/([\w./-]+\.md)((?:(?: | to | and |, )\d+(?:\.\d+)*)*)/g)]
    .map(([, named = '', numbers = '']) => ({
      page: named.replace(`${PROTOCOL}/`, ''),
      cited: numbers.match(/\d+(?:\.\d+)*/g) ?? [],
    }))
    .filter(({ page, cited }) => SECTIONS.has(page) || cited.length > 0);
}

function sourcesUnder(folder: string): readonly Source[] {
  return (
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|js|mjs)$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name).replaceAll('\\', '/'))
      // Its planted citations dangle on purpose.
      .filter((path) => path !== 'test/docs/citations.test.ts')
      .sort()
      .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
  );
}

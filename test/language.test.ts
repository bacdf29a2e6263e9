import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;
const MOST_WORDS = 25;
// Adjacent lines of comment.
const COMMENT = /(?:^[ \t]*(?:\/\/|\/?\*).*\n)+/gm;

/** A text that a user reads, with its place. */
interface Text {
  readonly place: string;
  readonly text: string;
}

interface Habit {
  readonly pattern: RegExp;
  /** A reader of the message needs no other list. */
  readonly instead: string;
  readonly planted: string;
  /** How many comments of src have it at most: a number that may only fall. */
  readonly most: number;
}

// Words that new users had to read twice, and synonyms of terms in GLOSSARY.md.
const HABITS: readonly Habit[] = [
  { pattern: /\btold\b/, instead: 'reported, measured', planted: 'is told from 5 runs', most: 84 },
  { pattern: /\bis said\b/, instead: 'is reported', planted: 'The cause is said first.', most: 2 },
  { pattern: /\basked of\b/, instead: 'checked, sent to', planted: 'cases were asked of it', most: 12 },
  { pattern: /\bheld for\b/, instead: 'treated as', planted: 'It is held for a prediction.', most: 0 },
  { pattern: /\bthat which\b/, instead: 'a noun', planted: 'It runs that which is rare.', most: 0 },
  { pattern: /\bso many\b/, instead: 'the number', planted: 'Stops after so many cases.', most: 57 },
  { pattern: /\bneither none\b/, instead: 'a positive sentence', planted: 'neither none nor one', most: 0 },
  { pattern: /\b(whoever|in vain|for want of)\b/, instead: 'plain words', planted: 'in vain', most: 32 },
  { pattern: /\bsurely\b/, instead: 'significantly', planted: 'This end surely drains.', most: 11 },
  { pattern: /\bmore than chance\b/, instead: 'significant', planted: 'more than chance', most: 0 },
  { pattern: /\botherwise than\b/, instead: 'mismatch', planted: 'otherwise than the model', most: 12 },
  { pattern: /\b(do|does|did) otherwise\b/, instead: 'mismatch', planted: 'It did otherwise.', most: 0 },
  { pattern: /\bma(ke|kes|de|king) up\b/, instead: 'generate', planted: 'It makes up calls.', most: 11 },
  { pattern: /\br[au]n(s|ning)? dry\b/i, instead: 'depleted', planted: 'The end ran dry.', most: 0 },
];

// Words of comments whose sentences have no subject.
const RIDDLES: readonly Habit[] = [
  { pattern: /\bthose that\b/, instead: 'a noun', planted: 'those that failed', most: 57 },
  { pattern: /\bwhat (it|is|was|nodes|they|one)\b/, instead: 'a noun', planted: 'what it is', most: 459 },
  { pattern: /^(Of|As|By|From|Where) /, instead: 'a subject', planted: 'Of each that gains.', most: 310 },
];
// A number follows the comments down.
const MOST_UNUSED = 20;

describe('what users read', () => {
  const texts = [...sourceTexts(), ...documentTexts()];

  it('is found in sources and documents', () => {
    for (const place of ['src/cli/', 'src/verdict/', 'docs/', 'README'])
      expect(texts.some((text) => text.place.startsWith(place))).toBe(true);
    expect(texts.length).toBeGreaterThan(3_000);
  });

  it.each(HABITS)('has no $pattern: write $instead', ({ pattern, planted }) => {
    expect(planted).toMatch(pattern);
    expect(texts.filter(({ text }) => pattern.test(text))).toEqual([]);
  });

  it(`has no sentence of more than ${MOST_WORDS} words`, () => {
    const planted = { place: 'planted', text: `It ${'really '.repeat(MOST_WORDS)}ends.` };
    expect(longSentences([...texts, planted])).toEqual([`planted: ${planted.text}`]);
  });
});

describe('comments', () => {
  const comments = filesUnder('src', '.ts').flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(COMMENT)].map(([text]) =>
      text.replaceAll(/[\s/*]+/g, ' ').trim(),
    ),
  );

  it.each([...HABITS, ...RIDDLES])('have $pattern at most $most times: write $instead', (habit) => {
    const count = (texts: readonly string[]) => texts.filter((text) => habit.pattern.test(text)).length;
    expect(count(comments)).toBeLessThanOrEqual(habit.most);
    expect(count(comments)).toBeGreaterThanOrEqual(habit.most - MOST_UNUSED);
    const planted = Array<string>(MOST_UNUSED + 1).fill(habit.planted);
    expect(count([...comments, ...planted])).toBeGreaterThan(habit.most);
  });
});

function longSentences(texts: readonly Text[]): readonly string[] {
  return texts.flatMap(({ place, text }) =>
    text
      .split(/(?<=[.!?;:])\s+|\n+/)
      .filter((sentence) => (sentence.match(/[\p{L}\d][\p{L}\d'’.,%-]*/gu) ?? []).length > MOST_WORDS)
      .map((sentence) => `${place}: ${sentence}`),
  );
}

// Strings of at least two words; a value that is filled in reads as `…`, and markup is no text.
function sourceTexts(): readonly Text[] {
  return filesUnder('src', '.ts').flatMap((path) => {
    const source = readFileSync(join(ROOT, path), 'utf8');
    return literals(parseAst(source, { lang: 'ts' }))
      .map((text) => text.replaceAll(/<[^>]*>/g, ' '))
      .filter((text) => /[A-Za-z]{2,}[,;:]? +[a-z]{2,}/.test(text))
      .map((text) => ({ place: path, text }));
  });
}

function literals(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(literals);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, quasis } = node as {
    readonly type?: string;
    readonly value?: unknown;
    readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
  };
  if (type === 'ImportDeclaration' || type === 'TSLiteralType') return [];
  const inside = Object.values(node).flatMap(literals);
  if (type === 'Literal' && typeof value === 'string') return [value];
  return quasis === undefined ? inside : [quasis.map((quasi) => quasi.value.raw).join('…'), ...inside];
}

// Paragraphs and list items without code, tables and addresses. docs/decisions is for those who change the code, and
// docs/protocol quotes its sources.
function documentTexts(): readonly Text[] {
  const documents = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', 'CHANGELOG.md', ...documents.map((name) => `docs/${name}`)].flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .replaceAll(/```.*?```|<!--.*?-->|<[^>]*>/gs, '')
      .replaceAll(/^\|.*$/gm, '')
      .replaceAll(/`[^`\n]*`/g, '…')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .split(/\n\s*\n|\n(?=\s*[-*#\d])/)
      .map((text) => ({ place: path, text: text.replaceAll('\n', ' ') })),
  );
}

function filesUnder(folder: string, ending: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

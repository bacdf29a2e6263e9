import { describe, expect, it } from 'vitest';
import { PAGES } from './walk-through.ts';

// People scan: what is longer is read by nobody, or twice.
const MOST_WORDS = { paragraph: 60, sentence: 40 };

const written = [...PAGES].filter(([, text]) => !text.includes('Do not edit.'));

describe('a page that is written by hand', () => {
  it.each(written)('%s is short paragraphs of short sentences', (_path, text) => {
    expect(tooLong(text)).toEqual([]);
  });

  it.each(written)('%s says below its heading what it is for', (_path, text) => {
    expect(text).toMatch(/^# .+\n\n[A-Z`].+[.:]\n/);
  });

  it('would be caught with a paragraph or a sentence that is too long', () => {
    const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
    expect(tooLong(`# Page\n\n${words(40)}.\n\n- ${words(41)}.\n`)).toHaveLength(1);
    expect(tooLong(`# Page\n\n${words(31)}. ${words(31)}.\n`)).toHaveLength(1);
    expect(tooLong(`\`\`\`\n${words(99)}\n\`\`\`\n`)).toEqual([]);
  });
});

/** The beginnings of paragraphs, list items and sentences that have too many words. */
function tooLong(page: string): readonly string[] {
  return paragraphsOf(page).flatMap((paragraph) =>
    [
      ...(wordsIn(paragraph) > MOST_WORDS.paragraph ? [paragraph] : []),
      ...paragraph.split(/(?<=[.?!])\s/).filter((each) => wordsIn(each) > MOST_WORDS.sentence),
    ].map((text) => text.slice(0, 60)),
  );
}

/** Paragraphs and list items, without code, tables, headings and the addresses of links. */
function paragraphsOf(page: string): readonly string[] {
  return page
    .replaceAll(/```[\s\S]*?```|<[^>]+>|\]\([^)]*\)/g, '')
    .split(/\n\s*\n|\n(?=- |\d+\. )/)
    .filter((text) => !/^\s*[|#]/.test(text));
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

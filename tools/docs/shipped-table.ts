import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

const FOLDER = new URL('../../scenarios/', import.meta.url);

/** The page on writing scenarios with the table of the shipped ones written anew; all else stays. */
export function withShippedTable(page: string): string {
  const rows = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .map((file) => {
      const { question } = parse(readFileSync(new URL(file, FOLDER), 'utf8')) as { question: string };
      return `| [${file}](../scenarios/${file}) | ${question} |\n`;
    });
  return page.replace(
    /(<!-- shipped scenarios -->\n)[^]*?(<!-- end -->)/,
    (_, start: string, end: string) => `${start}\n| File | Question |\n|---|---|\n${rows.join('')}\n${end}`,
  );
}

import { escapedText } from '../../model/node-text.ts';
import type { Figure } from '../blocks/block.ts';
import type { BadgeText } from '../page/badge.ts';
import { SIGNS } from '../words/signs.ts';
import { plainText } from '../page/markup.ts';
import { counted, grouped } from '../words/number-format.ts';
import type { TestCase, TestSuites } from './junit-document.ts';

/** The result of a command, as a CI system shows it beside a job or a merge request. */
export interface MarkdownSummary {
  readonly title: string;
  readonly judgement: BadgeText;
  readonly sentence: string;
  readonly figures?: readonly Figure[];
  readonly suites: TestSuites;
  /** The command line that does it again. */
  readonly command?: string | undefined;
}

// A job's summary may have a megabyte, a note of a merge request as much, and nobody reads as far.
const MOST_CASES = 30;
const MOST_CHARACTERS = 500;

/** Verdict, figures and everything that went wrong, in GitHub's and GitLab's Markdown. */
export function markdownSummary(summary: MarkdownSummary): string {
  const { title, judgement, sentence, figures = [], suites, command } = summary;
  const cases = Object.entries(suites).flatMap(([suite, all]) => all.map((each) => ({ suite, ...each })));
  const wrong = cases.filter(isWrong);
  const skipped = cases.filter((one) => one.skipped !== undefined).length;
  const judged = cases.length - skipped;
  const [mark, word] = judgement;
  return [
    `### ${SIGNS[mark]} ${literal(title)}`,
    `**${literal(word)}**: ${literal(sentence)}`,
    ...(figures.length === 0 ? [] : [tableOf(['Figure', ''], figures.map(figureCells))]),
    ...(wrong.length === 0 ? [] : [wrongTable(wrong)]),
    `${grouped(judged - wrong.length)} of ${counted(judged, 'judgement')} without a fault${skipped === 0 ? '' : `, ${grouped(skipped)} skipped`}.`,
    ...(command === undefined ? [] : [fenced(command)]),
    '',
  ].join('\n\n');
}

/** True for a case that failed, or of which nobody can tell. */
export function isWrong({ fault, unknown }: TestCase): boolean {
  return fault !== undefined || unknown !== undefined;
}

function wrongTable(wrong: readonly (TestCase & { readonly suite: string })[]): string {
  const rows = wrong
    .slice(0, MOST_CASES)
    .map(({ suite, name, fault, unknown = '' }) => [suite, name, fault?.message ?? `unknown: ${unknown}`]);
  const more = wrong.length - rows.length;
  const rest = more === 0 ? '' : `\n\nAnd ${grouped(more)} more.`;
  return `${tableOf(['Of', 'What', 'Found'], rows)}${rest}`;
}

function figureCells({ name, figure, beside }: Figure): readonly string[] {
  return [name, [plainText(figure), ...(beside === undefined ? [] : [beside])].join('; ')];
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map((cells) => line(cells.map(literal)))].join(
    '\n',
  );
}

// Keeps apart what would be read as a link, or as a mention of a person or an issue.
const APART = '<!-- -->';

/** A text that stays text: no markup, no row of its own, no link, no mention of people or issues. */
function literal(text: string): string {
  const short = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return escapedText(short.replace(/\s+/g, ' '))
    .trim()
    .replace(/[&<|\\`*~[\]]|\b_|_\b|[#@!$%](?=[\w"])|(?<=https?|ftp|www)[:.]/gi, (sign) =>
      /[#@!$%]/.test(sign) ? `${sign}${APART}` : /[:.]/.test(sign) ? `${APART}${sign}` : `\\${sign}`,
    );
}

// A fence is longer than any row of backticks within.
function fenced(command: string): string {
  const longest = Math.max(2, ...(command.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${escapedText(command)}\n${fence}`;
}

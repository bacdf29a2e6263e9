import type { Document } from '../../report/blocks/block.ts';
import { textOf } from '../../report/blocks/terminal.ts';
import type { CheckWord } from '../../report/check/check-verdict.ts';
import { type MarkdownSummary, markdownSummary } from '../../report/ci/markdown-summary.ts';
import { CHECK_JUDGEMENTS } from '../../report/page/badge.ts';
import { tellCi } from '../ci/tell-ci.ts';
import type { CommandContext } from '../command.ts';

/** The result of a check as CI systems show it. */
export interface CheckSummary extends Omit<MarkdownSummary, 'judgement' | 'figures'> {
  readonly word: CheckWord;
}

/** The summary in Markdown. */
export function summaryMarkdown({ word, ...summary }: CheckSummary): string {
  return markdownSummary({ ...summary, judgement: CHECK_JUDGEMENTS[word] });
}

/** Shows a summary to the CI system that runs the command. */
export function tellSummary(summary: CheckSummary, context: CommandContext): void {
  tellCi({ markdown: summaryMarkdown(summary), suites: summary.suites }, context);
}

// Twenty cases that differ: the files name all.
const LIST_ROWS = 22;

/** A document for the terminal. */
export function documentText(document: Document, { terminal }: CommandContext): string {
  return `${textOf(document, { color: terminal.outColor, width: terminal.width }, LIST_ROWS)}\n`;
}

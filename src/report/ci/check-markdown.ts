import type { CheckReport } from '../../model/check/check-report.ts';
import { type ContractReport, countCases } from '../../model/check/contract-report.ts';
import { checkSuites, contractSuites } from '../check/check-junit.ts';
import { checkSentence, checkWord } from '../check/check-verdict.ts';
import { CHECK_JUDGEMENTS } from '../page/badge.ts';
import { counted } from '../words/number-format.ts';
import { markdownSummary } from './markdown-summary.ts';

/** A check in Markdown, as a CI system shows it beside a job or a merge request. */
export function checkMarkdown(
  report: CheckReport,
  { subject, command }: { readonly subject: string; readonly command: string },
): string {
  return markdownSummary({
    title: `Check of ${subject}`,
    judgement: CHECK_JUDGEMENTS[checkWord(report)],
    sentence: checkSentence(report),
    suites: checkSuites(report),
    command,
  });
}

/** The answers to a contract's cases in Markdown. */
export function contractMarkdown(report: ContractReport): string {
  const { differs, unknown, agrees } = countCases(report.cases);
  const word = differs > 0 ? 'violated' : unknown > 0 || agrees === 0 ? 'unknown' : 'holds';
  return markdownSummary({
    title: `Contract of ${report.dialect}`,
    judgement: CHECK_JUDGEMENTS[word],
    sentence: `${counted(agrees, 'case')} agree, ${counted(differs, 'case')} differ, ${counted(unknown, 'case')} could not be judged.`,
    suites: contractSuites(report),
  });
}

import type { StoredRun } from '../../model/run/run.ts';
import { Figures } from '../figures/figures.ts';
import { verdictOf } from '../figures/verdict.ts';
import { runJudgement } from '../page/badge.ts';
import { answerText } from '../sections/answer.ts';
import { repeatCommand } from '../sections/facts.ts';
import { headlineFigures } from '../sections/key-figures.ts';
import { runSuites } from './junit.ts';
import { markdownSummary } from './markdown-summary.ts';

/** A run in Markdown, as a CI system shows it beside a job or a merge request. */
export function runMarkdown(run: StoredRun, figures = new Figures(run)): string {
  const { header } = run;
  const verdict = verdictOf(run, figures);
  return markdownSummary({
    title: header.scenario.question,
    judgement: runJudgement(verdict),
    sentence: [verdict.sentence, answerText(figures)].filter((text) => text !== '').join(' '),
    figures: headlineFigures(figures),
    suites: runSuites(run, figures),
    command: repeatCommand(header),
  });
}

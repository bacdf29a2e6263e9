import { join } from 'node:path';
import { runMarkdown, textSummary } from '../../report/sections/run-document.ts';
import { Figures } from '../../report/figures/figures.ts';
import { runSuites } from '../../report/ci/junit.ts';
import { verdictOf } from '../../report/figures/verdict.ts';
import { hasBailed, type StoredRun } from '../../model/run/run.ts';
import { tellCi } from '../ci/tell-ci.ts';
import { type CommandContext, EXIT, exitCodeFor, type ExitCode } from '../command.ts';
import type { KeptRun } from './keep-run.ts';
import { summaryJson } from './report-files.ts';
import { RUN_FILES } from './run-files.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Shows a finished run on the terminal, says where its report is, and ends with its exit code. */
export function concludeRun(
  { run, folder, figures, isOutOfMemory = false }: KeptRun,
  context: CommandContext,
  choice: { readonly json: boolean; readonly acceptUnknown?: boolean; readonly scenarioFile: string },
): void {
  const { json, acceptUnknown = false, scenarioFile } = choice;
  const { terminal, conclude } = context;
  const reportPath = join(folder, RUN_FILES.report);
  if (json) {
    terminal.out(summaryJson(run, figures));
    terminal.note(`Report  ${reportPath}\n`);
  } else {
    showSummary(terminal, run, reportPath, figures);
  }
  tellCi({ markdown: runMarkdown(run, figures), suites: runSuites(run, figures), scenarioFile }, context);
  conclude(isOutOfMemory ? EXIT.outOfMemory : exitCodeOf(run, { acceptUnknown, figures }));
}

/** Shows a run on one screen, with the page that has all details where one was written. */
export function showSummary(
  terminal: Terminal,
  run: StoredRun,
  reportPath: string | undefined,
  figures = new Figures(run),
): void {
  const options = { color: terminal.outColor, width: terminal.width };
  const text = textSummary(run, reportPath === undefined ? options : { ...options, reportPath }, figures);
  terminal.out(`${text}\n`);
}

/** The exit code a run stands for; `acceptUnknown`: what could not be read is held against nobody. */
export function exitCodeOf(
  run: StoredRun,
  {
    acceptUnknown = false,
    figures = new Figures(run),
  }: { readonly acceptUnknown?: boolean; readonly figures?: Figures } = {},
): ExitCode {
  if (run.partial && !hasBailed(run)) return EXIT.interrupted;
  if (run.load?.thresholds.some(({ met }) => !met)) return EXIT.thresholdFailed;
  return exitCodeFor(verdictOf(run, figures).word, { acceptUnknown });
}

import { join } from 'node:path';
import { textSummary } from '../../report/text.ts';
import { verdictOf } from '../../report/figures/verdict.ts';
import type { Run } from '../../model/run/run.ts';
import { EXIT, type ExitCode } from '../failure/exit-codes.ts';
import type { KeptRun } from './keep-run.ts';
import { summaryJson } from '../run-folder/report-files.ts';
import { RUN_FILES } from '../run-folder/run-folder.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Shows a finished run on the terminal and says where its report is. */
export function showRun({
  terminal,
  kept: { run, folder },
  json,
}: {
  readonly terminal: Terminal;
  readonly kept: KeptRun;
  readonly json: boolean;
}): void {
  const reportPath = join(folder, RUN_FILES.report);
  if (json) {
    terminal.out(summaryJson(run));
    terminal.note(`Report  ${reportPath}\n`);
  } else {
    terminal.out(`${textSummary(run, { color: terminal.outColor, width: terminal.width, reportPath })}\n`);
  }
}

/** The exit code a run stands for. */
export function exitCodeOf(run: Run): ExitCode {
  if (run.partial) return EXIT.interrupted;
  if (run.load?.thresholds.some(({ met }) => !met)) return EXIT.thresholdFailed;
  return verdictOf(run).word === 'not-as-expected' ? EXIT.notAsExpected : EXIT.asExpected;
}

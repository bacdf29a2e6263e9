import { join } from 'node:path';
import { toJson } from '../../model/json.ts';
import type { StoredRun } from '../../model/run/run.ts';
import { Figures } from '../../report/figures/figures.ts';
import { htmlReport, runMarkdown } from '../../report/sections/run-document.ts';
import { junitXml } from '../../report/ci/junit.ts';
import { type Summary, summaryOf } from '../../report/summary.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { runEntry } from '../../report/run-list/index-entry.ts';
import { sentPerSecond } from '../../report/sections/answer.ts';
import { writeEntry } from './run-index.ts';
import { COMPARISON } from './file-codecs.ts';
import { RUN_FILES, writeRunFile } from './run-files.ts';

/** Writes everything that is computed from a run into its folder; also re-makes them for an old run. */
export function writeReportFiles(folder: string, run: StoredRun, figures = new Figures(run)): void {
  if (run.comparison) writeRunFile(folder, COMPARISON, run.comparison);
  const summary = summaryOf(run, figures);
  writeWholeFile(join(folder, RUN_FILES.summary), summaryText(summary));
  writeWholeFile(join(folder, RUN_FILES.junit), junitXml(run, figures));
  writeWholeFile(join(folder, RUN_FILES.markdown), runMarkdown(run, figures));
  writeWholeFile(join(folder, RUN_FILES.report), htmlReport(run, figures));
  writeEntry(folder, runEntry(run.header, summary, rateOf(run, summary)));
}

// Successful payments per second, as the report shows it.
function rateOf({ load }: StoredRun, { metrics }: Summary): number | undefined {
  if (load === undefined || load.aggregate.counts.payments === 0) return undefined;
  const rate = sentPerSecond(load.aggregate) * (metrics['success_rate'] ?? 0);
  return Number.isFinite(rate) ? rate : undefined;
}

/** `summary.json`, and what `--json` prints: the same bytes for the same run. */
export function summaryJson(run: StoredRun, figures = new Figures(run)): string {
  return summaryText(summaryOf(run, figures));
}

function summaryText(summary: Summary): string {
  return `${toJson(summary, 2)}\n`;
}

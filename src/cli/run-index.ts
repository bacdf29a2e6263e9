import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../model/errors.ts';
import { type IndexEntry, indexPage } from '../report/index-page.ts';
import type { Summary } from '../report/summary.ts';
import { readJsonFile, shaped } from './json-file.ts';
import { writeWholeFile } from './output-file.ts';
import { RUN_FILES } from './run-folder.ts';

/** Rewrites `index.html` of a reports folder: every run in it, newest first. */
export function writeRunIndex(out: string): void {
  const runs = foldersIn(out).flatMap((scenario) =>
    foldersIn(join(out, scenario)).map((run) => [scenario, run] as const),
  );
  writeWholeFile(
    join(out, 'index.html'),
    indexPage(runs.flatMap(([scenario, run]) => indexEntry({ out, scenario, run }) ?? [])),
  );
}

const STARTED = z.looseObject({ startedAt: z.string() });
const SUMMARY = z.looseObject({
  format: z.literal('millrace-summary/1'),
  scenario: z.string(),
  verdict: z.looseObject({ word: z.string() }),
  metrics: z.looseObject({}),
});

/** `undefined` for a folder without a readable summary: a run in progress, or something of somebody else's. */
function indexEntry({
  out,
  scenario,
  run,
}: {
  readonly out: string;
  readonly scenario: string;
  readonly run: string;
}): IndexEntry | undefined {
  const folder = join(out, scenario, run);
  const [runFile, summaryFile] = [join(folder, RUN_FILES.run), join(folder, RUN_FILES.summary)];
  if (!existsSync(runFile) || !existsSync(summaryFile)) return undefined;
  try {
    const { startedAt } = shaped(readJsonFile(runFile), {
      shape: STARTED,
      what: 'a run',
      place: { file: runFile },
    });
    const summary = shaped(readJsonFile(summaryFile), {
      shape: SUMMARY,
      what: 'a summary',
      place: { file: summaryFile },
    }) as unknown as Summary;
    return { href: [scenario, run, RUN_FILES.report].map(encodeURIComponent).join('/'), startedAt, summary };
  } catch (error) {
    // One damaged folder must not take the list of all others away.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

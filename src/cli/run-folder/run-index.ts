import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../errors.ts';
import { jsonReader } from '../../model/json.ts';
import { parseRun } from '../../model/run/run-json.ts';
import { type CapacityEntry, type IndexEntry, indexPage } from '../../report/index-page.ts';
import type { Summary } from '../../report/summary.ts';
import { CAPACITY_FILES } from './capacity-folder.ts';
import { readJsonFile, shaped } from '../files/json-file.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { RUN_FILES } from './run-folder.ts';

/** Rewrites `index.html` of a reports folder: every run and every search for a capacity in it, newest first. */
export function writeRunIndex(out: string): void {
  const runs = foldersIn(out).flatMap((scenario) =>
    foldersIn(join(out, scenario)).map((run) => [scenario, run] as const),
  );
  const entries = runs.flatMap(([scenario, run]) => indexEntry({ out, scenario, run }) ?? []);
  const searches = runs.flatMap(([scenario, run]) => capacityEntry({ out, scenario, run }) ?? []);
  writeWholeFile(join(out, 'index.html'), indexPage(entries, searches));
}

const STARTED = z.looseObject({ startedAt: z.string() });
const SUMMARY = z.looseObject({
  format: z.literal('millrace-summary/1'),
  scenario: z.string(),
  verdict: z.looseObject({ word: z.string() }),
  metrics: z.looseObject({}),
});

/** `undefined` for a folder without a readable summary: a run in progress, or a folder that is no run. */
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
    const { startedAt } = shaped(readJsonFile(runFile, parseRun), {
      shape: STARTED,
      what: 'a run',
      place: { file: runFile },
    });
    const summary = shaped(readJsonFile(summaryFile, jsonReader<Summary>({})), {
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

const CAPACITY = z.looseObject({
  format: z.literal('millrace-capacity/1'),
  scenario: z.string(),
  question: z.string(),
  seed: z.string(),
  startedAt: z.string(),
  conditions: z.array(z.string()),
  rate: z.number(),
  from: z.number(),
  to: z.number(),
  confidence: z.number(),
  ended: z.enum(['found', 'not-reached', 'below-lowest', 'most-probes', 'interrupted']),
  probes: z.array(z.looseObject({ rate: z.number() })),
});

function capacityEntry({
  out,
  scenario,
  run,
}: {
  readonly out: string;
  readonly scenario: string;
  readonly run: string;
}): CapacityEntry | undefined {
  const file = join(out, scenario, run, CAPACITY_FILES.data);
  if (!existsSync(file)) return undefined;
  try {
    const search = shaped(readJsonFile(file, jsonReader<z.infer<typeof CAPACITY>>({})), {
      shape: CAPACITY,
      what: 'a capacity',
      place: { file },
    });
    const href = [scenario, run, CAPACITY_FILES.page].map(encodeURIComponent).join('/');
    return { ...search, href };
  } catch (error) {
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

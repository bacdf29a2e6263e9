import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../errors.ts';
import { jsonReader } from '../../model/json.ts';
import { parseRun } from '../../model/run/run-json.ts';
import { type IndexEntry, type ListedSummary, listedSummary } from '../../report/index-page.ts';
import { readShapedFile, writeJsonFile } from '../files/json-file.ts';
import { RUN_FILES } from './run-folder.ts';

/** What the list of runs says of one, without its place. */
export type RunEntry = Omit<IndexEntry, 'href'>;

const LISTED = {
  scenario: z.string(),
  question: z.string(),
  seed: z.string(),
  job: z.enum(['simulate', 'replay', 'load']),
  verdict: z.looseObject({ word: z.string(), sentence: z.string() }),
  metrics: z.record(z.string(), z.number()),
};

const ENTRY = z
  .object({ format: z.literal('millrace-entry/1'), startedAt: z.string(), summary: z.object(LISTED) })
  .describe('an entry of the list of runs');
const STARTED = z.looseObject({ startedAt: z.string() }).describe('a run');
const SUMMARY = z.looseObject({ format: z.literal('millrace-summary/1'), ...LISTED }).describe('a summary');

/** Writes `entry.json`: `run.json` holds the whole network, and the list of runs is made anew after every run. */
export function writeRunEntry(folder: string, { startedAt, summary }: RunEntry): void {
  const entry = { format: 'millrace-entry/1', startedAt, summary: listedSummary(summary) };
  writeJsonFile(join(folder, RUN_FILES.entry), entry);
}

/** What the list says of the run in a folder; `undefined`: one in progress, a damaged one, or no run. */
export function readRunEntry(folder: string): RunEntry | undefined {
  const path = join(folder, RUN_FILES.entry);
  const entry = existsSync(path) ? unlessDamaged(() => readShapedFile(path, parseEntry, ENTRY)) : undefined;
  return (entry as RunEntry | undefined) ?? entryMadeUp(folder);
}

/** One damaged folder must not take the list of all others away. */
export function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

const parseEntry = jsonReader<RunEntry>({});

// For folders from before there were entries; written down, so that it happens once.
function entryMadeUp(folder: string): RunEntry | undefined {
  const [run, json] = [join(folder, RUN_FILES.run), join(folder, RUN_FILES.summary)];
  if (!existsSync(run) || !existsSync(json)) return undefined;
  return unlessDamaged(() => {
    const summary = readShapedFile(json, jsonReader<ListedSummary>({}), SUMMARY) as unknown as ListedSummary;
    const { startedAt } = readShapedFile(run, parseRun, STARTED);
    const entry = { startedAt, summary: listedSummary(summary) };
    // A folder that may only be read is read this way each time.
    unlessDamaged(() => writeRunEntry(folder, entry));
    return entry;
  });
}

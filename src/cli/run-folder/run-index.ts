import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../errors.ts';
import { jsonReader } from '../../model/json.ts';
import { parseRun } from '../../model/run/run-json.ts';
import { type CapacityEntry, type IndexEntry, indexPage } from '../../report/index-page.ts';
import type { Summary } from '../../report/summary.ts';
import { CAPACITY_FILES } from './capacity-folder.ts';
import { readShapedFile } from '../files/json-file.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { RUN_FILES } from './run-folder.ts';

/** Rewrites `index.html` of a reports folder: every run and every search for a capacity in it, newest first. */
export function writeRunIndex(out: string): void {
  const folders = foldersIn(out).flatMap((scenario) =>
    foldersIn(join(out, scenario)).map((run): RunPath => [scenario, run]),
  );
  const entries = folders.flatMap((path) => unlessDamaged(() => indexEntry(out, path)) ?? []);
  const searches = folders.flatMap((path) => unlessDamaged(() => capacityEntry(out, path)) ?? []);
  writeWholeFile(join(out, 'index.html'), indexPage(entries, searches));
}

type RunPath = readonly [scenario: string, run: string];

const STARTED = z.looseObject({ startedAt: z.string() }).describe('a run');
const SUMMARY = z
  .looseObject({
    format: z.literal('millrace-summary/1'),
    scenario: z.string(),
    verdict: z.looseObject({ word: z.string() }),
    metrics: z.looseObject({}),
  })
  .describe('a summary');

/** `undefined` for a folder without a readable summary: a run in progress, or a folder that is no run. */
function indexEntry(out: string, path: RunPath): IndexEntry | undefined {
  const [run, json] = [RUN_FILES.run, RUN_FILES.summary].map((file) => join(out, ...path, file));
  if (run === undefined || json === undefined || !existsSync(run) || !existsSync(json)) return undefined;
  const { startedAt } = readShapedFile(run, parseRun, STARTED);
  const summary = readShapedFile(json, jsonReader<Summary>({}), SUMMARY) as unknown as Summary;
  return { href: linkTo(path, RUN_FILES.report), startedAt, summary };
}

const CAPACITY = z
  .looseObject({
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
  })
  .describe('a capacity');

function capacityEntry(out: string, path: RunPath): CapacityEntry | undefined {
  const file = join(out, ...path, CAPACITY_FILES.data);
  if (!existsSync(file)) return undefined;
  const search = readShapedFile(file, jsonReader<z.infer<typeof CAPACITY>>({}), CAPACITY);
  return { ...search, href: linkTo(path, CAPACITY_FILES.page) };
}

function linkTo(path: RunPath, page: string): string {
  return [...path, page].map(encodeURIComponent).join('/');
}

// One damaged folder must not take the list of all others away.
function unlessDamaged<Entry>(read: () => Entry): Entry | undefined {
  try {
    return read();
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

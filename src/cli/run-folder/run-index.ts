import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../errors.ts';
import { jsonReader } from '../../model/json.ts';
import {
  type CapacityEntry,
  type CheckEntry,
  type IndexEntry,
  indexPage,
  type ListedSummary,
  listedSummary,
  type PlanEntry,
} from '../../report/index-page.ts';
import { CAPACITY_FILES, CHECK_FILES, isDraft } from './run-folder.ts';
import { PLAN_FILES } from '../plan/plan-folder.ts';
import { readShapedFile, writeJsonFile } from '../files/json-file.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { RUN, RUN_FILES } from './run-files.ts';

/** Rewrites `index.html` of a reports folder: every run, check, plan and search for a capacity in it, newest first. */
export function writeRunIndex(out: string): void {
  const folders = foldersIn(out).flatMap((scenario) =>
    foldersIn(join(out, scenario)).flatMap((run): RunPath[] => (isDraft(run) ? [] : [[scenario, run]])),
  );
  const entries: IndexEntry[] = [];
  const searches: CapacityEntry[] = [];
  const plans: PlanEntry[] = [];
  const checks: CheckEntry[] = [];
  for (const path of folders) {
    const entry = readRunEntry(join(out, ...path));
    if (entry) entries.push({ ...entry, href: linkTo(path, RUN_FILES.report) });
    else {
      searches.push(...(unlessDamaged(() => capacityEntry(out, path)) ?? []));
      plans.push(...(unlessDamaged(() => planEntry(out, path)) ?? []));
      checks.push(...(unlessDamaged(() => checkEntry(out, path)) ?? []));
    }
  }
  writeWholeFile(join(out, 'index.html'), indexPage(entries, { searches, plans, checks }));
}

type RunPath = readonly [scenario: string, run: string];

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

function capacityEntry(out: string, path: RunPath): readonly CapacityEntry[] {
  const file = join(out, ...path, CAPACITY_FILES.data);
  if (!existsSync(file)) return [];
  const search = readShapedFile(file, jsonReader<z.infer<typeof CAPACITY>>({}), CAPACITY);
  return [{ ...search, href: linkTo(path, CAPACITY_FILES.page) }];
}

const PLAN = z
  .looseObject({
    format: z.literal('millrace-plan/1'),
    scenario: z.string(),
    question: z.string(),
    seed: z.string(),
    startedAt: z.string(),
    answer: z.string(),
  })
  .describe('a plan');

function planEntry(out: string, path: RunPath): readonly PlanEntry[] {
  const file = join(out, ...path, PLAN_FILES.entry);
  if (!existsSync(file)) return [];
  const entry = readShapedFile(file, jsonReader<z.infer<typeof PLAN>>({}), PLAN);
  return [{ ...entry, href: linkTo(path, PLAN_FILES.page) }];
}

const CHECK = z
  .looseObject({
    format: z.literal('millrace-check-entry/1'),
    subject: z.string(),
    seed: z.string(),
    startedAt: z.string(),
    verdict: z.enum(['holds', 'violated', 'unknown']),
    sentence: z.string(),
  })
  .describe('a check');

function checkEntry(out: string, path: RunPath): readonly CheckEntry[] {
  const file = join(out, ...path, CHECK_FILES.entry);
  if (!existsSync(file)) return [];
  const entry = readShapedFile(file, jsonReader<z.infer<typeof CHECK>>({}), CHECK);
  return [{ ...entry, href: linkTo(path, CHECK_FILES.page) }];
}

function linkTo(path: RunPath, page: string): string {
  return [...path, page].map(encodeURIComponent).join('/');
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

// A row of the list of runs, without its link.
type RunEntry = Omit<IndexEntry, 'href'>;

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

// The row of the run in a folder; `undefined`: a run in progress, a damaged one, or no run.
function readRunEntry(folder: string): RunEntry | undefined {
  const path = join(folder, RUN_FILES.entry);
  const entry = existsSync(path) ? unlessDamaged(() => readShapedFile(path, parseEntry, ENTRY)) : undefined;
  return (entry as RunEntry | undefined) ?? entryMadeUp(folder);
}

// One damaged folder must not take the list of all others away.
function unlessDamaged<T>(read: () => T): T | undefined {
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
    const { startedAt } = readShapedFile(run, RUN.parse, STARTED);
    const entry = { startedAt, summary: listedSummary(summary) };
    // A folder that may only be read is read this way each time.
    unlessDamaged(() => writeRunEntry(folder, entry));
    return entry;
  });
}

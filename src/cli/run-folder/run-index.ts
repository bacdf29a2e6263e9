import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonReader } from '../../model/json.ts';
import {
  type CapacityEntry,
  type CheckEntry,
  type IndexEntry,
  indexPage,
  type PlanEntry,
} from '../../report/index-page.ts';
import { CHECK_FILES } from '../check/check-folder.ts';
import { CAPACITY_FILES } from './capacity-folder.ts';
import { PLAN_FILES } from '../plan/plan-folder.ts';
import { readShapedFile } from '../files/json-file.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { isDraft } from './draft-folder.ts';
import { readRunEntry, unlessDamaged } from './run-entry.ts';
import { RUN_FILES } from './run-folder.ts';

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

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../errors.ts';
import { INDEX_ENTRY, type IndexEntry, type LinkedEntry } from '../../report/run-list/index-entry.ts';
import { indexPage } from '../../report/run-list/index-page.ts';
import { inputting } from '../files/input-file.ts';
import { readShapedFile, writeJsonFile } from '../files/json-file.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { RUN_FILES } from './run-files.ts';
import { CAPACITY_FILES, CHECK_FILES, isDraft, PLAN_FILES } from './run-folder.ts';

const PAGES: Readonly<Record<IndexEntry['format'], string>> = {
  'millrace-entry/1': RUN_FILES.report,
  'millrace-plan/1': PLAN_FILES.page,
  'millrace-check-entry/1': CHECK_FILES.page,
  'millrace-capacity/1': CAPACITY_FILES.page,
};

// A search's own file is as small as an entry.
const ENTRY_FILES = [RUN_FILES.entry, CAPACITY_FILES.data];

/** Rewrites `index.html` of a reports folder: every run, check, plan and search for a capacity in it, newest first. */
export function writeRunIndex(out: string): void {
  const entries = foldersIn(out).flatMap((scenario) =>
    foldersIn(join(out, scenario)).flatMap((run): readonly LinkedEntry[] => {
      const entry = isDraft(run) ? undefined : readEntry(join(out, scenario, run));
      if (entry === undefined) return [];
      return [{ ...entry, href: [scenario, run, PAGES[entry.format]].map(encodeURIComponent).join('/') }];
    }),
  );
  writeWholeFile(join(out, 'index.html'), indexPage(entries));
}

// A folder that another process removes meanwhile, or that may not be read, holds nothing to list.
function foldersIn(folder: string): readonly string[] {
  const read = () =>
    inputting(folder, 'a folder of runs', () => readdirSync(folder, { withFileTypes: true }));
  return (unlessDamaged(read) ?? [])
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Writes `entry.json`: other files hold whole networks, and the list of runs is made anew after every run. */
export function writeEntry(folder: string, entry: IndexEntry): void {
  writeJsonFile(join(folder, RUN_FILES.entry), entry);
}

// The entry of a folder; `undefined`: a run in progress, a damaged one, or none of ours.
function readEntry(folder: string): IndexEntry | undefined {
  const path = ENTRY_FILES.map((file) => join(folder, file)).find((file) => existsSync(file));
  return path === undefined ? undefined : unlessDamaged(() => readShapedFile(path, JSON.parse, INDEX_ENTRY));
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

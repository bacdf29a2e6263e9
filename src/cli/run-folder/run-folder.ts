import { existsSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { CapacityReport } from '../../model/capacity/capacity.ts';
import type { RunHeader } from '../../model/run/run.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { pageOf } from '../../report/blocks/page.ts';
import { capacityDocument, capacityJson } from '../../report/capacity/capacity-document.ts';
import { claimFolder, outputting, writeWholeFile } from '../files/output-file.ts';

/** The folder of all runs of a scenario. */
export function scenarioFolderOf(out: string, { name }: Pick<Scenario, 'name'>): string {
  // `..` would be elsewhere, `.name` hidden, and `index.html` is the list of runs.
  const folder = encodeURIComponent(name).replace(/^\.|\.(?=html$)/g, '%2E');
  return join(out, folder);
}

/** A moment as part of a folder's name: to the second, without what file systems refuse. */
export function momentInName(startedAt: string): string {
  return startedAt.replaceAll(':', '-').replace(/\.\d+/, '');
}

/**
 * Where a run belongs. A simulation is its seed: running it again gives the same files in the same place.
 * A replay or a load is a moment: each gets its own folder.
 */
export function runFolderOf(out: string, header: RunHeader): string {
  const name =
    header.job === 'simulate' ? `seed-${encodeURIComponent(header.seed)}` : momentInName(header.startedAt);
  return join(scenarioFolderOf(out, header.scenario), name);
}

/** Where a run that begins is kept: for a moment a folder of its own, also when another began in the same second. */
export function claimRunFolder(out: string, header: RunHeader): string {
  const folder = runFolderOf(out, header);
  return header.job === 'simulate' ? folder : claimFolder(folder);
}

/** Creates a place of its own for what is no run, beside the runs of that name. */
export function claimFolderOf(
  kind: 'capacity' | 'check' | 'plan',
  { out, name, startedAt }: Readonly<Record<'out' | 'name' | 'startedAt', string>>,
): string {
  return claimFolder(join(scenarioFolderOf(out, { name }), `${kind}-${momentInName(startedAt)}`));
}

// No run is named so: neither seeds nor moments hold a `~`.
const DRAFT = /^(?<run>[^~]+)~draft-(?<host>.+)-(?<pid>\d+)$/;

/** Where this process writes a run that is to take the place of the one in `kept`. */
export function draftFolder(kept: string): string {
  return `${kept}~draft-${host()}-${process.pid}`;
}

/** True for the name of a folder in which some process writes a run, or was killed while it did. */
export function isDraft(name: string): boolean {
  return DRAFT.test(name);
}

/** Removes what processes that were killed have left of the run in `kept`; those that run keep theirs. */
export function removeStaleDrafts(kept: string): void {
  const parent = dirname(kept);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const draft = DRAFT.exec(name)?.groups;
    // Nothing is known about a process elsewhere that shares this disk.
    if (draft?.['run'] !== basename(kept) || draft['host'] !== host()) continue;
    const folder = join(parent, name);
    if (!isRunning(Number(draft['pid'])))
      outputting(folder, () => rmSync(folder, { recursive: true, force: true }));
  }
}

function host(): string {
  return encodeURIComponent(hostname());
}

// Signal 0 asks and does nothing; a process of another user may not be asked, but is there.
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** The files of a search's folder. */
export const CAPACITY_FILES = { data: 'capacity.json', page: 'capacity.html' } as const;

/** Writes what is known of a search; after every probe, so that whatever ends it leaves something. */
export function keepCapacity(
  folder: string,
  report: CapacityReport,
  options: { readonly isUnderway: boolean },
): void {
  writeWholeFile(join(folder, CAPACITY_FILES.data), capacityJson(report));
  writeWholeFile(join(folder, CAPACITY_FILES.page), pageOf(capacityDocument(report, options)));
}

/** The files of a check's folder. */
export const CHECK_FILES = {
  data: 'check.json',
  page: 'check.html',
  junit: 'junit.xml',
  markdown: 'summary.md',
} as const;

/** The files of a plan's folder; only `entry.json` beside them holds a time, so that a plan that was resumed has the same bytes. */
export const PLAN_FILES = {
  /** Everything that was answered. */
  data: 'plan.json',
  page: 'plan.html',
  /** The money that the answers move. */
  moves: 'what-to-do.csv',
  /** One row for each replication of each point. */
  rows: 'results.csv',
  /** Every simulation by its key, in the order in which they ended: what `--resume` goes on from. */
  journal: 'replications.ndjson',
  /** The scenario as it was planned with. */
  scenario: 'scenario.yaml',
} as const;

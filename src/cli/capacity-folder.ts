import { join } from 'node:path';
import type { CapacityReport } from '../model/capacity-report.ts';
import { capacityJson } from '../report/capacity-json.ts';
import { capacityPage } from '../report/capacity-page.ts';
import { createFolder, makeFolder, writeWholeFile } from './output-file.ts';
import { scenarioFolderOf } from './run-folder.ts';

/** The files of a search's folder. */
export const CAPACITY_FILES = { data: 'capacity.json', page: 'capacity.html' } as const;

// Searches take minutes: that two begin in one second is rare, more than a few never happens.
const MOST_IN_ONE_SECOND = 100;

/** Creates a place of its own for a search, beside the runs of its scenario. */
export function claimCapacityFolder({
  out,
  scenario,
  startedAt,
}: {
  readonly out: string;
  readonly scenario: string;
  readonly startedAt: string;
}): string {
  const home = scenarioFolderOf({ out, scenario });
  makeFolder(home);
  const moment = startedAt.replaceAll(':', '-').replace(/\.\d+/, '');
  const first = join(home, `capacity-${moment}`);
  let folder = first;
  // Creating is what decides between two at once.
  for (let count = 2; !createFolder(folder) && count <= MOST_IN_ONE_SECOND; count += 1)
    folder = `${first}-${count}`;
  return folder;
}

/** Writes what is known of a search; after every probe, so that whatever ends it leaves something. */
export function keepCapacity(folder: string, report: CapacityReport): void {
  writeWholeFile(join(folder, CAPACITY_FILES.data), capacityJson(report));
  writeWholeFile(join(folder, CAPACITY_FILES.page), capacityPage(report));
}

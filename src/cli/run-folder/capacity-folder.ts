import { join } from 'node:path';
import type { CapacityReport } from '../../model/capacity/capacity-report.ts';
import { capacityJson } from '../../report/capacity/capacity-json.ts';
import { capacityPage } from '../../report/capacity/capacity-page.ts';
import { claimFolder, writeWholeFile } from '../files/output-file.ts';
import { momentInName, scenarioFolderOf } from './run-folder.ts';

/** The files of a search's folder. */
export const CAPACITY_FILES = { data: 'capacity.json', page: 'capacity.html' } as const;

/** Creates a place of its own for a search, beside the runs of its scenario. */
export function claimCapacityFolder(
  out: string,
  { scenario, startedAt }: Pick<CapacityReport, 'scenario' | 'startedAt'>,
): string {
  return claimFolder(join(scenarioFolderOf(out, { name: scenario }), `capacity-${momentInName(startedAt)}`));
}

/** Writes what is known of a search; after every probe, so that whatever ends it leaves something. */
export function keepCapacity(folder: string, report: CapacityReport): void {
  writeWholeFile(join(folder, CAPACITY_FILES.data), capacityJson(report));
  writeWholeFile(join(folder, CAPACITY_FILES.page), capacityPage(report));
}

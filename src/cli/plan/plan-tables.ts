import { join } from 'node:path';
import { replicationSeed } from '../../jobs/plan/laboratory.ts';
import type { MadePlan } from '../../jobs/plan/plan.ts';
import { resultsTable } from '../../report/plan/results-table.ts';
import { tableCsv } from '../../report/plan/table-csv.ts';
import { tableParquet } from '../../report/plan/table-parquet.ts';
import { endsTable, nodesTable } from '../../report/plan/use-tables.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { PARQUET_FILES, PLAN_FILES, writePlanFile } from './plan-folder.ts';

/** Writes the replications of a plan's points as tables. */
export async function writePlanTables(
  folder: string,
  { points, scenario, network }: MadePlan,
  { parquet }: { readonly parquet: boolean },
): Promise<void> {
  const results = resultsTable(points, (index) => replicationSeed(scenario.seed, index));
  writePlanFile(folder, PLAN_FILES.rows, tableCsv(results));
  if (!parquet) return;
  const tables = { results, ends: endsTable(points, network), nodes: nodesTable(points) };
  for (const [name, table] of Object.entries(tables)) {
    const file = PARQUET_FILES[name as keyof typeof PARQUET_FILES];
    writeWholeFile(join(folder, file), [await tableParquet(table)]);
  }
}

import { type ContractReport, countCases } from '../../model/check/contract-report.ts';
import { toJson } from '../../model/json.ts';
import { contractTable } from './contract-table.ts';

/** The whole report as JSON: counts, the table, every case. */
export function contractJson(report: ContractReport): string {
  return toJson({ ...report, counts: countCases(report.cases), table: contractTable(report.cases) });
}

import type { Capacity, CapacityPoint, CapacityReport } from '../../src/model/capacity/capacity.ts';
import type { CheckReport } from '../../src/model/check/check-report.ts';
import type { CaseCounts, ContractReport } from '../../src/model/check/contract-report.ts';
import type { LoadAggregateJson } from '../../src/model/load/load-aggregate.ts';
import type { LoadResult } from '../../src/model/load/load-result.ts';
import type { PlanResult } from '../../src/model/plan/answers.ts';
import type { Summary } from '../../src/report/summary.ts';

interface PlanFile extends PlanResult {
  readonly format: 'millrace-plan-result/1';
  readonly scenario: string;
  readonly question: string;
  readonly seed: string;
}

interface CheckFile extends CheckReport {
  readonly format: 'millrace-check/1';
  readonly verdict: 'holds' | 'violated' | 'unknown';
  readonly sentence: string;
}

interface ContractFile extends ContractReport {
  readonly format: 'millrace-contract/1';
  readonly counts: CaseCounts;
}

interface CapacityFile extends Capacity, Omit<CapacityReport, 'capacity'> {
  readonly format: 'millrace-capacity/1';
  /** The highest rate at which what succeeded kept up with what was offered; null: it always did, or never. */
  readonly knee: number | null;
  readonly curve: readonly CapacityPoint[];
}

/** What is promised; the file holds more, for reports that are made again. */
interface LoadFile
  extends Pick<LoadResult, 'engine' | 'kept' | 'driver' | 'thresholds' | 'abortedBy' | 'checks'> {
  readonly format: 'millrace-load/1';
  readonly aggregate: Pick<LoadAggregateJson, 'counts' | 'reasons' | 'arrived'>;
}

/** The files that scripts read, by the names of their schemas. */
export interface OutputFiles {
  readonly summary: Summary;
  readonly plan: PlanFile;
  readonly check: CheckFile;
  readonly load: LoadFile;
  readonly capacity: CapacityFile;
  readonly contract: ContractFile;
}

import type { CheckReport } from '../../src/model/check/check-report.ts';
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

/** The files that scripts read, by the names of their schemas. */
export interface OutputFiles {
  readonly summary: Summary;
  readonly plan: PlanFile;
  readonly check: CheckFile;
}

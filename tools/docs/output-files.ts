import type { CheckFile } from '../../src/report/check/check-verdict.ts';
import type { PlanFile } from '../../src/report/plan/plan-document.ts';
import type { Summary } from '../../src/report/summary.ts';

/** The files that scripts read, by the names of their schemas. */
export interface OutputFiles {
  readonly summary: Summary;
  readonly plan: PlanFile;
  readonly check: CheckFile;
}

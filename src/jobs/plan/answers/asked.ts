import type { Experiment } from '../../../model/plan/experiment.ts';
import type { PlanSpec } from '../../../model/plan/plan-spec.ts';
import type { Laboratory } from '../laboratory.ts';

/** What every question of a plan is answered from. */
export interface Asked {
  readonly base: Experiment;
  readonly spec: PlanSpec;
  readonly laboratory: Laboratory;
  readonly isTimeUp: () => boolean;
}

import type { PlanSpec } from '../model/plan/plan-spec.ts';
import { plan } from './fields/plan-fields.ts';

/** What planning does with a scenario that has no section `plan:`. */
export function planDefaults(): PlanSpec {
  return plan().parse({});
}

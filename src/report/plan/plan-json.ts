import { toJson } from '../../model/json.ts';
import type { PlanResult } from '../../model/plan/plan-result.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';

/** All that a plan found, for machines: amounts as decimal strings, no times, the same bytes for the same plan. */
export function planJson(
  { name, question, seed }: Pick<Scenario, 'name' | 'question' | 'seed'>,
  result: PlanResult,
): string {
  return `${toJson({ scenario: name, question, seed, ...result }, 2)}\n`;
}

import type { Network } from '../../model/network/network.ts';
import type { PlanResult } from '../../model/plan/plan-result.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';

/** What the page tells beside the answers. */
export interface PlanPageFacts {
  readonly scenario: Scenario;
  readonly result: PlanResult;
  /** The network as the scenario describes it, for the drawing. */
  readonly network: Network;
  /** The command that makes the same plan. */
  readonly command: string;
  readonly versions: { readonly millrace: string; readonly node: string };
}

import type { Estimate } from '../../statistics/estimate.ts';
import type { Amount } from '../network/amount.ts';
import type { NodeName } from '../network/network.ts';
import type { Expectation } from '../scenario/expectation.ts';
import type { NetworkChange } from './experiment.ts';

/** How sure the replications are that a goal holds of the mean. */
export type Standing = 'met' | 'missed' | 'undecided';

/** One point of a plan, measured. */
export interface PlanPoint {
  /** What each varied field was set to, as text; empty: the scenario as it is. */
  readonly settings: Readonly<Record<string, string>>;
  readonly replications: number;
  readonly metrics: Readonly<Record<string, Estimate>>;
  readonly amountClasses: readonly ClassEstimate[];
  readonly goal: Standing;
}

/** Success of payments of at least `from` and below ten times as much. */
export interface ClassEstimate {
  readonly from: Amount;
  /** Mean number of them in a replication. */
  readonly payments: number;
  readonly success: Estimate;
}

/** The least deposit with which the goal holds. */
export interface DepositAnswer {
  /** Whose deposit: every end's, one node's ends', or one end's. */
  readonly of: string;
  /** The least with which the mean of the replications meets the goal; absent: none does, up to `most`. */
  readonly deposit?: Amount;
  /** Below the first the goal is missed for sure, from the second on it is met for sure. */
  readonly interval: readonly [least: Amount | null, sure: Amount | null];
  /** The most that was tried. */
  readonly most: Amount;
  /** Deposits that were tried, ascending, with what they gave. */
  readonly curve: readonly DepositProbe[];
  /** The changes that make this deposit, for the scenario file that repeats it. */
  readonly changes: readonly NetworkChange[];
}

export interface DepositProbe {
  readonly deposit: Amount;
  readonly goal: Estimate;
}

/** What one change does: the goal's metric with it less without, by the same chance. */
export interface Effect {
  readonly changes: readonly NetworkChange[];
  /** In words: `hub's side of its channel with shop`. */
  readonly what: string;
  readonly difference: Estimate;
}

/** The ranked steps of a funding plan. */
export interface FundingAnswer {
  readonly budget: Amount;
  readonly steps: readonly FundingStep[];
  /** The goal's metric before the first and after the last step. */
  readonly before: Estimate;
  readonly after: Estimate;
  /** The same budget given to all ends alike, less the plan, by the same chance. */
  readonly uniform?: Effect;
}

/** One step: what to put where, and what it added. */
export interface FundingStep extends Effect {
  readonly node: NodeName;
  readonly partner: NodeName;
  readonly channel: string;
  readonly amount: Amount;
  /** Gain of the goal's metric for each thousand units. */
  readonly perThousand: number;
}

/** All that a plan found. */
export interface PlanResult {
  readonly goal: Expectation;
  readonly confidence: number;
  readonly network: 'fixed' | 'drawn';
  readonly warmUpMs: number;
  readonly points: readonly PlanPoint[];
  readonly deposit?: readonly DepositAnswer[];
  readonly funding?: FundingAnswer;
  readonly removal?: readonly Effect[];
  readonly opening?: readonly Effect[];
  /** `time`: the budget of time was spent; what is there is complete for what it says. */
  readonly ended: 'complete' | 'time' | 'interrupted';
  /** Simulations, and those of them that an earlier plan had made. */
  readonly simulations: number;
}

import type { Estimate } from '../../statistics/estimate.ts';
import type { Interval } from '../../statistics/share-interval.ts';
import type { Amount } from '../network/amount.ts';
import type { FeeSchedule } from '../network/fees.ts';
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
  /** What the goal's metric was in the worst run of twenty, with its bootstrap interval. */
  readonly worst: { readonly value: number; readonly interval: Interval };
}

/** What one varied field does to the goal's metric. */
export interface FactorEffect {
  readonly factor: string;
  /** Its least value, or its first one where values are no numbers. */
  readonly from: string;
  /** Its greatest value, or another one. */
  readonly to: string;
  /** The metric at `to` less that at `from`, the other fields as they are on average. */
  readonly difference: Estimate;
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
  /** How many ends that are. */
  readonly ends: number;
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
export interface PlanEffect {
  readonly changes: readonly NetworkChange[];
  /** In words: `hub's side of its channel with shop`. */
  readonly what: string;
  readonly difference: Estimate;
}

/** What is lost where something is taken away, and how much of it no router would save. */
export interface Removal extends PlanEffect {
  /**
   * The share of payments that no router exceeds with this taken away, by the largest flows through whole capacities;
   * absent where steps add money.
   */
  readonly bound?: Estimate;
}

/**
 * What to put where. It is chosen by one half of the replications and measured by the other, so that no gain is
 * shown that chance alone has made.
 */
export interface FundingAnswer {
  readonly budget: Amount;
  /** In the order in which they are worth it; less than the budget when more would change nothing. */
  readonly steps: readonly FundingStep[];
  /** What the next tokens are worth at each of the most promising ends alone, before any step is made; the most first. */
  readonly ranking: readonly FundingStep[];
  readonly before: Estimate;
  readonly after: Estimate;
  /** The goal's metric with the plan less without. */
  readonly gain: Estimate;
  /** With the plan less with the same budget given to all ends alike. */
  readonly overUniform: Estimate;
  /** What each end gets in all, the most first. */
  readonly ends: readonly FundedEnd[];
  readonly changes: readonly NetworkChange[];
}

/** What one channel end gets. */
export interface FundedEnd {
  readonly channel: string;
  readonly node: NodeName;
  readonly partner: NodeName;
  readonly amount: Amount;
}

/** One step: what to put where, and what it added to those before it. */
export interface FundingStep extends PlanEffect {
  readonly amount: Amount;
  /** Gain of the goal's metric for each thousand units. */
  readonly perThousand: number;
}

/** What a mediator earns by each of several schedules, others unchanged. */
export interface ChargeAnswer {
  readonly node: NodeName;
  readonly choices: readonly {
    readonly fees: FeeSchedule;
    /** Fees that the node keeps in a run, smallest units (as a double). */
    readonly earned: Estimate;
    readonly goal: Estimate;
    /** What it earns less what it earns by the best schedule; 0 for that one. */
    readonly behindBest: Estimate;
  }[];
}

/** What traffic does to balances, and what circular payments could restore. */
export interface RebalancingAnswer {
  /** Mean length of a run, seconds: amounts are what one run moves. */
  readonly runS: number;
  readonly run: Estimate;
  readonly cycles: readonly Rebalancing[];
  /** Drift that no circular payment restores, by channel end, the largest first. */
  readonly drains: readonly Drain[];
}

/** A circular payment: each node pays the next, the last one the first. */
export interface Rebalancing {
  readonly path: readonly NodeName[];
  readonly channels: readonly string[];
  /** What one run moves the other way around, smallest units. */
  readonly amount: Amount;
  /** Where that lies, by the channel that moves least. */
  readonly interval: Interval;
  /** What the mediators on the way ask for it. */
  readonly fee: Amount;
  /** Without it the first end on the way runs dry after so many seconds; of the interval null is never. */
  readonly dryAfterS: number;
  readonly dryInterval: DryInterval;
}

/** A channel end that loses more than it gets back, as part of a flow from payers to payees. */
export interface Drain {
  readonly channel: string;
  readonly node: NodeName;
  readonly partner: NodeName;
  /** What it loses in one run. */
  readonly amount: Amount;
  readonly interval: Interval;
  readonly dryAfterS: number;
  readonly dryInterval: DryInterval;
}

/** Seconds after which an end runs dry; null: it may never. */
export type DryInterval = readonly [soonest: number | null, latest: number | null];

/** All that a plan found. */
export interface PlanResult {
  readonly goal: Expectation;
  readonly confidence: number;
  readonly network: 'fixed' | 'drawn';
  readonly warmUpMs: number;
  readonly points: readonly PlanPoint[];
  /** Where several fields were varied: what each does by itself, the greatest effect first. */
  readonly factors?: readonly FactorEffect[];
  readonly deposit?: readonly DepositAnswer[];
  readonly fund?: FundingAnswer;
  /** The greatest damage first. */
  readonly remove?: readonly Removal[];
  /** The greatest gain first. */
  readonly open?: readonly PlanEffect[];
  readonly charge?: ChargeAnswer;
  readonly rebalance?: RebalancingAnswer;
  /**
   * With a limit of time: from how many replications what was asked is answered, where it is fewer than asked for, or
   * where a search was cut short; 0: it is not answered.
   */
  readonly shortened?: Readonly<Record<string, number>>;
  /** `time`: the time was up before everything was answered as asked. */
  readonly ended: 'complete' | 'time' | 'interrupted';
  /** Simulations, and those of them that an earlier plan had made. */
  readonly simulations: number;
}

import type { Estimate } from '../../statistics/estimate.ts';
import type { Interval } from '../../statistics/share-interval.ts';
import type { ReplenishSpec } from '../disturbances/replenish.ts';
import type { Amount } from '../network/amount.ts';
import type { NodeName } from '../network/network.ts';
import type { Expectation } from '../scenario/expectation.ts';
import type { NetworkChange } from './experiment.ts';
import type { MeasuredPlan, PlanPoint } from './measured-plan.ts';

/** The answers to the questions of a plan, under the names of the questions. */
export interface PlanAnswers {
  /** The least common deposit, then that of each part. */
  readonly deposit?: readonly DepositAnswer[];
  readonly fund?: FundingAnswer;
  readonly changes?: ChangesAnswer;
  readonly rebalance?: RebalancingAnswer;
}

/** Everything that a plan found. */
export interface PlanResult extends MeasuredPlan, PlanAnswers {
  /** Where fields are varied: the answers of each point, in their order, and none beside. */
  readonly answers?: readonly PlanAnswers[];
}

/** The least deposit from which on the goal holds, of those that were tried. */
export interface DepositAnswer {
  /** Whose deposit: every end's, one node's ends', or one end's. */
  readonly of: string;
  readonly ends: number;
  /** The least from which on the mean of the replications meets the goal; absent: none that was tried does. */
  readonly deposit?: Amount | undefined;
  /** The goal is missed again with more than this; absent: with nothing more that was tried. */
  readonly upTo?: Amount;
  /** Below the first the goal is missed for sure, from the second on it is met for sure; of a part not sought. */
  readonly interval: readonly [least: Amount | null, sure: Amount | null];
  /** Without an upper end of the interval: so many replications would show one. */
  readonly replicationsForBound?: number | undefined;
  /** The time was up before the least was found: the curve has what was tried. */
  readonly isCut?: true;
  /** For the first question: the goal's metric with all parts at their own deposits, by replications that chose none. */
  readonly held?: Estimate;
  /** For the first question: the least money that was found to meet the goal, with an amount of its own for each end. */
  readonly cheapest?: CheapestAnswer;
  /** For the first question, where no money at these ends meets the goal. */
  readonly obstacles?: Obstacles;
  /** The largest deposit that was tried. */
  readonly most: Amount;
  /** The deposits that were tried, ascending, with the goal's metric. */
  readonly curve: readonly DepositProbe[];
  readonly changes: readonly NetworkChange[];
}

/** The least money that was found to meet the goal. */
export interface CheapestAnswer extends Pick<FundingAnswer, 'ends' | 'changes'> {
  readonly money: Amount;
  /** The goal's metric with it, by replications that did not choose it. */
  readonly goal: Estimate;
  /** The metrics of further goals then. */
  readonly also: GoalMetrics;
  /** No money that was tried meets the further goals, too: this is for the first goal alone. */
  readonly isForFirst?: true;
}

/** Metrics by their names. */
export type GoalMetrics = Readonly<Record<string, Estimate>>;

/** Why payments fail that no money at the ends in question would let through. */
export interface Obstacles {
  /** The goal's metric with plenty at these ends, and with plenty at all. */
  readonly withMine: Estimate;
  readonly everywhere: Estimate;
  /** Failed payments of a run with plenty at these ends, and those of them over the payer's fee limit. */
  readonly failed: number;
  readonly overFeeLimit: number;
  /** The ends that hold too little then, by the failed payments of a run; and what they lack with plenty at all. */
  readonly ends: readonly (Pick<FundedEnd, 'node' | 'partner'> & {
    readonly failed: number;
    readonly shortage: Amount;
  })[];
}

/** One deposit that was tried. */
export interface DepositProbe {
  readonly deposit: Amount;
  readonly goal: Estimate;
}

/** A division of a budget: chosen by some replications, measured by others. */
export interface FundingAnswer {
  readonly budget: Amount;
  /** How the money was divided. */
  readonly rule: string;
  /** The plan beside each simple rule, the best of them first where it was chosen. */
  readonly rules: readonly ComparedRule[];
  /** The part of the budget that is left: nothing that was tried gains from it. */
  readonly unplaced: Amount;
  readonly before: Estimate;
  readonly after: Estimate;
  /** The goal's metric with the plan less without. */
  readonly gain: Estimate;
  /** The sum that each end gets, the most first. */
  readonly ends: readonly FundedEnd[];
  readonly changes: readonly NetworkChange[];
  /** The goal's metric against the budget, from 0 on. */
  readonly curve: readonly BudgetPoint[];
  /** The least money that meets the goal; it may be more than the budget. Absent: the goal is met without, or with no sum. */
  readonly cheapest?: CheapestAnswer;
  /** Present where no money at these ends meets the goal. */
  readonly obstacles?: Obstacles;
}

/** A rule that divides the same budget. */
export interface ComparedRule {
  readonly name: string;
  /** The goal's metric with the plan less with the rule. */
  readonly difference: Estimate;
}

/** A channel end by name. */
interface NamedEnd {
  readonly channel: string;
  readonly node: NodeName;
  readonly partner: NodeName;
}

/** The sum that one channel end gets. */
export interface FundedEnd extends NamedEnd {
  readonly amount: Amount;
}

/** The best division of one budget that was tried. */
export interface BudgetPoint {
  readonly budget: Amount;
  readonly rule: string;
  /** By replications that did not choose the division. */
  readonly goal: Estimate;
}

/** The kinds of changes to a network, which are the keys of the section `plan:` that ask for them. */
export type ChangeKind = 'open' | 'close' | 'remove' | 'charge' | 'replenish';

/** The changes that were tried, and those to make. */
export interface ChangesAnswer {
  /** The best first, of all kinds: by the goal where the effect is beyond chance, then by money; what is removed last. */
  readonly tried: readonly TriedChange[];
  /** The changes that help beside each other; absent: none is shown to help. */
  readonly advised?: AdvisedChanges;
  /** The goals that are met now, and missed with a change that helps otherwise. */
  readonly broken: readonly Expectation[];
  /** A goal that is missed, and the number of changes that were tried in no pair; absent: none. */
  readonly unpaired?: { readonly goal: Expectation; readonly count: number };
  /** Kinds that were asked for and have fewer changes to try than rules, or none at all. */
  readonly lacking: readonly { readonly kind: ChangeKind; readonly count: number }[];
}

/** Changes that were simulated together. */
export interface AdvisedChanges {
  /** Their places in the list of those that were tried. */
  readonly places: readonly number[];
  /** The places of changes that the plan chose in pairs. */
  readonly together: readonly number[];
  /** The places of changes that the plan chose for a goal of `also`. */
  readonly further: readonly number[];
  /** The places of others that help alone, and not beside these. */
  readonly alternatives: readonly number[];
  readonly changes: readonly NetworkChange[];
  readonly replenish: readonly ReplenishSpec[];
  /** The goal's metric with all of them less without. */
  readonly difference: Estimate;
  /** The goal's metric with all of them, and those of further goals. */
  readonly goal: Estimate;
  readonly also: GoalMetrics;
  /** The money that they are about, with all of them. */
  readonly money: readonly ChangedMoney[];
}

/** One change that was tried. */
export interface TriedChange {
  readonly kind: ChangeKind;
  /** `open ann–ben`, `without hub`, or the node that charges. */
  readonly what: string;
  readonly changes: readonly NetworkChange[];
  /** The goal's metric with the change less without, by replications that had no part in ranking. */
  readonly difference: Estimate;
  /** Whether chance alone may have made it, as one of so many that were tried. */
  readonly mayBeChance: boolean;
  readonly replenish?: ReplenishSpec;
  /** The goal's metric with the change. */
  readonly goal: Estimate;
  /** The money that the change is about; absent: it is about success alone. */
  readonly money?: ChangedMoney;
}

/** The money of a node in one run. */
export interface ChangedMoney {
  /** `earned{node=hub}`, `profit{node=mine}` or `cost{node=hub}`. */
  readonly metric: string;
  /** With the change. */
  readonly amount: Estimate;
  /** With the change less without. */
  readonly difference: Estimate;
  readonly mayBeChance: boolean;
}

/** How traffic shifts balances, and what circular payments could restore. */
export interface RebalancingAnswer {
  /** Mean length of a run, seconds: amounts are what one run moves. */
  readonly run: Estimate;
  readonly cycles: readonly CircularPayment[];
  /** The drift that these circular payments leave, by channel end, the largest first. */
  readonly drains: readonly Drain[];
  /** Ends that were depleted in a run, the soonest first. */
  readonly dryEnds: readonly Depletion[];
}

/** A flow that one run moves; found in one half of the replications, measured by the other. */
export interface MovedAmount {
  readonly amount: Amount;
  readonly interval: Interval;
  /** Whether chance alone may have made it, as one of so many that were looked at. */
  readonly mayBeChance: boolean;
}

/** A circular payment: each node pays the next, the last one the first. */
export interface CircularPayment extends MovedAmount {
  readonly path: readonly NodeName[];
  readonly channels: readonly string[];
  /** The sum that mediators on the way charge for it. */
  readonly fee: Amount;
  /** Without it the first of its ends is depleted after so many seconds, as simulated or as it drifts. */
  readonly dryAfterS: number;
}

/** A channel end that loses more than it gets back. */
export interface Drain extends MovedAmount, NamedEnd {
  /** Whether a circular payment could restore it in place of one of those above. */
  readonly isOnCircle: boolean;
  /** Its amount, less what the named circular payments restore, in a run in which no end that may be funded lacks money. */
  readonly whenFilled: Amount;
}

/** How soon one end is depleted. */
export interface Depletion extends NamedEnd {
  /** In so many of so many runs. */
  readonly runs: number;
  readonly of: number;
  /** Seconds to the first time, in the median run; null: most runs end before. */
  readonly afterS: number | null;
  /** The interval of that median; absent: too few runs. The second is null where it may be after the end of runs. */
  readonly interval?: readonly [soonest: number | null, latest: number | null];
}

/** The money of one channel end before and after an answer is followed. */
export interface MoneyMove extends Pick<NamedEnd, 'node' | 'partner'> {
  readonly has: Amount;
  readonly afterwards: Amount;
}

/** The money that one answer says to move. */
export interface AnswerMoves {
  readonly question: keyof PlanAnswers;
  readonly moves: readonly MoneyMove[];
  /** What ends get in all. */
  readonly money: Amount;
  /** The goal's metric then, by replications that did not choose it. */
  readonly goal: Estimate;
  /** Whether its mean meets the goal, and no more money is needed for that by more replications. */
  readonly isMet: boolean;
  /** The metrics of further goals then; absent: not measured. */
  readonly also?: GoalMetrics | undefined;
}

/** A point of a plan with its answers. */
export interface AnsweredPoint {
  readonly point: PlanPoint;
  readonly answers: PlanAnswers;
  /** The one to follow first: the least money that meets the goal. The others are alternatives. */
  readonly moves: readonly AnswerMoves[];
}

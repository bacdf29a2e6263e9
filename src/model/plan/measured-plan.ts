import type { Estimate, QuantileEstimate } from '../../statistics/estimate.ts';
import type { TokenNetwork } from '../network/network.ts';
import { keyWords } from '../run/describe-operation.ts';
import type { PlanSpec } from './plan-spec.ts';

/** How sure the replications are that a goal holds of the mean. */
export type Standing = 'met' | 'missed' | 'undecided';

/** One point of a plan, measured. */
export interface PlanPoint {
  /** The value of each varied field, as text; empty: the scenario as it is. */
  readonly settings: Readonly<Record<string, string>>;
  readonly replications: number;
  readonly metrics: Readonly<Record<string, Estimate>>;
  readonly goal: Standing;
  /** The goal's metric in the worst run of twenty; absent: of so few replications all may be better. */
  readonly worst?: QuantileEstimate;
}

/** Recorded payments, simulated as they were recorded, beside how they ended. */
export interface RecordCheck {
  readonly payments: number;
  readonly succeeded: number;
  /** The share that succeeds in the simulation. */
  readonly simulated: Estimate;
  /** The share of payments that end in the simulation as they were recorded to end. */
  readonly alike: Estimate;
}

/** The money that must be put in again for as long as such payments go on. */
export interface WeeklyDrain {
  /** How many of the ends that may be funded surely lose more than they get back. */
  readonly ends: number;
  /** Their losses together. */
  readonly perWeek: Estimate;
}

/** The token whose amounts a plan tells. */
export type PlannedToken = Pick<TokenNetwork, 'name' | 'decimals'>;

/** All that a plan found, the answers to its questions (jobs/plan/questions) aside. */
export interface MeasuredPlan
  extends Pick<PlanSpec, 'goal' | 'also' | 'network' | 'warmUpMs' | 'horizonMs' | 'mine' | 'figures'> {
  /** Absent: the scenario has none. */
  readonly token?: PlannedToken;
  readonly confidence: number;
  /** How far the model is off; absent: nothing recorded says how it ended. */
  readonly record?: RecordCheck;
  /** With a horizon: whether it drains. */
  readonly drain?: WeeklyDrain;
  readonly points: readonly PlanPoint[];
  /**
   * With a limit of time: from how many replications each question is answered, where these are fewer than asked for,
   * or where a search was cut short; 0: it is not answered.
   */
  readonly shortened?: Readonly<Record<string, number>>;
  /** `time`: the time was up before everything was answered as asked. */
  readonly ended: 'complete' | 'time' | 'interrupted';
  /** Simulations, including those that an earlier plan had made. */
  readonly simulations: number;
}

/** A field of the scenario as people say it: `capacity` for `network.capacity`, `horizon` for `plan.horizon`, `nodes hubA fees flat` for `nodes.hubA.fees.flat`. */
export function fieldWords(field: string): string {
  const [first = '', ...others] = field.replace(/^(?:network|plan)\./, '').split('.');
  const words = others.map((key, at) => (first === 'nodes' && at === 0 ? key : keyWords(key)));
  return [keyWords(first), ...words].join(' ');
}

/** `with capacity 1000`; empty where nothing is varied. */
export function settingsText(settings: PlanPoint['settings']): string {
  const list = Object.entries(settings).map(([field, value]) => `${fieldWords(field)} ${value}`);
  return list.length === 0 ? '' : `with ${list.join(', ')}`;
}

import type { AcceptedViolation } from './accepted.ts';
import type { OperationKind } from '../run/operation.ts';
import type { ReasonClass } from '../run/reason-class.ts';
import type { ContractReport } from './contract-report.ts';
import type { LearntFees } from './learnt-fees.ts';
import type { Counterexample } from './counterexample.ts';
import type { OutcomeCoverage } from './outcome-coverage.ts';

/** How a call ended, as far as coverage goes. */
export type CallEnd = 'succeeded' | ReasonClass | 'no-answer';

/** How often calls of one kind ended in one way. */
export interface CoveredPair {
  readonly operation: OperationKind | 'read';
  readonly outcome: CallEnd;
  readonly times: number;
}

/** Why a check ended. */
export type CheckEnd = 'runs' | 'time' | 'cases' | 'interrupted';

/** What generated calls showed of nodes. */
export interface CheckReport {
  readonly seed: string;
  readonly sequences: {
    readonly held: number;
    readonly violated: number;
    /** Violated in an accepted way only. */
    readonly accepted: number;
    readonly unknown: number;
  };
  /** Requests that were sent and whose answers were judged. */
  readonly calls: number;
  readonly counterexamples: readonly Counterexample[];
  /** What the nodes' dialect says they answer, asked before the first sequence; absent: not asked. */
  readonly contract?: ContractReport;
  readonly covered: readonly CoveredPair[];
  /** What of all that the dialect names was seen; absent: the contract was not asked. */
  readonly outcomes?: OutcomeCoverage;
  readonly ended: CheckEnd;
  /** How each try was kept apart from those before it. */
  readonly isolation: string;
  /** What was not done to these nodes, in one sentence; absent: everything was. */
  readonly notDone?: string;
  /** Of nodes whose fees nobody has described. */
  readonly fees?: LearntFees;
  /** What calls that wait for blocks took, in milliseconds, where that was more than was left of the time. */
  readonly leftOutMs?: number;
  /** Why sequences are unknown, each reason once. */
  readonly unknowns: readonly string[];
  /** Violations that are accepted, with how often each occurred; 0: it no longer does. */
  readonly accepted: readonly (AcceptedViolation & { readonly times: number })[];
}

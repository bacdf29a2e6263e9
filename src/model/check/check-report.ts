import type { Amount } from '../network/amount.ts';
import type { FeeSchedule } from '../network/fees.ts';
import type { NodeName } from '../network/network.ts';
import type { OperationKind } from '../run/operation.ts';
import type { ReasonClass } from '../run/reason-class.ts';
import type { ContractReport } from './contract-report.ts';
import type { CaseFound, Counterexample } from './counterexample.ts';

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

/** The results of generated calls to nodes. */
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
  /** The cases of the dialect's contract, tried before the first sequence; absent: they were not tried. */
  readonly contract?: ContractReport;
  readonly covered: readonly CoveredPair[];
  /** The kinds of calls that these nodes may be asked for, and none was judged; of payments, none succeeded. */
  readonly uncovered: readonly string[];
  /** How long the longest sequence took; absent: the check did not end by its time. */
  readonly longestMs?: number;
  /** Of the pairs of a call, the state of its channel, what becomes of nodes, and repetition; absent: none can be brought about. */
  readonly space?: { readonly covered: number; readonly of: number };
  /** The outcomes of the dialect that were seen; absent: its contract was not tried. */
  readonly outcomes?: OutcomeCoverage;
  readonly ended: CheckEnd;
  /** Everything else that was not judged, a clause each. */
  readonly notJudged: readonly string[];
  /** How each try was kept apart from those before it. */
  readonly isolation: string;
  /** The things that were not done to these nodes, in one sentence; absent: everything was done. */
  readonly notDone?: string;
  /** What was learnt about fees that nobody has described. */
  readonly fees?: LearntFees;
  /** Why sequences are unknown, each reason once. */
  readonly unknowns: readonly string[];
  /** Violations that are accepted, with how often each occurred; 0: it no longer does. */
  readonly accepted: readonly (AcceptedViolation & { readonly times: number })[];
}

/** Mediation fees of nodes whose fees the topology does not give, as far as a payment and one back show them. */
export interface LearntFees {
  /** The schedule that foresees everything that they changed; absent: none that was tried does. */
  readonly schedule?: FeeSchedule;
  /** Absent: no two nodes are there that only a mediator joins, or nothing gets through to try it. */
  readonly payment?: { readonly from: NodeName; readonly to: NodeName; readonly amount: Amount };
}

/** Which of the outcomes that a dialect's reference names a check has seen, and why not the others. */
export interface OutcomeCoverage {
  readonly dialect: string;
  /** How many pairs of an operation and an outcome there are. */
  readonly named: number;
  readonly reached: number;
  readonly missing: readonly MissingOutcome[];
}

/** A pair that was not seen. */
export interface MissingOutcome {
  /** By its name in the OpenAPI document. */
  readonly operation: string;
  /** Its class, or the status of a refusal that has none. */
  readonly outcome: string;
  /** Absent: nothing prevented it, and this run did not see it. */
  readonly why?: string;
}

/** A violation that is known, and why it is accepted for now. */
export interface AcceptedViolation {
  readonly check: string;
  /** Kind of the call; absent: any. */
  readonly call?: OperationKind;
  /** How the call ended, as a case says it: `no-answer`, say; absent: in any way. */
  readonly seen?: string;
  readonly reason: string;
}

/** The entry that a violation is one of. */
export function acceptedAs(
  found: CaseFound | undefined,
  accepted: readonly AcceptedViolation[] = [],
): AcceptedViolation | undefined {
  if (found === undefined) return undefined;
  return accepted.find(
    ({ check, call, seen }) =>
      check === found.check &&
      (call === undefined || call === found.kind) &&
      (seen === undefined || seen === found.seen),
  );
}

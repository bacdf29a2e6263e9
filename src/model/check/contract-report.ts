import type { NodeName } from '../network/network.ts';
import type { ReasonClass } from '../run/reason-class.ts';

/** How a request ends: answered, or refused for a reason of this class. */
export type OutcomeClass = 'ok' | ReasonClass;

/** The result of one case of a contract. */
export type CaseVerdict =
  | { readonly kind: 'agrees' }
  /** The node answered otherwise, or not at all. */
  | {
      readonly kind: 'differs';
      readonly expected: string;
      readonly observed: string;
      /** A shell line that sends the request again. Never holds credentials. */
      readonly curl: string;
    }
  /** The network has not what the case needs, or it may not be changed: this says nothing of the node. */
  | { readonly kind: 'not-run'; readonly needs: string }
  /** It could not be found out: the node stopped answering, or did not tell what the request needs. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Needed by a case that was not asked because the time of a check was over. */
export const MORE_TIME = 'more time (--time)';

/** One case with its verdict. */
export interface JudgedCase {
  /** Unique within the dialect, and never changed: reports and filters name cases. */
  readonly name: string;
  /** The endpoint by its name in the OpenAPI document. */
  readonly operation: string;
  readonly outcome: OutcomeClass;
  /** A section of docs/protocol, as `raiden.md 1.5`, or an exchange of test/recordings, as `recorded 142`. */
  readonly source: string;
  readonly verdict: CaseVerdict;
}

/** The answers of a node, compared with the contract of its dialect. */
export interface ContractReport {
  readonly dialect: string;
  /** The node that was asked. */
  readonly node: NodeName;
  /** Where it answers; without credentials. */
  readonly url: string;
  readonly cases: readonly JudgedCase[];
  /** Refusals that no case brings about, with the reason. */
  readonly absent: readonly AbsentCase[];
  /** True when the suite was broken off. */
  readonly partial: boolean;
}

/** An answer that the dialect has and no case of the contract asks for. */
export interface AbsentCase {
  /** Absent: every operation. */
  readonly operation?: string;
  readonly status: number;
  readonly why: string;
}

/** How many cases ended how. */
export type CaseCounts = Readonly<Record<CaseVerdict['kind'], number>>;

/** Counts verdicts by kind. */
export function countCases(cases: readonly JudgedCase[]): CaseCounts {
  const counts = { agrees: 0, differs: 0, 'not-run': 0, unknown: 0 };
  for (const { verdict } of cases) counts[verdict.kind] += 1;
  return counts;
}

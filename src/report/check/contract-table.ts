import { gather } from '../../model/gather.ts';
import {
  type CaseCounts,
  countCases,
  type JudgedCase,
  type OutcomeClass,
} from '../../model/check/contract-report.ts';

/** How the cases of one operation with one outcome ended. */
export interface ContractCell {
  readonly operation: string;
  readonly outcome: OutcomeClass;
  readonly counts: CaseCounts;
}

/** Operations by outcomes, in the order of the cases. */
export function contractTable(cases: readonly JudgedCase[]): readonly ContractCell[] {
  const cells = new Map<string, JudgedCase[]>();
  for (const one of cases) gather(cells, `${one.operation} ${one.outcome}`, one);
  return [...cells.values()].map((ended) => {
    const { operation, outcome } = ended[0] as JudgedCase;
    return { operation, outcome, counts: countCases(ended) };
  });
}

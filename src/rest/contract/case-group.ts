import type { ContractCase } from './contract-case.ts';

type Shared = 'operation' | 'source';

/** Cases of one endpoint; each may name another source than the group's. */
export function caseGroup(
  shared: Pick<ContractCase, Shared>,
  cases: readonly (Omit<ContractCase, Shared> & { readonly source?: string })[],
): readonly ContractCase[] {
  return cases.map((one) => ({ ...shared, ...one }));
}

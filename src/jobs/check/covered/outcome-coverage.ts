import type { CoveredPair } from '../../../model/check/check-report.ts';
import type { ContractReport, JudgedCase } from '../../../model/check/contract-report.ts';
import type { MissingOutcome, OutcomeCoverage } from '../../../model/check/outcome-coverage.ts';
import { gather } from '../../../model/gather.ts';
import { dialectNamed } from '../../../rest/dialect-named.ts';
import type { FurtherOutcome } from '../../../rest/contract/contract-case.ts';

// The endpoints by what steps of a sequence are called.
const ENDPOINTS: Partial<Record<CoveredPair['operation'], string>> = {
  pay: 'pay',
  open: 'openChannel',
  deposit: 'updateChannel',
  withdraw: 'updateChannel',
  close: 'updateChannel',
  leave: 'leaveTokenNetwork',
};

/**
 * Holds what the contract and the sequences of a check have seen against everything that the dialect names: the outcomes
 * of its cases, those that take more than a request, and the refusals that no request brings about.
 */
export function coverOutcomes({
  contract: { dialect, cases, absent },
  further = dialectNamed(dialect).contract.further,
  covered,
  isSandbox,
}: {
  readonly contract: ContractReport;
  /** Absent: as the dialect says. */
  readonly further?: readonly FurtherOutcome[];
  /** By sequences. */
  readonly covered: readonly CoveredPair[];
  /** A sandbox has reasons of its own for what it never shows. */
  readonly isSandbox: boolean;
}): OutcomeCoverage {
  const inSequences = new Set(
    covered.map(({ operation, outcome }) =>
      pairName(ENDPOINTS[operation] ?? '', outcome === 'succeeded' ? 'ok' : outcome),
    ),
  );
  const named = new Map<string, JudgedCase[]>();
  for (const one of cases) gather(named, pairName(one.operation, one.outcome), one);
  const missing: MissingOutcome[] = [];
  for (const [name, judged] of named) {
    if (inSequences.has(name) || judged.some(isAnswered)) continue;
    const { operation, outcome } = judged[0] as JudgedCase;
    missing.push({ operation, outcome, ...whyNot(judged) });
  }
  const others = further.filter(({ operation, outcome }) => !named.has(pairName(operation, outcome)));
  for (const { operation, outcome, unlikeSandbox } of others)
    if (!inSequences.has(pairName(operation, outcome)))
      missing.push({
        operation,
        outcome,
        ...(isSandbox && unlikeSandbox !== undefined ? { why: unlikeSandbox } : {}),
      });
  const never = absent.map(({ operation = 'every operation', status, why }) => ({
    operation,
    outcome: String(status),
    why,
  }));
  const all = named.size + others.length + never.length;
  return {
    dialect,
    named: all,
    reached: all - missing.length - never.length,
    missing: [...missing, ...never],
  };
}

function isAnswered({ verdict: { kind } }: JudgedCase): boolean {
  return kind === 'agrees' || kind === 'differs';
}

function whyNot(cases: readonly JudgedCase[]): Pick<MissingOutcome, 'why'> {
  for (const { verdict } of cases) {
    if (verdict.kind === 'not-run') return { why: `it needs ${verdict.needs}` };
    if (verdict.kind === 'unknown') return { why: verdict.why };
  }
  return {};
}

function pairName(operation: string, outcome: string): string {
  return `${operation} ${outcome}`;
}

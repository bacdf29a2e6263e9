import type {
  CallEnd,
  CoveredPair,
  MissingOutcome,
  OutcomeCoverage,
} from '../../model/check/check-report.ts';
import type { Outcome } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import type { CaseVerdict, ContractReport } from '../../model/check/contract-report.ts';
import type { FurtherOutcome } from '../../rest/contract/contract-case.ts';
import type { SequenceChoices } from './arbitraries/sequences.ts';

/** Counts how calls of each kind ended. */
export class Coverage {
  readonly #times = new Map<string, CoveredPair>();

  /** Adds what a run asked for and read. */
  add({ records, readings }: Run): void {
    for (const { operation, outcome } of records) this.#count(operation.kind, classOf(outcome));
    for (const { value } of readings)
      this.#count('read', value.kind === 'unread' && !value.isAbsent ? 'no-answer' : 'succeeded');
  }

  /** Sorted by kind of call, then by outcome. */
  get pairs(): readonly CoveredPair[] {
    return [...this.#times.entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, pair]) => pair);
  }

  #count(operation: CoveredPair['operation'], outcome: CallEnd): void {
    const key = `${operation} ${outcome}`;
    const times = (this.#times.get(key)?.times ?? 0) + 1;
    this.#times.set(key, { operation, outcome, times });
  }
}

/** The kinds of calls that may be asked for, and that no answer covers; a payment must have succeeded. */
export function uncoveredKinds(
  covered: readonly CoveredPair[],
  choices: Pick<SequenceChoices, 'opensAndCloses' | 'stopsNodes' | 'mediates'>,
): readonly string[] {
  const { opensAndCloses, stopsNodes, mediates = true } = choices;
  const needed = [
    'pay',
    'deposit',
    'withdraw',
    ...(opensAndCloses ? ['open', 'close', 'leave'] : []),
    ...(stopsNodes ? ['stop', 'start'] : []),
  ];
  const answered = new Set<string>();
  for (const { operation, outcome } of covered)
    if (operation === 'pay' ? outcome === 'succeeded' : outcome !== 'no-answer') answered.add(operation);
  return [...needed.filter((kind) => !answered.has(kind)), ...(mediates ? [] : ['mediated payment'])];
}

function classOf(outcome: Outcome): CallEnd {
  if (outcome.kind === 'failed') return outcome.reason;
  return outcome.kind === 'succeeded' ? 'succeeded' : 'no-answer';
}

// The endpoints by what steps of a sequence are called.
const ENDPOINTS: Partial<Record<CoveredPair['operation'], string>> = {
  pay: 'pay',
  open: 'openChannel',
  deposit: 'updateChannel',
  withdraw: 'updateChannel',
  set: 'updateChannel',
  close: 'updateChannel',
  leave: 'leaveTokenNetwork',
};

/**
 * Holds what the contract and the sequences of a check have seen against everything that the dialect names: the outcomes
 * of its cases, those that take more than a request, and the refusals that no request brings about.
 */
export function coverOutcomes({
  contract: { dialect, cases, absent },
  further,
  covered,
  isSandbox,
}: {
  readonly contract: ContractReport;
  /** As the contract names them. */
  readonly further: readonly FurtherOutcome[];
  /** The pairs that sequences covered. */
  readonly covered: readonly CoveredPair[];
  /** A sandbox has reasons of its own for what it never shows. */
  readonly isSandbox: boolean;
}): OutcomeCoverage {
  const seen = new Set(
    covered.map(({ operation, outcome }) =>
      pairName({ operation: ENDPOINTS[operation] ?? '', outcome: outcome === 'succeeded' ? 'ok' : outcome }),
    ),
  );
  const named = new Map<string, MissingOutcome>();
  const name = (pair: MissingOutcome): void => {
    named.set(pairName(pair), { ...pair, ...named.get(pairName(pair)) });
  };
  for (const { operation, outcome, verdict } of cases) {
    if (verdict.kind === 'agrees' || verdict.kind === 'differs') seen.add(pairName({ operation, outcome }));
    name({ operation, outcome, ...whyNot(verdict) });
  }
  for (const { operation, outcome, unlikeSandbox } of further)
    name({ operation, outcome, ...(isSandbox && unlikeSandbox !== undefined && { why: unlikeSandbox }) });
  const missing = [...named.values()].filter((pair) => !seen.has(pairName(pair)));
  const never = absent.map(({ operation = 'every operation', status, why }) => {
    return { operation, outcome: String(status), why };
  });
  return {
    dialect,
    named: named.size + never.length,
    reached: named.size - missing.length,
    missing: [...missing, ...never],
  };
}

function whyNot(verdict: CaseVerdict): Pick<MissingOutcome, 'why'> {
  if (verdict.kind === 'not-run') return { why: `it needs ${verdict.needs}` };
  return verdict.kind === 'unknown' ? { why: verdict.why } : {};
}

function pairName({ operation, outcome }: MissingOutcome): string {
  return `${operation} ${outcome}`;
}

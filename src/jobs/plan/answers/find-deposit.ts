import type { Amount } from '../../../model/network/amount.ts';
import type { EndSelector, Experiment } from '../../../model/plan/experiment.ts';
import type { DepositAnswer, DepositProbe, Standing } from '../../../model/plan/plan-result.ts';
import type { PlanSpec } from '../../../model/plan/plan-spec.ts';
import { stands } from '../../../model/scenario/relation.ts';
import { estimateMetric, standingOf } from '../estimate-metric.ts';
import type { Laboratory } from '../laboratory.ts';

export interface DepositSearch {
  readonly base: Experiment;
  /** Whose deposit is sought; other ends stay as they are. */
  readonly at: EndSelector;
  readonly of: string;
  /** How many ends that are. */
  readonly ends: number;
  readonly rule: Pick<PlanSpec, 'goal' | 'replications'>;
  readonly laboratory: Laboratory;
  /** Where to begin; a power of two beyond it is tried while the goal is missed. */
  readonly from: Amount;
  /** All that is paid in one run: an end that holds so much hardly lacks anything. */
  readonly volume: Amount;
}

// 2^40 times the beginning: no deposit helps then.
const MOST_DOUBLINGS = 40;

// After so many doublings beyond all that is paid that changed nothing, money is not what is missing.
const MOST_ALIKE = 3;

/**
 * The least deposit with which the goal holds of the mean. Every deposit meets the same payments, so more deposit
 * hardly ever means less success, and a bisection finds where the mean crosses the goal, to the unit. Two more
 * bisections, on the same probes, find from where on the goal holds for sure and below which it surely does not:
 * the interval of all deposits that the replications cannot tell from the least one.
 */
export async function findDeposit(search: DepositSearch): Promise<DepositAnswer> {
  const probes = new Map<Amount, DepositProbe>();
  const { rule, of, at, ends } = search;
  const probe = async (deposit: Amount): Promise<DepositProbe> => {
    const known = probes.get(deposit) ?? (await measure(search, deposit));
    probes.set(deposit, known);
    return known;
  };
  const most = await enough(search, probe);
  const least = (holds: (probe: DepositProbe) => boolean): Promise<Amount | undefined> =>
    leastThat(async (deposit) => holds(await probe(deposit)), most);
  const deposit = await least((each) => stands(each.goal.mean, rule.goal.relation, rule.goal.value));
  const sure = await least((each) => standing(each, rule) === 'met');
  const possible = await least((each) => standing(each, rule) !== 'missed');
  const curve = [...probes.values()].sort((a, b) => (a.deposit < b.deposit ? -1 : 1));
  return {
    of,
    ends,
    ...(deposit === undefined ? {} : { deposit }),
    interval: [possible ?? null, sure ?? null],
    most,
    curve,
    changes: deposit === undefined ? [] : [{ kind: 'deposit', at, amount: deposit }],
  };
}

function standing({ goal }: DepositProbe, rule: DepositSearch['rule']): Standing {
  return standingOf(goal, rule.goal);
}

async function measure(
  { base, at, rule, laboratory }: DepositSearch,
  deposit: Amount,
): Promise<DepositProbe> {
  const changes = [...base.changes, { kind: 'deposit', at, amount: deposit } as const];
  const wanted = { experiment: { ...base, changes }, count: rule.replications };
  const [rows = []] = await laboratory.replicationsOf([wanted]);
  return { deposit, goal: estimateMetric(rows, rule.goal.metric) };
}

/** A deposit that surely suffices, doubled from the first one; or the last that still changed something. */
async function enough(
  { from, volume, rule }: DepositSearch,
  probe: (deposit: Amount) => Promise<DepositProbe>,
) {
  let deposit = from > 0n ? from : 1n;
  let [alike, mean] = [0, Number.NaN];
  // What is less than all that the plan moves says nothing of deposits that are more.
  for (let doublings = 0; doublings < MOST_DOUBLINGS && alike < MOST_ALIKE; ) {
    const found = await probe(deposit);
    if (standing(found, rule) === 'met') return deposit;
    alike = found.goal.mean === mean && deposit > volume ? alike + 1 : 0;
    mean = found.goal.mean;
    if (deposit > volume) doublings += 1;
    deposit *= 2n;
  }
  return deposit;
}

/** The least amount up to `most` that holds, where one does; as if all above one that holds held too. */
async function leastThat(
  holds: (deposit: Amount) => Promise<boolean>,
  most: Amount,
): Promise<Amount | undefined> {
  if (!(await holds(most))) return undefined;
  let [fails, suffices] = [-1n, most];
  while (suffices - fails > 1n) {
    const middle = (fails + suffices) / 2n;
    if (await holds(middle)) suffices = middle;
    else fails = middle;
  }
  return suffices;
}

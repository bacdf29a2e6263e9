import type { Amount } from '../../../model/network/amount.ts';
import type { EndSelector, Experiment, NetworkChange } from '../../../model/plan/experiment.ts';
import type { Standing } from '../../../model/plan/measured-plan.ts';
import type { PlanSpec } from '../../../model/plan/plan-spec.ts';
import { stands } from '../../../model/scenario/threshold.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { changed } from '../effects.ts';
import { estimateMetric, standingOf } from '../estimate-metric.ts';
import type { Laboratory } from '../laboratory.ts';

/** The least deposit with which the goal holds. */
export interface DepositAnswer {
  /** Whose deposit: every end's, one node's ends', or one end's. */
  readonly of: string;
  /** How many ends that are. */
  readonly ends: number;
  /** The least with which the mean of the replications meets the goal; absent: none does, up to `most`. */
  readonly deposit?: Amount;
  /** Below the first the goal is missed for sure, from the second on it is met for sure. */
  readonly interval: readonly [least: Amount | null, sure: Amount | null];
  /** The most that was tried. */
  readonly most: Amount;
  /** Deposits that were tried, ascending, with what they gave. */
  readonly curve: readonly DepositProbe[];
  /** The changes that make this deposit, for the scenario file that repeats it. */
  readonly changes: readonly NetworkChange[];
}

interface DepositProbe {
  readonly deposit: Amount;
  readonly goal: Estimate;
}

/** Whose least deposit is sought, and how. */
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
    const measuredProbe = probes.get(deposit) ?? (await measure(search, deposit));
    probes.set(deposit, measuredProbe);
    return measuredProbe;
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
  const experiment = changed(base, [{ kind: 'deposit', at, amount: deposit }]);
  const wanted = { experiment, count: rule.replications };
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
  // A deposit below the volume of a run says nothing of deposits above it.
  for (let doublings = 0; doublings < MOST_DOUBLINGS && alike < MOST_ALIKE; ) {
    const latestProbe = await probe(deposit);
    if (standing(latestProbe, rule) === 'met') return deposit;
    alike = latestProbe.goal.mean === mean && deposit > volume ? alike + 1 : 0;
    mean = latestProbe.goal.mean;
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

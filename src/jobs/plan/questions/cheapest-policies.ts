import type { ReplenishSpec } from '../../../model/disturbances/replenish.ts';
import { type Amount, larger } from '../../../model/network/amount.ts';
import type { NodeName, TokenName } from '../../../model/network/network.ts';
import type { EndSelector, Experiment } from '../../../model/plan/experiment.ts';
import type { MeasuredRun } from '../../../model/plan/replication.ts';
import { stands } from '../../../model/scenario/threshold.ts';
import type { WrittenReplenish } from '../../../scenario/fields/replenish-fields.ts';
import { type Estimate, pairedEstimate } from '../../../statistics/estimate.ts';
import { beyondChance, chanceBeside } from '../../../statistics/false-discoveries.ts';
import { assembleNetwork } from '../../assemble.ts';
import { changed } from '../effects.ts';
import { estimateMetric } from '../estimate-metric.ts';
import { paymentAmounts } from '../payment-amounts.ts';
import type { QuestionContext } from '../question.ts';

/** The cheapest deposit with each rule, the cheapest rule first; those with which nothing meets the goal last. */
export interface ReplenishAnswer {
  readonly of: string;
  /** The ends that rules fill. */
  readonly at: EndSelector;
  readonly choices: readonly ReplenishChoice[];
}

export interface ReplenishChoice {
  /** Absent: nothing fills the ends. */
  readonly policy?: ReplenishSpec;
  /** Of each end at the start; absent: none that was tried meets the goal. */
  readonly deposit?: Amount;
  /** By seeds that did not choose. */
  readonly cost?: Estimate;
  readonly goal?: Estimate;
  readonly transactions?: Estimate;
  /** Its cost less that of the cheapest; 0 for that one. */
  readonly behindBest?: Estimate;
  readonly mayBeChance?: boolean;
}

/** Rules to compare. */
export interface ReplenishSettings {
  readonly policies: readonly WrittenReplenish[];
}

/** The metric that is compared. */
export function costMetric(node: NodeName): string {
  return `cost{node=${node}}`;
}

/** The deposit that is cheapest with each rule and with none, then all of them by seeds that chose none. */
export async function cheapestPolicies(
  context: QuestionContext<ReplenishSettings>,
): Promise<ReplenishAnswer> {
  const { base, settings, spec, laboratory, seeds } = context;
  const [first] = settings.policies as readonly [WrittenReplenish, ...WrittenReplenish[]];
  const token = base.scenario.networks[0]?.token as TokenName;
  const policies = [undefined, ...settings.policies.map((policy): ReplenishSpec => ({ ...policy, token }))];
  const at: EndSelector = {
    owners: [first.node],
    ...(first.partners && { partners: first.partners }),
  };
  const network = assembleNetwork(base.scenario);
  const amounts = await paymentAmounts(base.scenario, network);
  const enough = larger(1n, 2n * amounts.reduce((sum, amount) => sum + amount, 0n));
  const trials = policies.map(
    (policy): Trial => ({ context, at, policy, metric: costMetric(first.node), enough }),
  );
  const found: (Probe | undefined)[] = [];
  for (const trial of trials) found.push(await cheapestDeposit(trial));
  const { replications: count, goal } = spec;
  const fresh = await laboratory.metricsOf(
    trials.flatMap((trial, of) => {
      const probe = found[of];
      return probe === undefined
        ? []
        : [{ experiment: experimentOf(trial, probe.deposit), count, first: seeds.telling }];
    }),
  );
  const told = found.map((probe, of) =>
    probe === undefined ? [] : (fresh[found.slice(0, of).filter((each) => each !== undefined).length] ?? []),
  );
  const metric = costMetric(first.node);
  const costs = (rows: readonly MeasuredRun[]) => rows.map(({ metrics }) => metrics[metric] ?? 0);
  const order = policies
    .map((_, of) => of)
    .sort(
      (a, b) => (found[a]?.cost ?? Number.POSITIVE_INFINITY) - (found[b]?.cost ?? Number.POSITIVE_INFINITY),
    );
  const bestCosts = costs(told[order[0] ?? 0] ?? []);
  const behind = told.map((rows) => pairedEstimate(bestCosts, costs(rows)));
  const rivals = order.slice(1).filter((of) => found[of] !== undefined);
  const areBehind = beyondChance(rivals.map((of) => chanceBeside(behind[of] as Estimate)));
  return {
    of: first.partners === undefined ? `each end of ${first.node}` : `each of ${sameEnds(first)}`,
    at,
    choices: order.map((of): ReplenishChoice => {
      const [policy, probe, rows = []] = [policies[of], found[of], told[of]];
      if (probe === undefined) return { ...(policy && { policy }) };
      return {
        ...(policy && { policy }),
        deposit: probe.deposit,
        cost: estimateMetric(rows, metric),
        goal: estimateMetric(rows, goal.metric),
        transactions: estimateMetric(rows, 'replenish_transactions'),
        behindBest: behind[of] as Estimate,
        mayBeChance: areBehind[rivals.indexOf(of)] === false,
      };
    }),
  };
}

interface Trial {
  readonly context: QuestionContext<ReplenishSettings>;
  readonly at: EndSelector;
  readonly policy: ReplenishSpec | undefined;
  /** Of the cost. */
  readonly metric: string;
  /** With so much an end lacks nothing. */
  readonly enough: Amount;
}

interface Probe {
  readonly deposit: Amount;
  readonly isMet: boolean;
  readonly cost: number;
}

// Each three quarters of the one before: thirty reach down to a five-thousandth.
const RUNGS = 30;
// Each halves the distance to the deposits beside the best: seven make it smaller than a percent.
const ROUNDS = 7;

/**
 * The deposit with the least mean cost of those that meet the goal. More deposit binds more money, less may mean more
 * transactions: so deposits all over the range are tried, then those between the best and the ones beside it.
 */
async function cheapestDeposit(trial: Trial): Promise<Probe | undefined> {
  const rungs = [trial.enough];
  while (rungs.length < RUNGS && (rungs.at(-1) ?? 0n) > 0n) rungs.push(((rungs.at(-1) ?? 0n) * 3n) / 4n);
  let probes = await tried(trial, rungs, []);
  for (let round = 0; round < ROUNDS; round += 1) {
    const best = cheapestOf(probes);
    if (best === undefined) return undefined;
    const at = probes.indexOf(best);
    const beside = [probes[at - 1], probes[at + 1]].flatMap((each) =>
      each === undefined ? [] : [(each.deposit + best.deposit) / 2n],
    );
    probes = await tried(trial, beside, probes);
  }
  return cheapestOf(probes);
}

function cheapestOf(probes: readonly Probe[]): Probe | undefined {
  return probes
    .filter(({ isMet }) => isMet)
    .reduce<Probe | undefined>(
      (best, each) => (best !== undefined && best.cost <= each.cost ? best : each),
      undefined,
    );
}

/** All that were tried, ascending. */
async function tried(
  trial: Trial,
  deposits: readonly Amount[],
  before: readonly Probe[],
): Promise<readonly Probe[]> {
  const { context, metric } = trial;
  const { goal, replications: count } = context.spec;
  const open = [...new Set(deposits)].filter((deposit) => before.every((probe) => probe.deposit !== deposit));
  const rows = await context.laboratory.metricsOf(
    open.map((deposit) => ({
      experiment: experimentOf(trial, deposit),
      count,
      first: context.seeds.choosing,
    })),
  );
  const probes = open.map((deposit, at): Probe => {
    const { mean } = estimateMetric(rows[at] ?? [], goal.metric);
    return {
      deposit,
      isMet: stands(mean, goal.relation, goal.value),
      cost: estimateMetric(rows[at] ?? [], metric).mean,
    };
  });
  return [...before, ...probes].sort((a, b) => (a.deposit < b.deposit ? -1 : 1));
}

function experimentOf({ context: { base }, at, policy }: Trial, amount: Amount): Experiment {
  const { replenish: others = [], ...scenario } = base.scenario;
  const rules = policy === undefined ? others : [...others, policy];
  const filled = rules.length === 0 ? scenario : { ...scenario, replenish: rules };
  return changed({ ...base, scenario: filled }, [{ kind: 'deposit', at, amount }]);
}

/** `hub’s ends with shop` */
export function sameEnds({ node, partners }: WrittenReplenish): string {
  return partners === undefined ? `all ends of ${node}` : `${node}’s ends with ${partners.join(', ')}`;
}

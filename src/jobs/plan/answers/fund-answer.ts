import type { Amount } from '../../../model/network/amount.ts';
import type { Network } from '../../../model/network/network.ts';
import type { NetworkChange } from '../../../model/plan/experiment.ts';
import type { PlanEffect, FundedEnd, FundingAnswer, FundingStep } from '../../../model/plan/plan-result.ts';
import type { EndUse, Replication } from '../../../model/plan/replication.ts';
import { assembleNetwork } from '../../assemble.ts';
import type { Asked } from './asked.ts';
import { changed, effectsOf, pairedDifference, type Trial } from './effects.ts';
import { estimateMetric } from '../estimate-metric.ts';

// Where so many more payments lacked money is looked for the next token; further ends lacked less than all of them.
const MOST_CANDIDATES = 8;

// A tenth of the budget: the plan is not a list of single tokens, and ten steps can still change direction.
const STEPS = 10n;

/**
 * Puts a budget where it helps most, step by step: what the most promising ends gain is tried by simulating the same
 * payments with a step more at each of them, and at all of them together in proportion to what they lacked, because
 * a payment that two ends stopped gains nothing from one. The best is kept, and what then lacks is looked at anew.
 */
export async function fundAnswer(asked: Asked, budget: Amount): Promise<FundingAnswer> {
  const { base, spec, isTimeUp } = asked;
  const network = assembleNetwork(base.scenario);
  const nameOf = ({ channel, end }: EndPlace): string =>
    `${network.extremities(channel)[end]}’s end of its channel with ${network.extremities(channel)[1 - end] as string}`;
  const stepAmount = spec.fund?.step ?? (budget / STEPS > 0n ? budget / STEPS : 1n);
  const steps: FundingStep[] = [];
  let changes: readonly NetworkChange[] = [];
  for (let left = budget; left > 0n && !isTimeUp(); ) {
    const found = await bestStep({ ...asked, base: changed(base, changes) }, { stepAmount, left, nameOf });
    if (found === undefined) break;
    steps.push(found);
    changes = [...changes, ...found.changes];
    left -= found.amount;
  }
  return {
    budget,
    steps,
    ends: fundedEnds(network, changes),
    changes,
    ...(await measured(asked, changes, budget)),
  };
}

interface Step {
  readonly stepAmount: Amount;
  readonly left: Amount;
  readonly nameOf: (end: EndPlace) => string;
}

/** What helps most; where a step helps nowhere a larger one may, for payments fail by as much as they are short of. */
async function bestStep(asked: Asked, { stepAmount, left, nameOf }: Step): Promise<FundingStep | undefined> {
  const { base, spec, laboratory, isTimeUp } = asked;
  const [rows = []] = await laboratory.replicationsOf([{ experiment: base, count: spec.replications }]);
  for (let amount = stepAmount; !isTimeUp(); amount *= 2n) {
    if (amount > left) amount = left;
    const effects = await effectsOf(asked, fundingTrials(rows, amount, nameOf));
    const best = effects.reduce<PlanEffect | undefined>(
      (found, each) => (found === undefined || each.difference.mean > found.difference.mean ? each : found),
      undefined,
    );
    if (best !== undefined && best.difference.mean > 0)
      return { ...best, amount, perThousand: (best.difference.mean / Number(amount)) * 1000 };
    if (amount === left) return undefined;
  }
  return undefined;
}

type EndPlace = Pick<EndUse, 'channel' | 'end'>;

function fundingTrials(
  rows: readonly Replication[],
  amount: Amount,
  nameOf: (end: EndPlace) => string,
): readonly Trial[] {
  const lacking = lackingEnds(rows).slice(0, MOST_CANDIDATES);
  const single = lacking.map(
    ({ channel, end }): Trial => ({
      what: nameOf({ channel, end }),
      changes: [{ kind: 'fund', channel, end, amount }],
    }),
  );
  if (lacking.length < 2) return single;
  const changes = divided(lacking, amount);
  return [...single, { what: `${changes.length} ends, in proportion to what they lacked`, changes }];
}

/** In proportion to what each lacked; what rounding leaves goes to the first. */
function divided(ends: readonly LackingEnd[], amount: Amount): readonly NetworkChange[] {
  const all = ends.reduce((sum, { lacked }) => sum + lacked, 0n);
  const shares = ends.map(({ lacked }) => (amount * lacked) / all);
  const rest = amount - shares.reduce((sum, share) => sum + share, 0n);
  return ends
    .map(({ channel, end }, at) => ({
      kind: 'fund' as const,
      channel,
      end,
      amount: (shares[at] as Amount) + (at === 0 ? rest : 0n),
    }))
    .filter((change) => change.amount > 0n);
}

function fundedEnds(network: Network, changes: readonly NetworkChange[]): readonly FundedEnd[] {
  const ends = new Map<string, FundedEnd>();
  for (const change of changes) {
    if (change.kind !== 'fund') continue;
    const { channel, end, amount } = change;
    const [node, partner] = [
      network.extremities(channel)[end],
      network.extremities(channel)[1 - end] as string,
    ];
    const key = `${channel} ${end}`;
    ends.set(key, { channel, node, partner, amount: (ends.get(key)?.amount ?? 0n) + amount });
  }
  return [...ends.values()].sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1));
}

interface LackingEnd extends EndPlace {
  /** What payments that it stopped wanted to move, in all replications. */
  readonly lacked: Amount;
}

function lackingEnds(rows: readonly Replication[]): readonly LackingEnd[] {
  const ends = new Map<string, LackingEnd>();
  for (const { channel, end, lackedAmount } of rows.flatMap((row) => row.ends)) {
    const key = `${channel} ${end}`;
    ends.set(key, { channel, end, lacked: (ends.get(key)?.lacked ?? 0n) + lackedAmount });
  }
  return [...ends]
    .filter(([, { lacked }]) => lacked > 0n)
    .sort(([keyA, a], [keyB, b]) =>
      a.lacked === b.lacked ? (keyA < keyB ? -1 : 1) : a.lacked > b.lacked ? -1 : 1,
    )
    .map(([, end]) => end);
}

// By replications that had no part in choosing.
async function measured(
  { base, spec, laboratory }: Asked,
  changes: readonly NetworkChange[],
  budget: Amount,
) {
  const { replications: count, goal } = spec;
  const others = { count, first: count };
  const spread = changed(base, [{ kind: 'spread', amount: budget }]);
  const [before = [], after = [], uniform = []] = await laboratory.replicationsOf([
    { experiment: base, ...others },
    { experiment: changed(base, changes), ...others },
    { experiment: spread, ...others },
  ]);
  return {
    before: estimateMetric(before, goal.metric),
    after: estimateMetric(after, goal.metric),
    gain: pairedDifference(before, after, goal.metric),
    overUniform: pairedDifference(uniform, after, goal.metric),
  };
}

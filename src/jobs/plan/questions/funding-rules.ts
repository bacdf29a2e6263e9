import { type Amount, larger } from '../../../model/network/amount.ts';
import type { Network } from '../../../model/network/network.ts';
import type { FundedEnd } from '../../../model/plan/answers.ts';
import type { EndSelector, Experiment, NetworkChange } from '../../../model/plan/experiment.ts';
import type { EndUse, Replication } from '../../../model/plan/replication.ts';
import type { Scenario } from '../../../model/scenario/scenario.ts';
import { assembleOperations } from '../../assemble.ts';
import { endsOf } from '../../change-network.ts';
import { settleSteps } from '../../settle/settle-steps.ts';
import { gather } from '../../../model/gather.ts';
import { changed } from '../effects.ts';
import type { OwnPart } from '../own-part.ts';
import type { QuestionContext } from '../question.ts';

/** Money at channel ends, and by which rule it came there. */
export interface Placement {
  readonly name: string;
  readonly changes: readonly FundedPlace[];
}

/** Money at one end. */
export type FundedPlace = Extract<NetworkChange, { kind: 'fund' }>;

/** One channel end with all that simple rules go by. */
export interface EndNeed {
  readonly channel: string;
  readonly end: 0 | 1;
  /** Ends of one class: their owners, and the partners of these, pay and are paid by the same traffic. */
  readonly class: string;
  /** The amount that it was short of in each replication in which no end lacked money, ascending; fees included. */
  readonly shortages: readonly Amount[];
  /** So much that it lacks nothing. */
  readonly plenty: Amount;
  /** The deposit that it needs in each, ascending, and the one that it has. */
  readonly deposits: readonly Amount[];
  readonly deposit: Amount;
  /** Sums over all replications of the network as it is. */
  readonly lacked: Amount;
  readonly drained: Amount;
  readonly carried: Amount;
}

/** The needs of channel ends on the choosing seeds: in the given network, then with plenty at the ends that lacked money. */
export async function endNeeds(
  context: QuestionContext,
  at: EndSelector = context.own.ends,
): Promise<readonly EndNeed[]> {
  const { base, spec, laboratory, own, seeds } = context;
  const { network } = own;
  const ends = endsOf(network, at);
  const count = spec.replications;
  const [rows = [], plentyRows = []] = await laboratory.replicationsOf([
    { experiment: base, count, first: seeds.choosing },
    { experiment: await withPlenty(base, { network, ends: at }), count, first: seeds.choosing },
  ]);
  const [uses, plentyUses] = [usesOf(rows), usesOf(plentyRows)];
  const classOf = classesOf(base.scenario, network);
  const plenty = await plentyAt(base, network);
  return ends.map(({ channel, end }): EndNeed => {
    const key = placeKey({ channel, end });
    const { balance, totalDeposit } = network.getEdgeAttributes(channel);
    const peaks = (plentyUses.get(key) ?? []).map(({ peakNeeded }) => peakNeeded);
    const needed = [...Array.from({ length: count - peaks.length }, () => 0n), ...peaks];
    needed.sort((a, b) => (a < b ? -1 : 1));
    const sum = (of: (use: EndUse) => Amount): Amount =>
      (uses.get(key) ?? []).reduce((all, use) => all + of(use), 0n);
    const netSent = sum((use) => use.netSent);
    return {
      channel,
      end,
      class: classOf(channel, end),
      plenty,
      shortages: needed.map((amount) => larger(0n, amount - balance[end])),
      deposit: totalDeposit[end],
      deposits: needed.map((amount) => larger(0n, amount + totalDeposit[end] - balance[end])),
      lacked: sum(({ lackedAmount }) => lackedAmount),
      drained: larger(0n, netSent),
      carried: sum(({ carried }) => BigInt(carried)),
    };
  });
}

// Differences of shares that are equal come out as 1e-17.
export const ROUNDING_NOISE = 1e-12;

/** So much that an end lacks nothing: twice all that is paid, fees included. */
export async function plentyAt(base: Experiment, network: Network): Promise<Amount> {
  return 2n * sumOf(await paymentAmounts(base.scenario, network));
}

/** The same with so much at each end that may be funded that it lacks nothing. */
export async function withPlenty(
  base: Experiment,
  own: Pick<OwnPart, 'network' | 'ends'>,
): Promise<Experiment> {
  const ends = BigInt(endsOf(own.network, own.ends).length);
  const amount = ends * (await plentyAt(base, own.network));
  return changed(base, [{ kind: 'spread', at: own.ends, amount }]);
}

/** Names an end. */
export function placeKey({ channel, end }: Pick<EndUse, 'channel' | 'end'>): string {
  return `${channel} ${end}`;
}

/** The most that each end that was used must begin with, of all replications. */
export function mostNeeded(rows: readonly Replication[]): ReadonlyMap<string, Amount> {
  const uses = [...usesOf(rows)];
  return new Map(
    uses.map(([key, list]) => [key, list.map(({ peakNeeded }) => peakNeeded).reduce(larger, 0n)]),
  );
}

function usesOf(rows: readonly Replication[]): ReadonlyMap<string, readonly EndUse[]> {
  const uses = new Map<string, EndUse[]>();
  for (const use of rows.flatMap(({ ends }) => ends)) gather(uses, placeKey(use), use);
  return uses;
}

/** The class of an end: in which parts of the traffic its node and its partner pay and are paid, and how many channels they have. */
function classesOf({ traffic }: Scenario, network: Network): (channel: string, end: 0 | 1) => string {
  const sides = traffic.flatMap(({ pairs }): readonly (ReadonlySet<string> | undefined)[] => {
    if (pairs.kind === 'list')
      return [0, 1].map((side) => new Set(pairs.pairs.map((pair) => pair[side] as string)));
    const { from, to } = { from: undefined, to: undefined, ...pairs };
    return [from && new Set(from), to && new Set(to)];
  });
  const nodeClass = (node: string): string => {
    const channels = Math.min(MOST_CHANNELS, network.degree(node));
    return [...sides.map((side) => (side === undefined || side.has(node) ? '+' : '-')), channels].join('');
  };
  return (channel, end) => {
    const extremities = network.extremities(channel);
    return `${nodeClass(extremities[end])} ${nodeClass(extremities[1 - end] as string)}`;
  };
}

// Nodes with more channels are hubs of one kind.
const MOST_CHANNELS = 4;

/** The rules that people use without a simulation, or with one look at it: each rule divides the whole budget. */
export function simpleRules(needs: readonly EndNeed[], budget: Amount): readonly Placement[] {
  const weights: readonly (readonly [name: string, weight: (need: EndNeed) => Amount])[] = [
    ['all ends alike', () => 1n],
    ['by traffic', ({ carried }) => carried],
    ['by drain', ({ drained }) => drained],
    ['by what failed payments lacked', ({ lacked }) => lacked],
    ['by average shortfall', ({ shortages }) => sumOf(shortages)],
  ];
  const placements = weights.flatMap(([name, weight]): readonly Placement[] => {
    const single = needs.map((need) => [need, weight(need)] as const);
    return [
      { name, changes: divided(single, budget) },
      { name: `by class, ${name}`, changes: divided(pooled(needs, weight), budget) },
    ];
  });
  const most = needs.map((need) => [need, need.shortages.at(-1) ?? 0n] as const);
  const isEnough = sumOf(most.map(([, amount]) => amount)) <= budget;
  const whole = { name: 'every shortfall in full', changes: placed(most) };
  return [
    ...placements.filter(({ changes }) => changes.length > 0),
    { name: 'for equally rare depletion', changes: levelled(needs, budget) },
    { name: 'by class, for equally rare depletion', changes: levelled(withClassShortages(needs), budget) },
    ...(isEnough ? [whole] : []),
  ].filter(({ changes }) => changes.length > 0);
}

function sumOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

type Weighted = readonly [need: EndNeed, weight: Amount];

function pooled(needs: readonly EndNeed[], weight: (need: EndNeed) => Amount): readonly Weighted[] {
  const sums = new Map<string, readonly [sum: Amount, count: bigint]>();
  for (const need of needs) {
    const [sum, count] = sums.get(need.class) ?? [0n, 0n];
    sums.set(need.class, [sum + weight(need), count + 1n]);
  }
  return needs.map((need) => {
    const [sum, count] = sums.get(need.class) ?? [0n, 1n];
    return [need, sum / count];
  });
}

/** In proportion to their weights; what rounding leaves goes to the heaviest. */
export function divided(ends: readonly Weighted[], amount: Amount): readonly FundedPlace[] {
  const weights = ends.map(([, weight]) => weight);
  const shares = sharesOf(weights, amount);
  return placed(ends.map(([need], at) => [need, shares[at] as Amount]));
}

function sharesOf(weights: readonly Amount[], amount: Amount): readonly Amount[] {
  const all = sumOf(weights);
  if (all === 0n) return weights;
  const shares = weights.map((weight) => (amount * weight) / all);
  const heaviest = weights.indexOf(weights.reduce(larger));
  return shares.map((share, at) => (at === heaviest ? share + amount - sumOf(shares) : share));
}

/** Money at ends; those that get none are left out. */
export function placed(ends: readonly Weighted[]): readonly FundedPlace[] {
  return ends
    .filter(([, amount]) => amount > 0n)
    .map(([{ channel, end }, amount]) => ({ kind: 'fund', channel, end, amount }));
}

/** Each end with the shortages of all ends of its class. */
export function withClassShortages(needs: readonly EndNeed[]): readonly EndNeed[] {
  const lists = new Map<string, Amount[]>();
  for (const { class: name, shortages } of needs) lists.set(name, [...(lists.get(name) ?? []), ...shortages]);
  for (const list of lists.values()) list.sort((a, b) => (a < b ? -1 : 1));
  return needs.map((need) => {
    const shortages = lists.get(need.class) ?? [];
    return { ...need, shortages, deposits: shortages.map((amount) => amount + need.deposit) };
  });
}

// So many levels of how often an end holds enough.
const LEVELS = 40;

/** Every end holds enough equally often: as often as the budget allows. */
function levelled(needs: readonly EndNeed[], budget: Amount): readonly FundedPlace[] {
  const amountsAt = (level: number): readonly Amount[] =>
    needs.map(({ shortages }) => shortages[Math.ceil((level * shortages.length) / LEVELS) - 1] ?? 0n);
  let level = 0;
  while (level < LEVELS && sumOf(amountsAt(level + 1)) <= budget) level += 1;
  const [amounts, next] = [amountsAt(level), amountsAt(Math.min(LEVELS, level + 1))];
  const rest = budget - sumOf(amounts);
  const more = amounts.map((amount, at) => (level === LEVELS ? amount : (next[at] as Amount) - amount));
  const shares = sharesOf(more, rest);
  return placed(needs.map((need, at) => [need, (amounts[at] as Amount) + (shares[at] as Amount)]));
}

/** The ends that a placement adds to, the most first. */
export function fundedEnds(network: Network, changes: readonly FundedPlace[]): readonly FundedEnd[] {
  return changes
    .map(({ channel, end, amount }): FundedEnd => {
      const node = network.extremities(channel)[end];
      return { channel, node, partner: network.opposite(node, channel), amount };
    })
    .sort((a, b) => Number(b.amount > a.amount) - Number(a.amount > b.amount));
}

/** The sum of a placement. */
export function spentOn(places: readonly Pick<FundedPlace, 'amount'>[]): Amount {
  return sumOf(places.map(({ amount }) => amount));
}

/** Without ends that get nothing. */
export function withoutEmpty<Place extends Pick<FundedPlace, 'amount'>>(
  places: readonly Place[],
): readonly Place[] {
  return places.filter(({ amount }) => amount > 0n);
}

/** The amounts of all payments that the scenario's own seed makes. */
export async function paymentAmounts(written: Scenario, network: Network): Promise<readonly Amount[]> {
  const scenario = await settleSteps(written, network);
  return assembleOperations({ scenario, network }).flatMap((operation) =>
    operation.kind === 'pay' ? [operation.amount] : [],
  );
}

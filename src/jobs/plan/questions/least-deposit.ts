import { type Amount, larger } from '../../../model/network/amount.ts';
import type { DepositAnswer, DepositProbe } from '../../../model/plan/answers.ts';
import type { EndSelector } from '../../../model/plan/experiment.ts';
import type { PlanSpec } from '../../../model/plan/plan-spec.ts';
import { type Expectation, isReached } from '../../../model/scenario/expectation.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { changed } from '../effects.ts';
import { estimateMetric, standingOf } from '../estimate-metric.ts';
import { MOST_TIMES, type QuestionContext } from '../question.ts';
import { TurnTimeout } from '../time-shares.ts';
import { roundedUp } from './cheapest.ts';

/** Whose least deposit is sought, and how. */
export interface DepositSearch extends Pick<QuestionContext, 'base' | 'laboratory' | 'isTimeUp'> {
  /** Whose deposit is sought; other ends stay as they are. */
  readonly at: EndSelector;
  readonly of: string;
  /** How many ends that are. */
  readonly ends: number;
  readonly rule: Pick<PlanSpec, 'goal' | 'replications'>;
  /** The most that is tried. */
  readonly most: Amount;
  /** With so much an end lacks nothing: of more than this the most alone is tried at first. */
  readonly enough: Amount;
  /** Amounts of single payments: at a deposit that lets one through, others may find too little. */
  readonly payments: readonly Amount[];
  /** How many are tried from what is enough down, each that part of the one before. */
  readonly rungs: number;
  readonly ratio: readonly [part: bigint, of: bigint];
  /** How many are tried around each one that is found: a payment that just fits may get in the way of others. */
  readonly checks: number;
  /** Whether chance decides something: then amounts have few digits. */
  readonly isByChance: boolean;
}

/**
 * The least deposit from which on the goal holds of the mean. More deposit may mean less success, where it lets one
 * payment through that gets in the way of many: so deposits all over the range are tried first, a bisection between the
 * last that fails and the next one finds the least, and those around that are tried as well. Two more searches find the
 * interval of deposits that the replications cannot tell from the least one. Out of time, the answer is what was tried.
 */
export async function findDeposit(search: DepositSearch): Promise<DepositAnswer> {
  const tried = new TriedDeposits(search);
  try {
    return await foundDeposit(search, tried);
  } catch (error) {
    if (!(error instanceof TurnTimeout) || !search.isTimeUp() || tried.curve.length === 0) throw error;
    const { of, ends, most } = search;
    return { of, ends, isCut: true, interval: [null, null], most, curve: tried.curve, changes: [] };
  }
}

async function foundDeposit(search: DepositSearch, tried: TriedDeposits): Promise<DepositAnswer> {
  const { rule, of, at, ends, most } = search;
  await tried.tryAll(firstDeposits(search));
  const standing = ({ goal }: DepositProbe) => standingOf(goal, rule.goal);
  const missedFrom = await tried.leastPassing((probe) => !isReached(rule.goal, probe.goal), most);
  const upTo = missedFrom === undefined ? most : missedFrom - 1n;
  const least =
    upTo < 0n ? undefined : await tried.leastAround((probe) => isReached(rule.goal, probe.goal), upTo);
  const limit = least === undefined ? most : upTo;
  const boundOf = async (passes: (probe: DepositProbe) => boolean): Promise<Amount | null> =>
    (await tried.leastPassing(passes, limit, BOUND_PARTS)) ?? null;
  const possible = await boundOf((probe) => standing(probe) !== 'missed');
  const sure = await boundOf((probe) => standing(probe) === 'met');
  const bound = { interval: [possible, sure] as const };
  return {
    of,
    ends,
    ...(least !== undefined && { deposit: least }),
    ...(least !== undefined && upTo < most && { upTo }),
    ...(least === undefined
      ? bound
      : await upperBound(search, { ...bound, least, limit, atLimit: tried.curve.at(-1)?.goal })),
    most,
    curve: tried.curve,
    changes: least === undefined ? [] : [{ kind: 'deposit', at, amount: least }],
  };
}

// Bounds of an interval are known to a 64th.
const BOUND_PARTS = 64n;

// An upper bound of more than twice the least deposit is of no use.
const USEFUL_TIMES = 2n;

type Bounded = Pick<DepositAnswer, 'interval' | 'replicationsForBound'>;

interface DepositBound extends Bounded {
  readonly least: Amount;
  /** The largest deposit that is tried, and the goal there. */
  readonly limit: Amount;
  readonly atLimit: Estimate | undefined;
}

/** The interval with an upper bound that is of use: by twice as many replications, and so on, of deposits above the least. */
async function upperBound(
  search: DepositSearch,
  { interval: [possible, sure], least, limit, atLimit }: DepositBound,
): Promise<Bounded> {
  const { rule, isTimeUp } = search;
  let [bound, needed]: [Amount | null, number | undefined] = [sure, replicationsFor(atLimit, rule.goal)];
  try {
    for (let times = 2; times <= MOST_TIMES && !isTimeUp(); times *= 2) {
      if (bound !== null && bound <= USEFUL_TIMES * larger(1n, least)) break;
      // Fewer would not be sure even of the largest deposit.
      if (needed === undefined || needed > times * rule.replications) continue;
      const more = { ...search, rule: { ...rule, replications: times * rule.replications } };
      const tried = new TriedDeposits(more);
      const isSure = ({ goal }: DepositProbe): boolean => standingOf(goal, rule.goal) === 'met';
      await tried.tryAll([limit]);
      needed = replicationsFor(tried.curve.at(-1)?.goal, rule.goal);
      if (!tried.curve.some(isSure)) continue;
      await tried.tryAll([least]);
      bound = (await tried.leastPassing(isSure, limit, BOUND_PARTS)) ?? bound;
    }
  } catch (error) {
    if (!(error instanceof TurnTimeout)) throw error;
  }
  const isUnknown = bound === null && needed !== undefined;
  return { interval: [possible, bound], ...(isUnknown && { replicationsForBound: needed }) };
}

/** So many replications would be sure of the goal, as far as intervals narrow with the root of their number. */
function replicationsFor(seen: Estimate | undefined, goal: Expectation): number | undefined {
  if (seen === undefined || !isReached(goal, seen) || seen.mean === goal.value) return undefined;
  const side = goal.relation.startsWith('<') ? seen.interval[1] : seen.interval[0];
  return Math.ceil(seen.count * ((seen.mean - side) / (seen.mean - goal.value)) ** 2);
}

// The rungs ignore present deposits: the answer must not depend on them.
function firstDeposits(search: DepositSearch): readonly Amount[] {
  const { most, enough, payments, rungs: count, ratio, isByChance } = search;
  const rungs = [enough < most ? enough : most];
  for (let [rung] = rungs as [Amount]; rungs.length < count && rung > 0n; rungs.push(rung)) {
    const next = (rung * ratio[0]) / ratio[1];
    rung = isByChance ? roundedUp(next) : next;
    if (rung === rungs.at(-1)) break;
  }
  const around = payments.flatMap((amount) => [amount - 1n, amount]);
  return [0n, most, ...rungs, ...around.filter((amount) => amount < most)];
}

// A bisection alone was wrong in 38 % of 3,000 sequences of some fifteen payments through one end, with 32 checks in 5 %.
const MOST_ROUNDS = 8;

/** Distances from a deposit, ever larger ones, to twice as much. */
function distances(deposit: Amount, count: number): readonly Amount[] {
  const reach = Math.log(2 * Number(deposit) + 1 + count);
  return Array.from({ length: count }, (_, at) => {
    const apart = Math.floor(Math.exp((reach * at) / Math.max(1, count - 1)));
    return BigInt(Math.max(at + 1, apart));
  });
}

/** The deposits that were tried, each once. */
class TriedDeposits {
  readonly #search: DepositSearch;
  readonly #probes = new Map<Amount, DepositProbe>();

  constructor(search: DepositSearch) {
    this.#search = search;
  }

  /** All of them, ascending. */
  get curve(): readonly DepositProbe[] {
    return [...this.#probes.values()].sort((a, b) => (a.deposit < b.deposit ? -1 : 1));
  }

  async tryAll(deposits: readonly Amount[]): Promise<void> {
    const { base, at, rule, laboratory } = this.#search;
    const untried = [...new Set(deposits)].filter((deposit) => !this.#probes.has(deposit));
    const wanted = untried.map((amount) => ({
      experiment: changed(base, [{ kind: 'deposit', at, amount }]),
      count: rule.replications,
    }));
    try {
      await laboratory.metricsOf(wanted);
    } finally {
      // Out of time, some of them have ended.
      untried.forEach((deposit, index) => {
        const rows = laboratory.endedOf({ ...(wanted[index] as (typeof wanted)[number]), metricsOnly: true });
        if (rows.length > 0)
          this.#probes.set(deposit, { deposit, goal: estimateMetric(rows, rule.goal.metric) });
      });
    }
  }

  /** As `leastPassing`, after tests of the deposits around it. */
  async leastAround(passes: (probe: DepositProbe) => boolean, limit: Amount): Promise<Amount | undefined> {
    let found = await this.leastPassing(passes, limit);
    for (let round = 0; round < MOST_ROUNDS && found !== undefined; round += 1) {
      const before = found;
      const apart = distances(found, this.#search.checks);
      await this.tryAll(apart.map((distance) => before + distance).filter((deposit) => deposit < limit));
      found = await this.leastPassing(passes, limit);
      if (found === before) {
        await this.tryAll(apart.map((distance) => before - distance).filter((deposit) => deposit > 0n));
        break;
      }
    }
    return found;
  }

  /** Bisects for the least deposit from which every tried one up to the limit passes, to one part of `parts`. */
  async leastPassing(
    passes: (probe: DepositProbe) => boolean,
    limit: Amount,
    parts?: bigint,
  ): Promise<Amount | undefined> {
    await this.tryAll([limit]);
    for (;;) {
      const curve = this.curve.filter(({ deposit }) => deposit <= limit);
      const at = curve.findLastIndex((probe) => !passes(probe));
      const passing = curve[at + 1]?.deposit;
      if (passing === undefined) return undefined;
      const failing = curve[at]?.deposit ?? -1n;
      const between = (passing + failing) / 2n;
      const middle = this.#search.isByChance ? roundedUp(between) : between;
      const isNear = parts !== undefined && (passing - failing) * parts <= passing;
      if (passing - failing <= 1n || middle >= passing || isNear) return passing;
      await this.tryAll([middle]);
    }
  }
}

import { type Amount, larger, MAX_AMOUNT } from '../../model/network/amount.ts';
import { madeOnce } from '../../model/gather.ts';
import type { Network, NodeName, PerEnd, TokenName } from '../../model/network/network.ts';
import type { FeePolicy, Mediation } from '../../ports/fee-policy.ts';
import type { DryMoment, EndUse, FailedPair, Replication } from '../../model/plan/replication.ts';
import type { ReplicationJob } from '../../model/plan/experiment.ts';
import type { Run } from '../../model/run/run.ts';
import type { ModelCheck, HopTrace } from '../../model/run/trace.ts';
import { ChannelBalances } from './channel-balances.ts';
import { metricsOf } from './metrics.ts';
import { nodeUses, selectedMetrics } from './selected-metrics.ts';
import { PaymentTally } from './payment-tally.ts';
import { isUnexpected } from './unexpected-steps.ts';
import { type ReportedPayment, reportedPayments } from './reported-payment.ts';
import { type FeeSchedule, flatOf, NO_FEES } from '../../model/network/fees.ts';

// Candidates for a new channel are looked for among these.
const MOST_PAIRS = 100;

/** The figures of a simulation that planning compares; payments that started before `warmUpMs` moved money but are not counted. */
export function planningFigures(
  run: Run,
  {
    warmUpMs,
    parts,
    metricsOnly,
    fees,
  }: Pick<ReplicationJob, 'warmUpMs' | 'parts' | 'metricsOnly'> & { readonly fees: FeePolicy },
): Replication {
  const all = [...reportedPayments(run)];
  const records = run.records.filter(({ startedAtMs }) => startedAtMs >= warmUpMs);
  const counted = warmUpMs === 0 ? run : { ...run, records };
  const payments = warmUpMs === 0 ? all : [...reportedPayments(counted)];
  const tally = {
    payments: PaymentTally.of(payments),
    operations: records.length,
    unexpected: records.filter((record) => isUnexpected(record, run.header)).length,
    lastEndedAtMs: records.reduce((last, { endedAtMs }) => Math.max(last, endedAtMs), 0),
  };
  const metrics = metricsOf(counted, { tally, endBalances: run.end && new ChannelBalances(run.end) });
  const measured = {
    metrics: {
      ...metrics,
      ...(parts && selectedMetrics(run, payments, parts, warmUpMs)),
      traffic_s: records.reduce((last, { startedAtMs }) => Math.max(last, startedAtMs), 0) / 1000,
    },
  };
  if (metricsOnly) return { ...measured, nodes: {}, ends: [], failedPairs: [], dryEnds: [] };
  const { peaksNeeded, dryEnds } = balanceHistory(run.start, all, fees);
  return {
    ...measured,
    nodes: nodeUses(payments),
    ends: endUses(run.start, payments, peaksNeeded),
    failedPairs: failedPairs(payments),
    dryEnds,
  };
}

function endUses(
  start: Network,
  payments: readonly ReportedPayment[],
  peaks: BalanceHistory['peaksNeeded'],
): readonly EndUse[] {
  const channels = new Map<string, UsedChannel>();
  const useOf = (channel: string, node: NodeName): Use => {
    const used = madeOnce(channels, channel, (): UsedChannel => {
      const second = start.hasEdge(channel) ? start.target(channel) : undefined;
      return { second, ends: [undefined, undefined] };
    });
    const end = node === used.second ? 1 : 0;
    used.ends[end] ??= { carried: 0, netSent: 0n, lacked: 0, lackedAmount: 0n };
    return used.ends[end];
  };
  for (const { request, trace } of payments) {
    if (trace === undefined) continue;
    for (const { channel, payer, payee, amount, settled } of trace.hops) {
      if (!settled) continue;
      const sending = useOf(channel, payer);
      sending.netSent += amount;
      sending.carried += 1;
      useOf(channel, payee).netSent -= amount;
    }
    const { failure } = trace;
    if (failure?.channel === undefined || !LACKS_MONEY.has(failure.check)) continue;
    const use = useOf(failure.channel, failure.at);
    use.lacked += 1;
    use.lackedAmount += request.amount;
  }
  return [...channels]
    .filter(([, { second }]) => second !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([channel, { ends }]) =>
      BOTH_ENDS.flatMap((end): readonly EndUse[] => {
        const use = ends[end];
        if (use === undefined) return [];
        const peakNeeded = peaks.get(channel)?.peakNeeded[end] ?? 0n;
        return [{ channel, end, node: start.extremities(channel)[end], ...use, peakNeeded }];
      }),
    );
}

interface Use {
  carried: number;
  netSent: Amount;
  lacked: number;
  lackedAmount: Amount;
}

interface UsedChannel {
  /** The node of its second end; undefined: a channel that was opened in the run. */
  readonly second: NodeName | undefined;
  readonly ends: [Use | undefined, Use | undefined];
}

const BOTH_ENDS = [0, 1] as const;

// A route that does not exist names the first end on the shortest way that holds too little.
const LACKS_MONEY: ReadonlySet<ModelCheck> = new Set(['available-balance', 'route-exists']);

function failedPairs(payments: readonly ReportedPayment[]): readonly FailedPair[] {
  const counts = new Map<string, FailedPair>();
  for (const { request, result } of payments) {
    if (result !== 'failed') continue;
    const { node: from, target: to } = request;
    const key = JSON.stringify([from, to]);
    counts.set(key, { from, to, failed: (counts.get(key)?.failed ?? 0) + 1 });
  }
  return [...counts]
    .sort(([keyA, a], [keyB, b]) => b.failed - a.failed || (keyA < keyB ? -1 : 1))
    .slice(0, MOST_PAIRS)
    .map(([, pair]) => pair);
}

interface BalanceHistory {
  /** By channel: the least that each end must begin with to send all that it sent. */
  readonly peaksNeeded: ReadonlyMap<string, { readonly peakNeeded: PerEnd<Amount> }>;
  readonly dryEnds: readonly DryMoment[];
}

interface FollowedChannel {
  readonly second: NodeName;
  readonly atStart: readonly [Amount, Amount];
  readonly balance: [Amount, Amount];
  readonly peakNeeded: [Amount, Amount];
  readonly isDry: [boolean, boolean];
}

/** Follows balances through the payments as they ended: a locked amount still counts to its payer. */
function balanceHistory(
  start: Network,
  payments: readonly ReportedPayment[],
  fees: FeePolicy,
): BalanceHistory {
  const channels = new Map<string, FollowedChannel>();
  const dryEnds: DryMoment[] = [];
  const needs = new NeededAmounts(start, fees);
  const channelOf = (key: string): FollowedChannel | undefined => {
    const known = channels.get(key);
    if (known !== undefined || !start.hasEdge(key)) return known;
    const atStart = start.getEdgeAttribute(key, 'balance');
    const followed: FollowedChannel = {
      second: start.target(key),
      atStart,
      balance: [...atStart],
      peakNeeded: [0n, 0n],
      isDry: [false, false],
    };
    channels.set(key, followed);
    return followed;
  };
  const runDry = ({ isDry }: FollowedChannel, moment: DryMoment): void => {
    if (!isDry[moment.end]) dryEnds.push(moment);
    isDry[moment.end] = true;
  };
  for (const { record, request, trace } of [...payments].sort(
    (a, b) => a.record.endedAtMs - b.record.endedAtMs,
  )) {
    const atS = record.endedAtMs / 1000;
    const hops = trace?.hops ?? [];
    let least: readonly Amount[] | undefined;
    for (const [at, hop] of hops.entries()) {
      const { channel, payer, amount, settled } = hop;
      const followed = settled ? channelOf(channel) : undefined;
      if (followed === undefined) continue;
      const { atStart, balance, peakNeeded } = followed;
      const end = payer === followed.second ? 1 : 0;
      const sent = atStart[end] - balance[end];
      if (sent + needs.atMost(request.token, hop) > peakNeeded[end]) {
        least ??= needs.along({ token: request.token, hops, amount: request.amount });
        peakNeeded[end] = larger(peakNeeded[end], sent + (least[at] as Amount));
      }
      balance[end] -= amount;
      balance[1 - end] = (balance[1 - end] as Amount) + amount;
      if (balance[end] <= 0n) runDry(followed, { channel, end, atS });
    }
    const { channel, check, at } = trace?.failure ?? {};
    if (channel === undefined || check === undefined || at === undefined || !LACKS_MONEY.has(check)) continue;
    const followed = channelOf(channel);
    if (followed !== undefined) runDry(followed, { channel, end: at === followed.second ? 1 : 0, atS });
  }
  return { peaksNeeded: channels, dryEnds };
}

type PathHop = Pick<HopTrace, 'channel' | 'payer' | 'payee' | 'amount'>;

/** A payment along hops. */
interface ChargedPath {
  readonly token: TokenName;
  readonly hops: readonly PathHop[];
  /** What the target gets. */
  readonly amount: Amount;
}

// From here on a share is large enough that a bound of twice the amount may be too low.
const LARGE_PPM = 200_000;

/** The amounts that ends of channels must hold for payments, by the fees of a network. */
class NeededAmounts {
  readonly #network: Network;
  readonly #fees: FeePolicy;
  readonly #schedules = new Map<TokenName, Map<NodeName, FeeSchedule>>();

  constructor(network: Network, fees: FeePolicy) {
    this.#network = network;
    this.#fees = fees;
  }

  /** Never less than `along` says of this hop, and quick. */
  atMost(token: TokenName, { payer, payee, amount }: PathHop): Amount {
    const [out, other] = [this.#scheduleOf(token, payer), this.#scheduleOf(token, payee)];
    if (out.proportionalPpm + other.proportionalPpm > LARGE_PPM) return MAX_AMOUNT;
    return 2n * amount + (flatOf(out) + flatOf(other)) / 250n;
  }

  /**
   * The least that the end of each hop must hold so that a route leads along them: the service weighs a hop with the fees
   * of both its nodes, and a mediator's end must hold what comes in (routeAlong). Penalties for imbalance are left out.
   */
  along({ token, hops, amount }: ChargedPath): readonly Amount[] {
    const least = hops.map((hop) => hop.amount);
    let carried = amount;
    for (let at = hops.length - 1; at >= 0; at -= 1) {
      const { channel, payer, payee } = hops[at] as PathHop;
      if (!this.#network.hasEdge(channel)) continue;
      const scheduleOut = this.#scheduleOf(token, payer);
      const both = { scheduleIn: this.#scheduleOf(token, payee), scheduleOut };
      const weighed = withFees(both, amount, this.#fees);
      const own = { scheduleIn: scheduleOut, scheduleOut };
      const mediated = at === 0 ? carried : withFees(own, carried, this.#fees);
      least[at] = larger(larger(weighed, mediated), least[at] as Amount);
      carried = mediated;
    }
    return least;
  }

  #scheduleOf(token: TokenName, node: NodeName): FeeSchedule {
    const known = madeOnce(this.#schedules, token, () => new Map<NodeName, FeeSchedule>());
    return madeOnce(known, node, () => {
      const schedule = this.#network.hasNode(node) && this.#network.getNodeAttribute(node, 'fees')?.[token];
      return { ...(schedule || NO_FEES), imbalancePpm: 0 };
    });
  }
}

type Schedules = Pick<Mediation, 'scheduleIn' | 'scheduleOut'>;

function withFees(schedules: Schedules, amount: Amount, fees: FeePolicy): Amount {
  if (fees.isFree(schedules.scheduleIn) && fees.isFree(schedules.scheduleOut)) return amount;
  const unlimited = { balanceIn: 0n, balanceOut: MAX_AMOUNT, receivable: MAX_AMOUNT };
  const mediation = { ...schedules, ...unlimited, capacityIn: MAX_AMOUNT, capacityOut: MAX_AMOUNT };
  const charged = fees.amountIn(mediation, amount) ?? amount;
  mediation.balanceOut = charged;
  mediation.receivable = charged;
  // Fees are rounded, and the check compares what they are before.
  return fees.amountIn(mediation, amount) === undefined ? charged + 1n : charged;
}

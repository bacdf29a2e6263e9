import { type Amount, larger, MAX_AMOUNT } from '../../model/network/amount.ts';
import { type FeeSchedule, flatOf, NO_FEES } from '../../model/network/fees.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import { madeOnce } from '../../model/gather.ts';
import type { FirstDepletion, EndUse, Replication } from '../../model/plan/replication.ts';
import type { HopTrace, ModelCheck } from '../../model/run/trace.ts';
import type { FeePolicy, Mediation } from '../../ports/fee-policy.ts';
import type { ReportedPayment } from './reported-payment.ts';

// A route that does not exist names the first end on the shortest way that holds too little.
const LACKS_MONEY: ReadonlySet<ModelCheck> = new Set(['available-balance', 'route-exists']);

interface FollowedEnd extends Writable<Omit<EndUse, 'channel' | 'end'>> {
  isDepleted: boolean;
  readonly atStart: Amount;
  balance: Amount;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Follows channels through payments, added in the order in which they end: a locked amount still counts to its payer. */
export class ChannelHistory {
  readonly #depletedEnds: FirstDepletion[] = [];
  readonly #start: Network;
  readonly #channels = new Map<string, readonly [FollowedEnd, FollowedEnd]>();
  readonly #needs: NeededAmounts;

  constructor(start: Network, fees: FeePolicy) {
    this.#start = start;
    this.#needs = new NeededAmounts(start, fees);
  }

  /** `isCounted`: it is among the payments of which figures are wanted. */
  add({ record, request, trace }: ReportedPayment, isCounted: boolean): void {
    const atS = record.endedAtMs / 1000;
    const hops = trace?.hops ?? [];
    let least: readonly Amount[] | undefined;
    for (const [at, hop] of hops.entries()) {
      const { channel, payer, amount, settled } = hop;
      const ends = settled ? this.#endsOf(channel) : undefined;
      if (ends === undefined) continue;
      const end = payer === ends[1].node ? 1 : 0;
      const [sending, getting] = [ends[end], ends[end === 0 ? 1 : 0]];
      const sent = sending.atStart - sending.balance;
      if (sent + this.#needs.atMost(request.token, hop) > sending.peakNeeded) {
        least ??= this.#needs.along({ token: request.token, hops, amount: request.amount });
        sending.peakNeeded = larger(sending.peakNeeded, sent + (least[at] as Amount));
      }
      sending.balance -= amount;
      getting.balance += amount;
      if (sending.balance <= 0n) this.#deplete(sending, { channel, end, atS });
      if (!isCounted) continue;
      sending.netSent += amount;
      sending.carried += 1;
      getting.netSent -= amount;
    }
    const { channel, check, at } = trace?.failure ?? {};
    if (channel === undefined || check === undefined || !LACKS_MONEY.has(check)) return;
    const ends = this.#endsOf(channel);
    if (ends === undefined) return;
    const end = at === ends[1].node ? 1 : 0;
    const lacking = ends[end];
    this.#deplete(lacking, { channel, end, atS });
    if (!isCounted) return;
    lacking.lacked += 1;
    lacking.lackedAmount += request.amount;
  }

  /** The use of each end, by channel and end; and the depleted ends, in that order. */
  ended(): Pick<Replication, 'ends' | 'depletedEnds'> {
    const channels = [...this.#channels].sort(([one], [other]) => (one < other ? -1 : 1));
    const used = channels.flatMap(([channel, ends]) =>
      BOTH_ENDS.flatMap((end): readonly EndUse[] => {
        const { isDepleted: _, balance: _balance, atStart: _atStart, ...use } = ends[end];
        const isUsed = use.carried + use.lacked > 0 || use.netSent !== 0n;
        return isUsed ? [{ channel, end, ...use }] : [];
      }),
    );
    return { ends: used, depletedEnds: this.#depletedEnds };
  }

  #deplete(end: FollowedEnd, moment: FirstDepletion): void {
    if (!end.isDepleted) this.#depletedEnds.push(moment);
    end.isDepleted = true;
  }

  // Undefined: of a channel that was opened in the run.
  #endsOf(key: string): readonly [FollowedEnd, FollowedEnd] | undefined {
    const known = this.#channels.get(key);
    if (known !== undefined || !this.#start.hasEdge(key)) return known;
    const [first, second] = this.#start.extremities(key);
    const [one, other] = this.#start.getEdgeAttribute(key, 'balance');
    const ends = [unused(first, one), unused(second, other)] as const;
    this.#channels.set(key, ends);
    return ends;
  }
}

function unused(node: NodeName, atStart: Amount): FollowedEnd {
  const use = { carried: 0, netSent: 0n, lacked: 0, lackedAmount: 0n, peakNeeded: 0n };
  return { node, ...use, isDepleted: false, atStart, balance: atStart };
}

const BOTH_ENDS = [0, 1] as const;

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

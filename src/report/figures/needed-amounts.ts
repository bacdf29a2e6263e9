import { type Amount, larger, MAX_AMOUNT } from '../../model/network/amount.ts';
import { type FeeSchedule, flatOf, NO_FEES } from '../../model/network/fees.ts';
import { madeOnce } from '../../model/gather.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import type { HopTrace } from '../../model/run/trace.ts';
import type { FeePolicy, Mediation } from '../../ports/fee-policy.ts';

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
export class NeededAmounts {
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

function withFees(
  schedules: Pick<Mediation, 'scheduleIn' | 'scheduleOut'>,
  amount: Amount,
  fees: FeePolicy,
): Amount {
  if (fees.isFree(schedules.scheduleIn) && fees.isFree(schedules.scheduleOut)) return amount;
  const capacities = { balanceIn: 0n, capacityIn: MAX_AMOUNT, capacityOut: MAX_AMOUNT };
  const amountIn = (balance: Amount): Amount | undefined =>
    fees.amountIn({ ...schedules, ...capacities, balanceOut: balance, receivable: balance }, amount);
  const charged = amountIn(MAX_AMOUNT) ?? amount;
  // Fees are rounded, and the check compares what they are before.
  return amountIn(charged) === undefined ? charged + 1n : charged;
}

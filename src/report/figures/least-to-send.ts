import { type Amount, larger, MAX_AMOUNT } from '../../model/network/amount.ts';
import { type FeeSchedule, NO_FEES } from '../../model/network/fees.ts';
import type { Network, NodeName, TokenName } from '../../model/network/network.ts';
import type { HopTrace } from '../../model/run/trace.ts';
import type { FeePolicy, Mediation } from '../../ports/fee-policy.ts';

/** A payment along hops, and the formula by which mediators charge. */
interface ChargedPath {
  readonly hops: readonly Pick<HopTrace, 'channel' | 'payer' | 'payee' | 'amount'>[];
  /** What the target gets. */
  readonly amount: Amount;
  readonly fees: FeePolicy;
}

/**
 * The least that the end of each hop must hold so that a route leads along them: the service weighs a hop with the fees of
 * both its nodes, and a mediator's end must hold what comes in (routeAlong). Penalties for imbalance are left out.
 */
export function leastToSend(network: Network, { hops, amount, fees }: ChargedPath): readonly Amount[] {
  const least = hops.map((hop) => hop.amount);
  let carried = amount;
  for (let at = hops.length - 1; at >= 0; at -= 1) {
    const { channel, payer, payee } = hops[at] as HopTrace;
    if (!network.hasEdge(channel)) continue;
    const { token } = network.getEdgeAttributes(channel);
    const [scheduleOut, other] = [payer, payee].map((node) => scheduleOf(network, { node, token })) as [
      FeeSchedule,
      FeeSchedule,
    ];
    const weighed = withFees({ scheduleIn: other, scheduleOut }, amount, fees);
    const mediated = at === 0 ? carried : withFees({ scheduleIn: scheduleOut, scheduleOut }, carried, fees);
    least[at] = [weighed, mediated].reduce(larger, least[at] as Amount);
    carried = mediated;
  }
  return least;
}

function scheduleOf(network: Network, { node, token }: { node: NodeName; token: TokenName }): FeeSchedule {
  return { ...(network.getNodeAttribute(node, 'fees')?.[token] ?? NO_FEES), imbalancePpm: 0 };
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

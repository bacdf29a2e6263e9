import { madeOnce } from '../../model/gather.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';
import { startedWithSettings } from '../../model/scenario/node-settings.ts';
import { type Amount, type AmountRange, exactly, larger, smaller } from '../../model/network/amount.ts';
import { feeMargin } from '../../model/network/fees.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { PayRequest } from '../../model/run/operation.ts';
import type { PaymentEnds } from './certain-flows.ts';
import type { Run } from '../../model/run/run.ts';
import type { ChannelLife } from '../timeline/channel-life.ts';
import type { ChannelLives } from '../timeline/channel-lives.ts';
import type { Stretch } from '../timeline/stretch.ts';
import { mostFee } from './free-network.ts';
import type { MoneyBounds } from './money-bounds.ts';
import type { CarriedWay } from './payment-changes.ts';
import { payeeOf, type PaymentWays, type PossibleWay, type WayHop, type Ways } from './payment-ways.ts';
import { type ChargedEnd, isMarginKnown, MediatorCharge } from '../raiden/mediator-charge.ts';

/** A payment as far as its fees depend on it. */
export type ChargedPayment = PaymentEnds & Pick<PayRequest, 'amount'>;

/** The amounts of a payment that succeeds, as fees may make them. */
export interface PaymentBounds {
  /** The amount that leaves the initiator. */
  readonly sent: AmountRange;
  /** The amount that reaches the target; `null`: no upper limit is known. */
  readonly received: { readonly least: Amount; readonly most: Amount | null };
  /** The fees of the mediators that are on every way. */
  readonly earned: readonly (readonly [mediator: NodeName, fee: AmountRange])[];
  /** True when further nodes may mediate. */
  readonly hasOtherWays: boolean;
}

/** One way of a payment that succeeds, with the amount that each hop of it carries. */
export interface ChargedWay extends PaymentBounds, CarriedWay {}

interface Mediation {
  readonly node: NodeName;
  readonly charge: MediatorCharge;
  /** As a service estimates it, by what is free; absent: nothing is known of that. */
  readonly estimated?: AmountRange;
  /** As the mediator reckons it, by its balances; absent: nothing is known of these. */
  readonly penalty?: AmountRange;
}

/** The money that ends may have had while a payment was made. */
export interface MoneyThen {
  /** Less what was locked. */
  readonly free: MoneyBounds;
  /** With it: a mediator's fee counts what is locked as its own (raiden.md 2.6). */
  readonly whole: MoneyBounds;
}

/** From the initiator to the target. */
interface Mediations {
  readonly mediations: readonly Mediation[];
  /** No others take part. */
  readonly isOnly: boolean;
}

type ChargedRun = Pick<Run, 'start' | 'header' | 'records' | 'load'>;

/**
 * The amounts that fee schedules allow on the possible ways of a payment: to the unit where there is one way and no penalty
 * depends on balances, else within the bounds over all ways. Direct payments cost nothing.
 */
export class FeeBounds {
  readonly #run: ChargedRun;
  readonly #ways: PaymentWays;
  readonly #lives: ChannelLives;
  /** Steps of a sample that no record tells of may have opened channels, or put money into them. */
  readonly #mayOpen: boolean;
  readonly #mayGrow: boolean;
  /** Steps start nodes with other fees, which may be paid out: what such a node charges is not known. */
  readonly #changesFees: boolean;
  readonly #charges = new Map<TokenName, Map<NodeName, MediatorCharge | undefined>>();
  readonly #mediators = new Map<TokenName, readonly NodeName[]>();

  constructor(
    run: ChargedRun,
    { ways, lives }: { readonly ways: PaymentWays; readonly lives: ChannelLives },
  ) {
    this.#run = run;
    this.#ways = ways;
    this.#lives = lives;
    const { steps } = run.header.scenario;
    this.#changesFees = startedWithSettings(steps).some(({ settings }) => settings.fees !== undefined);
    const isSample = run.load?.kept.kind === 'sample';
    const kinds = new Set(isSample ? steps.map(({ kind }) => kind) : []);
    this.#mayOpen = kinds.has('open');
    this.#mayGrow = this.#mayOpen || kinds.has('deposit');
  }

  /** The bounds of one payment; `within`: when it was made, absent: at any moment of the run. */
  of(payment: ChargedPayment, within?: Stretch): PaymentBounds {
    const { certain, isOnly } = this.#mayOpen ? UNKNOWN : this.#ways.of(payment, within);
    const mediations: Mediation[] = [];
    for (const node of certain) {
      const charge = this.#chargeOf(node, payment.token);
      if (charge === undefined) return this.#unknown(payment);
      mediations.push({ node, charge });
    }
    return this.#charged(payment, { mediations, isOnly });
  }

  /** True when a node charges for payments that it may mediate. */
  mayEarn({ node, token }: Pick<PaymentEnds, 'node' | 'token'>): boolean {
    return this.#mediatorsOf(token).includes(node);
  }

  /** True when a node may pay for payments that it mediates. */
  paysOut({ node, token }: Pick<PaymentEnds, 'node' | 'token'>): boolean {
    return this.#chargeOf(node, token)?.isUncapped ?? this.#changesFees;
  }

  /** True when some node may pay for payments that it mediates. */
  mayPayOut(token: TokenName): boolean {
    return this.#mediatorsOf(token).some((node) => this.paysOut({ node, token }));
  }

  /** The most that a node can keep of payments that have several ways. */
  mostEarned(
    { node, token }: Pick<PaymentEnds, 'node' | 'token'>,
    sums: { readonly mediations: bigint; readonly volume: Amount },
  ): Amount {
    if (!this.mayEarn({ node, token })) return 0n;
    const charge = this.#chargeOf(node, token);
    return charge === undefined ? this.#accepted(sums.volume) : charge.mostOf(sums);
  }

  /**
   * The amounts of a payment along one way, by what the ends on it may have had: at each hop, from the initiator on. Undefined:
   * a node on it charges what is not known, or the fees may be more than a sender accepts, who then takes another way.
   */
  along(
    payment: ChargedPayment,
    way: PossibleWay,
    { free, whole, isOnly }: MoneyThen & { readonly isOnly: boolean },
  ): ChargedWay | undefined {
    const { amount, token } = payment;
    const accepted = { least: amount, most: amount + this.#accepted(amount) };
    const mediations: Mediation[] = [];
    for (const [at, outgoing] of way.slice(1).entries()) {
      const incoming = way[at] as WayHop;
      const charge = this.#chargeOf(payeeOf(incoming), token);
      if (charge === undefined) return undefined;
      const own = { ...incoming, side: (1 - incoming.side) as 0 | 1 };
      const [estimated, penalty] = [free, whole].map((money) =>
        charge.penaltyBetween(chargedEnd(own, money), chargedEnd(outgoing, money), accepted),
      );
      mediations.push({ node: payeeOf(incoming), charge, ...withoutUndefined({ estimated, penalty }) });
    }
    const estimated = estimateOf(mediations, amount);
    const most = estimated.most + this.#margin(payment, estimated.most - amount).most;
    if (!isOnly && most >= accepted.most) return undefined;
    return { way, ...this.#charged(payment, { mediations, isOnly: true }) };
  }

  // From the target back to the initiator as its route is estimated, then forward as mediators charge.
  #charged(payment: ChargedPayment, { mediations, isOnly }: Mediations): Omit<ChargedWay, 'way'> {
    const { amount } = payment;
    if (mediations.length === 0 && isOnly) return { ...direct(amount), carried: [exactly(amount)] };
    const estimated = estimateOf(mediations, amount);
    const most = isOnly ? estimated.most : this.#mostOver(payment, mediations, estimated.most);
    const sent = {
      least: this.#leastSent(payment, estimated, isOnly),
      most: smaller(
        most + this.#margin(payment, most - amount).most,
        larger(amount + this.#accepted(amount), estimated.least),
      ),
    };
    const earned: [NodeName, AmountRange][] = [];
    const carried = [sent];
    let here: AmountRange = sent;
    for (const { node, charge, penalty } of mediations) {
      const next = charge.after(here, penalty);
      // Other mediators may have taken fees before; only that the amount has to arrive is certain.
      const comes = isOnly ? here : { least: amount, most: here.most };
      const leaves = (amountIn: Amount): AmountRange => charge.after(exactly(amountIn), penalty);
      const fee = kept(comes, leaves, this.#isExact(payment));
      earned.push([node, charge.isUncapped ? fee : { least: larger(fee.least, 0n), most: fee.most }]);
      carried.push({ least: larger(next.least, amount), most: next.most });
      here = next;
    }
    const isSure = isOnly && this.#isExact(payment);
    return {
      sent,
      received: {
        least: isSure && here.least > amount ? here.least : amount,
        most: larger(here.most, amount),
      },
      earned,
      hasOtherWays: !isOnly,
      carried,
    };
  }

  // Nothing is added where fees and what mediators pay out come to nothing.
  #leastSent(payment: ChargedPayment, { least, most }: AmountRange, isOnly: boolean): Amount {
    const { token, amount } = payment;
    if (!isOnly && this.mayPayOut(token)) return 0n;
    const sent = least + this.#margin(payment, least - amount).least;
    return least <= amount && amount <= most ? smaller(sent, amount) : sent;
  }

  // Every node that may mediate does, as far as a sender puts up with it.
  #mostOver(payment: ChargedPayment, certain: readonly Mediation[], from: Amount): Amount {
    const { node, target, token, amount } = payment;
    const accepted = amount + this.#accepted(amount);
    let most = from;
    for (const other of this.#mediatorsOf(token)) {
      if (most >= accepted) break;
      if (other === node || other === target || certain.some((one) => one.node === other)) continue;
      const charge = this.#chargeOf(other, token);
      if (charge === undefined) return accepted;
      most = charge.before(exactly(most)).most;
    }
    return most;
  }

  #unknown({ amount }: ChargedPayment): PaymentBounds {
    const sent = { least: this.#changesFees ? 0n : amount, most: amount + this.#accepted(amount) };
    return { sent, received: { least: amount, most: null }, earned: [], hasOtherWays: true };
  }

  // A sender may add a margin to its estimate; how much is not known of every node.
  #margin(payment: ChargedPayment, estimatedFee: Amount): AmountRange {
    const margin = feeMargin({ amount: payment.amount, estimatedFee });
    return { least: this.#isExact(payment) ? margin : 0n, most: margin };
  }

  #isExact({ node }: ChargedPayment): boolean {
    return isMarginKnown(this.#run.header, node);
  }

  #accepted(amount: Amount): Amount {
    return mostFee(amount, this.#run.header.scenario.protocol);
  }

  /** Nodes that have two channels at least. */
  #mediatorsOf(token: TokenName): readonly NodeName[] {
    return madeOnce(this.#mediators, token, () =>
      this.#run.start.filterNodes(
        (node) =>
          (this.#mayOpen || this.#livesOf(node, token).length > 1) &&
          this.#chargeOf(node, token)?.isFree !== true,
      ),
    );
  }

  #chargeOf(node: NodeName, token: TokenName): MediatorCharge | undefined {
    const charges = madeOnce(this.#charges, token, () => new Map());
    if (charges.has(node)) return charges.get(node);
    const schedule = this.#run.start.getNodeAttribute(node, 'fees')?.[token];
    const capacities = this.#livesOf(node, token).map(({ mostCapacity }) => mostCapacity);
    const made =
      schedule && new MediatorCharge(schedule, this.#mayGrow ? undefined : capacities.reduce(larger, 0n));
    charges.set(node, made);
    return made;
  }

  #livesOf(node: NodeName, token: TokenName): readonly ChannelLife[] {
    return this.#lives.of(node).filter((life) => life.token === token);
  }
}

const UNKNOWN: Ways = { certain: [], isOnly: false };

/** A side of a channel as its mediator's charge depends on it. */
export function chargedEnd({ life, side }: WayHop, money: MoneyBounds): ChargedEnd {
  return {
    balance: money.of(life, side),
    capacity: life.mostCapacity,
    // After a withdrawal before the run a service may still go by the capacity of then.
    isSteady:
      [...life.totalDeposit, ...life.totalWithdraw].every((totals) => totals.length === 1) &&
      life.totalWithdraw.every(([first]) => first?.amount === 0n),
  };
}

function estimateOf(mediations: readonly Mediation[], amount: Amount): AmountRange {
  return mediations.reduceRight(
    (bounds, { charge, estimated }) => charge.before(bounds, estimated),
    exactly(amount),
  );
}

function direct(amount: Amount): PaymentBounds {
  return { sent: exactly(amount), received: exactly(amount), earned: [], hasOtherWays: false };
}

// The more comes in, the more is kept; between the ends of an interval rounding may differ by one from that at its ends.
function kept(comes: AmountRange, leaves: (amountIn: Amount) => AmountRange, isExact: boolean): AmountRange {
  const slack = isExact && comes.least === comes.most ? 0n : 1n;
  return {
    least: comes.least - leaves(comes.least).most - slack,
    most: comes.most - leaves(comes.most).least + slack,
  };
}

import { type Amount, type AmountRange, widest } from '../../model/network/amount.ts';
import {
  isPaymentRecord,
  type OperationRecord,
  paymentKey,
  type PaymentRecord,
} from '../../model/run/operation.ts';
import { canBeWeighed, roomToPass, weighsAsHops } from '../raiden/mediator-charge.ts';
import { effectOf } from '../refusals.ts';
import { isThere } from '../timeline/channel-life.ts';
import { ALWAYS, type Stretch } from '../timeline/stretch.ts';
import { chargedEnd, type ChargedPayment, type ChargedWay, type PaymentBounds } from './fee-bounds.ts';
import { mostFee } from './free-network.ts';
import { type MoneyBounds, type MoneyChange, MoneyLedger, MoneyWalk } from './money-bounds.ts';
import { changesOf } from './payment-changes.ts';
import { answerInstead, type NetworkThen, type PaidStory } from './payment-outcomes.ts';
import { payeeOf, type PossibleWay, type WayHop } from './payment-ways.ts';

// Each is a search among ways, beside all that was on its way then, several times.
const MOST_WALKED = 10_000;
// Ways of payments that overlap hardly change after the second round; those that still do then are let go.
const MOST_ROUNDS = 6;

/**
 * The ways that each payment may have gone, with what each hop of them carried: a service names a way that weighs least,
 * and a payment that succeeds goes that way where every way that may weigh least had the money and the room for it.
 *
 * Of payments that overlap, each is found beside what the others may have moved if they went as was found of them, until
 * nothing changes. Then all is right: the first payment to go another way would have done so beside others that did not.
 */
export class PaidWays {
  readonly #story: PaidStory;
  readonly #walk = new MoneyWalk();
  /** Like `#walk`, with locked amounts counted as held. */
  readonly #wholeWalk = new MoneyWalk();
  /** Payments that may be on their way at each end, or anywhere. */
  readonly #locks = new MoneyLedger<number | 'anywhere'>();
  readonly #found = new Map<number, readonly ChargedWay[]>();
  readonly #isWalked: boolean;
  readonly #witnessed: PaidStory['witnessed'];

  constructor(story: PaidStory) {
    this.#story = story;
    this.#witnessed = story.witnessed;
    const records = story.made;
    const { protocol } = story.run.header.scenario;
    const isWhole = story.run.load === undefined || story.run.load.kept.kind === 'all';
    this.#isWalked =
      isWhole && protocol.kind === 'raiden' && protocol.router === 'raiden' && records.length <= MOST_WALKED;
    if (this.#isWalked) this.#findAll(records);
  }

  /** The amounts of a payment over all its ways; `records`: those that tell of it, none: it may be of any moment. */
  of(payment: ChargedPayment, records: readonly PaymentRecord[]): PaymentBounds {
    const { fees } = this.#story;
    const within = paidWithin(records);
    if (within === undefined || !this.#isWalked) return fees.of(payment, within);
    const [{ operation }] = records as readonly [PaymentRecord];
    const isOne = records.length === 1 && operation.amount === payment.amount;
    const ways = (isOne ? this.#found.get(operation.id) : undefined) ?? this.#waysOf(payment, within);
    return ways === undefined ? fees.of(payment, within) : overAll(ways);
  }

  /** Absent: it may have gone anywhere. */
  waysOfRecord(id: number): readonly ChargedWay[] | undefined {
    return this.#found.get(id);
  }

  /** The changes that an operation made at channel ends. */
  changesOf(record: OperationRecord): readonly MoneyChange[] {
    return changesOf(record, this.#story, (payment) => {
      // It may have joined another one that is counted already.
      const mayBeJoined =
        payment.outcome.kind === 'indeterminate' &&
        (this.#story.payments.get(paymentKey(payment.operation))?.length ?? 1) > 1;
      const effect = mayBeJoined ? 'maybe' : effectOf(payment);
      const ways = this.#found.get(payment.operation.id);
      return {
        effect,
        route:
          this.#witnessed?.get(payment.operation.id) ??
          (ways === undefined ? { kind: 'any' } : { kind: 'among', ways }),
        most: this.#mostOf(payment.operation),
        heldMs: effect === 'locks' ? this.#story.lockLifeOf(payment).untilMs - payment.endedAtMs : 0,
      };
    });
  }

  #findAll(records: readonly OperationRecord[]): void {
    const made = records.filter(isPaymentRecord).filter((record) => effectOf(record) === 'happened');
    const isMade = new Set<OperationRecord>(made);
    for (const record of records) if (!isMade.has(record)) this.#enter(record);
    let open = made;
    for (let round = 1, isSettled = false; !isSettled; round += 1) {
      isSettled = true;
      for (const record of open) {
        const { id } = record.operation;
        const earlierWays = this.#found.get(id);
        if (earlierWays !== undefined) this.#enter(record, -1n);
        const ways = this.#waysOf(record.operation, record);
        const isSame = ways !== undefined && earlierWays !== undefined && areAmong(ways, earlierWays);
        if (!isSame) isSettled = false;
        if (ways === undefined || (!isSame && round > MOST_ROUNDS)) this.#found.delete(id);
        else this.#found.set(id, ways);
        this.#enter(record);
      }
      open = open.filter(({ operation }) => this.#found.has(operation.id));
    }
  }

  /** What the nodes must have answered to a payment instead, in words; `undefined`: they may have answered that. */
  answerInstead(record: PaymentRecord): string | undefined {
    if (!this.#isWalked) return undefined;
    const then = this.#then(record);
    const ways = this.#firstWays(record.operation, then) ?? [];
    const isSure = ways.every((way) => Number.isFinite(this.#leastOf([way], record.operation, then)));
    return answerInstead(
      record,
      { ...then, ways: isSure && ways.length > 0 ? ways : undefined },
      this.#story,
    );
  }

  #then({ startedAtMs, endedAtMs }: Stretch): Then {
    const { timing, run } = this.#story;
    const beliefMs = timing.view === 'exact' ? 0 : timing.viewDelayMs;
    const stretch = { startedAtMs: startedAtMs - beliefMs, endedAtMs };
    const room =
      BigInt(run.header.scenario.protocol.maxPendingLocks) - this.#locks.within('anywhere', stretch).most;
    const isFree = ({ life, side }: WayHop): boolean =>
      this.#locks.within(2 * life.index + side, stretch).most < room;
    return { stretch, bounds: this.#walk.during(stretch), isFree };
  }

  #waysOf(payment: ChargedPayment, within: Stretch): readonly ChargedWay[] | undefined {
    const { fees } = this.#story;
    const now = this.#then(within);
    const { stretch, bounds } = now;
    const ways = this.#firstWays(payment, now);
    const { isOnly } = this.#story.ways.of(payment, stretch);
    const then = { free: bounds, whole: this.#wholeWalk.during(stretch), isOnly };
    const charged = ways?.map((way) => fees.along(payment, way, then));
    // None is left where a channel of the only way was perhaps never opened.
    const isKnown = charged !== undefined && charged.length > 0 && charged.every((one) => one !== undefined);
    return isKnown ? charged : undefined;
  }

  /** Every way that may weigh least, if each surely carries the payment. */
  #firstWays(payment: ChargedPayment, then: Then): readonly PossibleWay[] | undefined {
    const { stretch, bounds } = then;
    const { certain, isOnly } = this.#story.ways.of(payment, stretch);
    if (isOnly) return this.#story.ways.upTo(certain.length + 1, payment, stretch);
    const least = this.#story.ways.shortest(payment, stretch);
    if (least === undefined || !weighsAsHops(this.#mostOf(payment))) return undefined;
    const upTo = (hops: number): readonly PossibleWay[] | undefined =>
      this.#story.ways
        .upTo(hops, payment, stretch)
        ?.filter((way) => way.length === 1 || way.every((hop) => this.#isWeighed(hop, bounds) !== 'never'));
    const shortest = upTo(least);
    const most = this.#leastOf(shortest, payment, then);
    if (most === Number.POSITIVE_INFINITY) return undefined;
    // A node pays over its own channel with the target where that carries it, and asks nobody.
    const isAsked = least > 1;
    const ways = most > least && isAsked ? upTo(most) : shortest;
    return ways?.every((way) => Number.isFinite(this.#mostWeight(way, payment, then))) ? ways : undefined;
  }

  /** The most that the lightest of these may weigh for a service that surely takes it. */
  #leastOf(ways: readonly PossibleWay[] | undefined, payment: ChargedPayment, then: Then): number {
    const sure = ways?.filter(
      (way) => way.length === 1 || way.every((hop) => this.#isWeighed(hop, then.bounds) === 'always'),
    );
    return Math.min(...(sure ?? []).map((way) => this.#mostWeight(way, payment, then)));
  }

  #isWeighed(hop: WayHop, bounds: MoneyBounds) {
    const { start, header } = this.#story.run;
    // A service that knows capacities alone knows no balance.
    if (header.scenario.protocol.view === 'capacity') return 'always';
    return canBeWeighed(payeeOf(hop), chargedEnd(hop, bounds), { token: hop.life.token, start });
  }

  /** How heavy it may be for a service; infinite: it may not carry the payment. */
  #mostWeight(way: PossibleWay, payment: ChargedPayment, { stretch, bounds, isFree }: Then): number {
    const { running, run } = this.#story;
    const passing = this.#mostOf(payment);
    let weight = 0;
    for (const hop of way) {
      const { life, side } = hop;
      const room = way.length > 1 ? roomToPass(passing, life, run.start) : passing;
      const nodes = [...life.between];
      const carries =
        isThere(life, stretch) &&
        isFree(hop) &&
        bounds.of(life, side).least >= room &&
        nodes.every((node) => running.during(node, stretch).mustRun);
      if (!carries) return Number.POSITIVE_INFINITY;
      // The way back is dear where it could not carry 1.1 times the amount (raiden.md 3.2).
      const canReturn = bounds.of(life, (1 - side) as 0 | 1).least >= passing + passing / 10n;
      weight += canReturn ? 1 : 2;
    }
    return weight;
  }

  /** Counts what an operation changed; `times` below 0: no longer. */
  #enter(record: OperationRecord, times: 1n | -1n = 1n): void {
    const changes = this.changesOf(record);
    this.#walk.take(changes, times);
    if (effectOf(record) !== 'locks') this.#wholeWalk.take(changes, times);
    if (record.operation.kind !== 'pay') return;
    for (const { at, fromMs, settledMs, inFlight } of changes) {
      // A lock takes a place at the end that pays.
      if (inFlight.least >= 0n) continue;
      const place = 'end' in at ? at.end : 'anywhere';
      this.#locks.allow(place, fromMs, { most: times });
      this.#locks.settle(place, settledMs, { most: -times });
    }
  }

  #mostOf({ amount }: Pick<ChargedPayment, 'amount'>): Amount {
    return amount + mostFee(amount, this.#story.run.header.scenario.protocol);
  }
}

type Then = Omit<NetworkThen, 'ways'>;

/** When a payment was made that these records are of; absent: nothing tells. */
function paidWithin(records: readonly OperationRecord[]): Stretch | undefined {
  if (records.length === 0) return undefined;
  const isOpen = records.some(({ outcome }) => outcome.kind === 'indeterminate');
  return {
    startedAtMs: Math.min(...records.map(({ startedAtMs }) => startedAtMs)),
    endedAtMs: isOpen ? ALWAYS.endedAtMs : Math.max(...records.map(({ endedAtMs }) => endedAtMs)),
  };
}

/** A payment's amounts by all the ways it may have gone; who mediates on some of them may have earned nothing. */
function overAll(ways: readonly ChargedWay[]): PaymentBounds {
  const fees = new Map<string, AmountRange & { readonly ways: number }>();
  for (const { earned } of ways)
    for (const [node, fee] of earned) {
      const feeSoFar = fees.get(node);
      fees.set(node, { ...widest(fee, feeSoFar ?? fee), ways: (feeSoFar?.ways ?? 0) + 1 });
    }
  return {
    sent: ways.map(({ sent }) => sent).reduce(widest),
    received: ways.map(({ received: { least, most } }) => ({ least, most: most as Amount })).reduce(widest),
    earned: [...fees].map(([node, { least, most, ways: count }]) => [
      node,
      { least: count === ways.length ? least : 0n, most },
    ]),
    hasOtherWays: false,
  };
}

/** True when `ways` is a part of `others`, amounts included. */
function areAmong(ways: readonly ChargedWay[], others: readonly ChargedWay[]): boolean {
  const isPartOf = (one: ChargedWay, other: ChargedWay): boolean =>
    one.way.length === other.way.length &&
    one.way.every(({ life, side }, at) => other.way[at]?.life === life && other.way[at].side === side) &&
    one.carried.every(({ least, most }, at) => {
      const range = other.carried[at] as AmountRange;
      return least >= range.least && most <= range.most;
    });
  return ways.every((one) => others.some((other) => isPartOf(one, other)));
}

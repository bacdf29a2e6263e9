import { type Amount, type AmountRange, widest } from '../../model/network/amount.ts';
import { isPaymentRecord, type OperationRecord, type PaymentRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import type { TargetTiming } from '../../model/run/target-timing.ts';
import type { LockLife } from '../raiden/lock-life.ts';
import { roomToPass, weighsAsHops } from '../raiden/mediator-charge.ts';
import { effectOf } from '../refusals.ts';
import { isThere } from '../story/channel-life.ts';
import type { ChangingWays } from '../story/changing-ways.ts';
import type { ChannelLives } from '../story/channel-lives.ts';
import type { TravelTime } from '../story/travel-time.ts';
import type { UpTimes } from '../story/up-times.ts';
import type { Stretch } from '../story/stretch.ts';
import type { ChargedPayment, ChargedWay, FeeBounds, PaymentBounds } from './fee-bounds.ts';
import { mostFee } from './free-network.ts';
import { type MoneyBounds, type MoneyChange, MoneyLedger, MoneyWalk } from './money-bounds.ts';
import { changesOf } from './payment-changes.ts';
import { type PossibleWay, PossibleWays, type WayHop } from './possible-ways.ts';

/** The parts of a story that say nothing of money. */
interface PaidStory {
  readonly run: Pick<Run, 'start' | 'header' | 'load'>;
  readonly records: readonly OperationRecord[];
  readonly lives: ChannelLives;
  readonly ways: ChangingWays;
  readonly running: UpTimes;
  readonly timing: TargetTiming;
  readonly travelMs: TravelTime;
  readonly lockLifeOf: (payment: PaymentRecord) => LockLife;
  readonly fees: FeeBounds;
}

// Each is a search among ways, beside all that was on its way then.
const MOST_WALKED = 10_000;

/**
 * The ways that each payment may have gone, with what each hop of them carried: a service names a way that weighs least,
 * and a payment that succeeds goes that way where every way that may weigh least had the money and the room for it.
 */
export class PaidWays {
  readonly #story: PaidStory;
  readonly #ways: PossibleWays;
  readonly #walk = new MoneyWalk();
  /** Payments that may be on their way at each end, or anywhere. */
  readonly #locks = new MoneyLedger<number | 'anywhere'>();
  readonly #found = new Map<number, readonly ChargedWay[]>();
  readonly #isWalked: boolean;

  constructor(story: PaidStory) {
    this.#story = story;
    this.#ways = new PossibleWays(story.lives);
    const { records } = story;
    const { protocol } = story.run.header.scenario;
    const { maxPendingLocks } = protocol;
    const isWhole = story.run.load === undefined || story.run.load.kept.kind === 'all';
    this.#isWalked =
      isWhole && protocol.kind === 'raiden' && protocol.router === 'raiden' && records.length <= MOST_WALKED;
    if (!this.#isWalked) return;
    for (const [at, record] of records.entries()) {
      const ahead = beginningBefore(records, at + 1, {
        endedAtMs: record.endedAtMs,
        atMost: maxPendingLocks,
      });
      if (isPaymentRecord(record)) this.#find(record, ahead);
      this.#walk.take(this.changesOf(record));
      this.#countLocks(record);
    }
  }

  /** The amounts of a payment over all its ways; `within`: when it was made, absent: at any moment of the run. */
  of(payment: ChargedPayment, within?: Stretch): PaymentBounds {
    const { fees } = this.#story;
    if (within === undefined || !this.#isWalked) return fees.of(payment, within);
    const ways = this.#waysOf(payment, within, []);
    return ways === undefined ? fees.of(payment, within) : overAll(ways);
  }

  /** Absent: it may have gone anywhere. */
  waysOfRecord(id: number): readonly ChargedWay[] | undefined {
    return this.#found.get(id);
  }

  /** The changes that an operation made at channel ends; `shownMs`: so much later nodes show them. */
  changesOf(record: OperationRecord, shownMs = 0): readonly MoneyChange[] {
    return changesOf(record, this.#story, (payment) => {
      const effect = effectOf(payment);
      const ways = this.#found.get(payment.operation.id);
      return {
        effect,
        route: ways === undefined ? { kind: 'any' } : { kind: 'among', ways },
        most: this.#mostOf(payment.operation),
        heldMs: effect === 'locks' ? this.#story.lockLifeOf(payment).untilMs - payment.endedAtMs : 0,
        shownMs,
      };
    });
  }

  #find(record: PaymentRecord, ahead: readonly OperationRecord[]): void {
    if (effectOf(record) !== 'happened') return;
    const ways = this.#waysOf(record.operation, record, ahead);
    if (ways !== undefined) this.#found.set(record.operation.id, ways);
  }

  // Operations that begin meanwhile may go anywhere.
  #waysOf(
    payment: ChargedPayment,
    { startedAtMs, endedAtMs }: Stretch,
    ahead: readonly OperationRecord[],
  ): readonly ChargedWay[] | undefined {
    const { timing, fees, run } = this.#story;
    const beliefMs = timing.view === 'exact' ? 0 : timing.viewDelayMs;
    const stretch = { startedAtMs: startedAtMs - beliefMs, endedAtMs };
    const bounds = this.#walk.during(
      stretch,
      ahead.flatMap((record) => this.changesOf(record)),
    );
    const { maxPendingLocks } = run.header.scenario.protocol;
    if (ahead.length >= maxPendingLocks) return undefined;
    const atOnce = this.#locks.within('anywhere', stretch).most + BigInt(ahead.length);
    const isFree = ({ life, side }: WayHop): boolean =>
      this.#locks.within(2 * life.index + side, stretch).most + atOnce < BigInt(maxPendingLocks);
    const ways = this.#firstWays(payment, { stretch, bounds, isFree });
    const charged = ways?.map((way) => fees.along(payment, way, bounds));
    return charged?.every((one) => one !== undefined) ? charged : undefined;
  }

  /** Every way that may weigh least, if each surely carries the payment. */
  #firstWays(payment: ChargedPayment, then: Then): readonly PossibleWay[] | undefined {
    const { stretch } = then;
    const { certain, isOnly } = this.#story.ways.of(payment, stretch);
    if (isOnly) return this.#ways.upTo(certain.length + 1, payment, stretch);
    const least = this.#ways.shortest(payment, stretch);
    if (least === undefined || !weighsAsHops(this.#mostOf(payment))) return undefined;
    const shortest = this.#ways.upTo(least, payment, stretch);
    const weights = shortest?.map((way) => this.#mostWeight(way, payment, then)) ?? [];
    const most = Math.min(...weights);
    // A node pays over its own channel with the target where that carries it, and asks nobody.
    const isAsked = least > 1;
    const ways = most > least && isAsked ? this.#ways.upTo(most, payment, stretch) : shortest;
    return ways?.every((way) => Number.isFinite(this.#mostWeight(way, payment, then))) ? ways : undefined;
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

  #countLocks(record: OperationRecord): void {
    if (record.operation.kind !== 'pay' || effectOf(record) === 'nothing') return;
    for (const { at, fromMs, settledMs } of this.changesOf(record)) {
      const place = 'end' in at ? at.end : 'anywhere';
      this.#locks.allow(place, fromMs, { most: 1n });
      this.#locks.settle(place, settledMs, { most: -1n });
    }
  }

  #mostOf({ amount }: Pick<ChargedPayment, 'amount'>): Amount {
    return amount + mostFee(amount, this.#story.run.header.scenario.protocol);
  }
}

/** The state of the network while a payment was made. */
interface Then {
  readonly stretch: Stretch;
  readonly bounds: MoneyBounds;
  /** True when there is room for a lock. */
  readonly isFree: (hop: WayHop) => boolean;
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

// More than an end has places for tell that nothing is certain.
function beginningBefore(
  records: readonly OperationRecord[],
  from: number,
  { endedAtMs, atMost }: { readonly endedAtMs: number; readonly atMost: number },
): readonly OperationRecord[] {
  let next = from;
  while (next - from < atMost && (records[next]?.startedAtMs ?? Number.POSITIVE_INFINITY) <= endedAtMs)
    next += 1;
  return records.slice(from, next);
}

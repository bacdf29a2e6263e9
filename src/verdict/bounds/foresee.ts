import type { Amount } from '../../model/network/amount.ts';
import type { Network } from '../../model/network/network.ts';
import {
  CHANGES_CHANNELS,
  type Foreseen,
  type Operation,
  type OperationKind,
  type OperationRecord,
  type PayRequest,
} from '../../model/run/operation.ts';
import { simulatedTiming, type TargetTiming } from '../../model/run/target-timing.ts';
import type { ProtocolSpec } from '../../model/scenario/scenario.ts';
import type { LoadObserver } from '../../ports/load-observer.ts';
import type { BalanceIndex, CertainHop, TakeIndex } from './certain-flows.ts';
import { type CertainWay, CertainWays } from './certain-ways.ts';
import { mostFee } from './free-network.ts';
import { hasExpired } from '../refusals.ts';
import { LONGER_THAN_ANSWER, REAL_GRACE_MS, UNLOCK_GRACE_MS } from '../timeline/travel-time.ts';

/**
 * Says of each payment, when it is sent, what is certain of it: from what is acknowledged and what is in flight it
 * keeps the least and the most that may be available in every balance a payment certainly uses.
 */
export function foresee(
  start: Network,
  protocol: ProtocolSpec,
  timing: TargetTiming = simulatedTiming(protocol),
): LoadObserver {
  return new Forecast(start, protocol, timing);
}

interface SentPayment {
  /** Less certain once something was sent beside it that may come first. */
  foreseen: Foreseen;
  /** How many had been sent with it. */
  readonly number: number;
  readonly way: CertainWay;
  readonly amount: Amount;
  /** The most any hop may carry. */
  readonly most: Amount;
}

type PayOperation = PayRequest & Pick<Operation, 'id' | 'origin'>;

// These change what was certain in ways a later answer may only tell half of.
const UNSETTLES: ReadonlySet<OperationKind> = new Set([...CHANGES_CHANNELS, 'stop', 'start', 'slow']);

class Forecast implements LoadObserver {
  readonly #protocol: ProtocolSpec;
  readonly #ways: CertainWays;
  readonly #longestMs: number;
  /** Routers know every balance at once. */
  readonly #knowsAtOnce: boolean;
  readonly #messages: TargetTiming['messages'];
  /** Least that is certainly available, by balance; behind the balances the least of any end of each part. */
  readonly #low: Amount[];
  /** How long a router with late news may still believe in less money. */
  readonly #viewDelayMs: number;
  /** Most that can be available, by balance. */
  readonly #high: Amount[];
  readonly #locks: Int32Array;
  readonly #flights = new Map<number, SentPayment>();
  #sent = 0;
  /** By what is taken from: the number of the last payment that may keep back those sent before it. */
  readonly #doubtedBy: Float64Array;
  /** Payments in flight that must fail, by the balances they would take from: what comes in may change that. */
  readonly #lacking = new Map<BalanceIndex, Set<SentPayment>>();
  readonly #arriving = new DueSums<TakeIndex>();
  readonly #unlocking = new DueSums<TakeIndex>();
  readonly #named = new Set<string>();
  #isUnsettled = false;

  constructor(start: Network, protocol: ProtocolSpec, timing: TargetTiming) {
    this.#protocol = protocol;
    this.#knowsAtOnce = timing.view === 'exact';
    this.#ways = new CertainWays(start);
    this.#longestMs = timing.longestHopMs;
    this.#messages = timing.messages;
    const { balances, parts } = this.#ways.flows;
    this.#high = balances.map(({ before }) => before);
    this.#low = [...this.#high, ...parts.map(({ least }) => least)];
    this.#viewDelayMs = timing.view === 'delayed' ? timing.viewDelayMs : 0;
    this.#locks = new Int32Array(this.#low.length);
    this.#doubtedBy = new Float64Array(this.#low.length);
  }

  sent(operation: Operation, atMs: number): Foreseen | undefined {
    if (UNSETTLES.has(operation.kind)) this.#isUnsettled = true;
    if (operation.kind !== 'pay') return undefined;
    if (this.#isUnsettled) return 'may-either';
    this.#settle(atMs);
    const way = this.#ways.between(operation);
    const foreseen = this.#foresee(operation, way);
    if (way !== null) this.#lock(operation, way, foreseen);
    return foreseen;
  }

  still({ operation, outcome, foreseen }: OperationRecord): Foreseen | undefined {
    // A node that is stopped under load also fails what was on its way.
    if (this.#isUnsettled && foreseen !== undefined) return 'may-either';
    if (this.#messages !== 'timed' && hasExpired(outcome)) return 'may-either';
    const flight = this.#flights.get(operation.id);
    if (flight?.foreseen !== 'must-succeed') return flight?.foreseen ?? foreseen;
    const isDoubted = flight.way.takes.some(
      ({ index }) => (this.#doubtedBy[index] as number) > flight.number,
    );
    return isDoubted ? 'may-either' : flight.foreseen;
  }

  ended({ operation, outcome, startedAtMs, endedAtMs }: OperationRecord): void {
    const flight = this.#flights.get(operation.id);
    // A payment without an answer may have happened or not: it counts as in flight for ever.
    if (flight === undefined || outcome.kind === 'indeterminate') return;
    this.#flights.delete(operation.id);
    if (flight.foreseen !== 'must-succeed')
      for (const { from } of flight.way.hops) this.#lacking.get(from)?.delete(flight);
    const tookMs = endedAtMs - startedAtMs;
    if (outcome.kind === 'succeeded') this.#paid(flight, endedAtMs, tookMs);
    else this.#released(flight, endedAtMs, tookMs);
  }

  #paid({ way: { hops, takes, length }, amount }: SentPayment, endedAtMs: number, tookMs: number): void {
    const certainMs = endedAtMs + REAL_GRACE_MS + this.#messagesMs(length + 1, tookMs);
    const isQueued = this.#isQueued(tookMs);
    let isFirst = true;
    for (const { from, to, kind } of hops) {
      this.#high[from] = (this.#high[from] ?? 0n) - amount;
      // Only the first unlock is the sender's own: the next ones may wait in queues for ever.
      if (kind === 'channel' && (isFirst || !isQueued))
        this.#arriving.add(to, amount, certainMs + this.#viewDelayMs);
      isFirst = false;
    }
    for (const { index, unlockHops } of takes) {
      if (unlockHops === 0) this.#unlock(index, 1);
      else if (!isQueued)
        this.#unlocking.add(
          index,
          1n,
          endedAtMs + UNLOCK_GRACE_MS + this.#messagesMs(unlockHops + 1, tookMs),
        );
    }
  }

  #released({ way: { hops, takes, length }, most }: SentPayment, endedAtMs: number, tookMs: number): void {
    const certainMs = endedAtMs + REAL_GRACE_MS + this.#messagesMs(length + 1, tookMs);
    for (const { to } of hops) this.#high[to] = (this.#high[to] ?? 0n) - most;
    for (const { index } of takes) {
      this.#arriving.add(index, most, certainMs + this.#viewDelayMs);
      this.#unlocking.add(index, 1n, certainMs);
    }
  }

  #foresee(operation: PayOperation, way: CertainWay | null): Foreseen {
    if (operation.node === operation.target) return 'may-either';
    // The same identifier may join another payment, or be in conflict with it.
    if (this.#isNamedTwice(operation)) return 'may-either';
    if (way === null || !way.areEndsOn) return 'must-fail';
    for (const hop of way.hops) {
      if (this.#cannotPay(hop, operation.amount)) return 'must-fail';
      // A route is refused at once only by a service that knows the balances; else a mediator may wait for what it lacks.
      if (!this.#knowsAtOnce) break;
    }
    return this.#certainlyPays(operation, way) ? 'must-succeed' : 'may-either';
  }

  #cannotPay({ from, kind }: CertainHop, amount: Amount): boolean {
    // With fees, no node shows what mediators earn within a part, so that no balance in it has an upper bound.
    return (kind === 'channel' || this.#ways.isFree) && (this.#high[from] ?? 0n) < amount;
  }

  #certainlyPays({ amount, lockTimeout }: PayOperation, { takes, isOpen }: CertainWay): boolean {
    if (lockTimeout !== undefined || !isOpen) return false;
    const { maxPendingLocks } = this.#protocol;
    for (const { index } of takes) {
      if ((this.#locks[index] as number) >= maxPendingLocks) return false;
      if ((this.#low[index] as Amount) < amount) return false;
    }
    return true;
  }

  #lock({ id, amount }: PayOperation, way: CertainWay, foreseen: Foreseen): void {
    const most = this.#ways.isFree ? amount : amount + mostFee(amount, this.#protocol);
    this.#sent += 1;
    for (const { index } of way.takes) {
      this.#low[index] = (this.#low[index] ?? 0n) - most;
      this.#locks[index] = (this.#locks[index] as number) + 1;
      this.#doubtPaying(index);
    }
    for (const { to } of way.hops) {
      this.#high[to] = (this.#high[to] ?? 0n) + most;
      this.#doubtLacking(to);
    }
    const flight: SentPayment = { foreseen, number: this.#sent, way, amount, most };
    this.#flights.set(id, flight);
    if (foreseen !== 'must-fail') return;
    for (const { from } of way.hops)
      this.#lacking.set(from, (this.#lacking.get(from) ?? new Set()).add(flight));
  }

  // A payment that was sent later may be handled earlier, and take the money that another counted on.
  #doubtPaying(index: TakeIndex): void {
    const isShort = (this.#low[index] ?? 0n) < 0n;
    if (isShort || (this.#locks[index] as number) > this.#protocol.maxPendingLocks)
      this.#doubtedBy[index] = this.#sent;
  }

  // A payment that was sent later may bring the money that another lacked.
  #doubtLacking(to: BalanceIndex): void {
    for (const flight of this.#lacking.get(to) ?? [])
      if (flight.amount <= (this.#high[to] ?? 0n)) flight.foreseen = 'may-either';
  }

  #settle(nowMs: number): void {
    if (this.#unlocking.isDue(nowMs))
      this.#unlocking.take(nowMs, (index, locks) => this.#unlock(index, Number(locks)));
    if (this.#arriving.isDue(nowMs))
      this.#arriving.take(nowMs, (index, sum) => {
        this.#low[index] = (this.#low[index] ?? 0n) + sum;
      });
  }

  #unlock(index: TakeIndex, locks: number): void {
    this.#locks[index] = (this.#locks[index] as number) - locks;
  }

  // The sender is told before the unlocks have gone all the way, and before releases are known everywhere.
  // At a busy node these messages may wait for ever.
  #isQueued(tookMs: number): boolean {
    return this.#messages === 'queued' || (this.#messages === 'as-answered' && tookMs > this.#longestMs);
  }

  #messagesMs(messages: number, tookMs: number): number {
    const longestMs = messages * this.#longestMs;
    return this.#messages === 'as-answered' ? Math.min(longestMs, LONGER_THAN_ANSWER * tookMs) : longestMs;
  }

  #isNamedTwice({ origin, node, target, identifier }: PayOperation): boolean {
    // Only steps may name one themselves; whatever is drawn has its own, and ten million are not remembered.
    if (!origin.startsWith('steps')) return false;
    if (this.#named.size > MOST_NAMED) return false;
    const key = `${node} ${target} ${identifier}`;
    if (this.#named.has(key)) return true;
    this.#named.add(key);
    return false;
  }
}

// Steps, which may name one twice, come first and are few.
const MOST_NAMED = 100_000;

// A sum of many amounts costs what a single one does, and is as certain a moment later.
const PERIOD_MS = 10;

interface Due<Index> {
  readonly dueMs: number;
  readonly sums: Map<Index, Amount>;
}

/** Amounts that become certain at a moment, or up to 10 ms after it, by number of what they belong to. */
export class DueSums<Index> {
  /** Ascending. */
  readonly #due: Due<Index>[] = [];

  add(index: Index, amount: Amount, atMs: number): void {
    const { sums } = this.#dueAt((Math.floor(atMs / PERIOD_MS) + 1) * PERIOD_MS);
    sums.set(index, (sums.get(index) ?? 0n) + amount);
  }

  isDue(nowMs: number): boolean {
    const first = this.#due[0];
    return first !== undefined && first.dueMs <= nowMs;
  }

  /** Tells what is due by now. */
  take(nowMs: number, tell: (index: Index, sum: Amount) => void): void {
    let taken = 0;
    for (; taken < this.#due.length; taken += 1) {
      const { dueMs, sums } = this.#due[taken] as Due<Index>;
      if (dueMs > nowMs) break;
      for (const [index, sum] of sums) tell(index, sum);
    }
    if (taken > 0) this.#due.splice(0, taken);
  }

  // Nearly always the last one: what is added later is due later, but for ways of another length.
  #dueAt(dueMs: number): Due<Index> {
    let at = this.#due.length;
    while (at > 0 && (this.#due[at - 1] as Due<Index>).dueMs > dueMs) at -= 1;
    const last = this.#due[at - 1];
    if (last?.dueMs === dueMs) return last;
    const made: Due<Index> = { dueMs, sums: new Map() };
    this.#due.splice(at, 0, made);
    return made;
  }
}

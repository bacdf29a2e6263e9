import type { Amount } from '../model/amount.ts';
import { longestMs } from '../model/longest-latency.ts';
import type { Network } from '../model/network.ts';
import type { Operation, PayRequest } from '../model/operation.ts';
import type { Foreseen, OperationRecord } from '../model/outcome.ts';
import type { ProtocolSpec } from '../model/scenario.ts';
import type { LoadObserver } from '../ports.ts';
import { type CertainFlows, type CertainHop, certainFlows } from './certain-flows.ts';
import { isFreeNetwork, mostFee } from './free-network.ts';
import { RecentLow } from './recent-low.ts';

/**
 * Says of each payment, when it is sent, what is certain of it: from what is acknowledged and what is in flight it
 * keeps the least and the most that may be available in every balance a payment certainly uses.
 */
export function foresee({
  start,
  protocol,
}: {
  readonly start: Network;
  readonly protocol: ProtocolSpec;
}): LoadObserver {
  return new Forecast(start, protocol);
}

interface Flight {
  /** Less certain once something was sent beside it that may come first. */
  foreseen: Foreseen;
  readonly hops: readonly CertainHop[];
  readonly amount: Amount;
  /** The most any hop may carry. */
  readonly most: Amount;
}

/** What is certain only when the news has gone all the way: an amount that is there, a lock that is not. */
interface Arrival {
  readonly atMs: number;
  readonly balance: number;
  readonly amount: Amount;
  readonly unlocked: number;
}

type PayOperation = PayRequest & Pick<Operation, 'id' | 'origin'>;

// These change what was certain in ways a later answer may only tell half of.
const UNSETTLES: ReadonlySet<Operation['kind']> = new Set([
  'open',
  'deposit',
  'withdraw',
  'close',
  'leave',
  'stop',
  'start',
]);

class Forecast implements LoadObserver {
  readonly #start: Network;
  readonly #protocol: ProtocolSpec;
  readonly #flows: CertainFlows;
  readonly #isFree: boolean;
  /** Messages may wait in front of busy nodes, for nobody knows how long. */
  readonly #hasQueues: boolean;
  /** Least that is certainly available, by balance. */
  readonly #low: Amount[];
  /** The least it was of late: what a router that knows late may still believe. */
  readonly #recentLow: RecentLow;
  /** Most that can be available. */
  readonly #high: Amount[];
  readonly #locks: Int32Array;
  readonly #flights = new Map<number, Flight>();
  /** Those in flight whose end is certain, by what they take from. */
  readonly #certain = new Map<number, Set<Flight>>();
  /** Receipts whose news may still be on its way, in the order in which they are certain. */
  #arriving: Arrival[] = [];
  #arrived = 0;
  readonly #named = new Set<string>();
  #isUnsettled = false;

  constructor(start: Network, protocol: ProtocolSpec) {
    this.#start = start;
    this.#protocol = protocol;
    this.#flows = certainFlows(start);
    this.#isFree = isFreeNetwork(start);
    this.#hasQueues = protocol.processingTime !== undefined && longestMs(protocol.processingTime) > 0;
    this.#low = this.#flows.balances.map(({ before }) => before);
    this.#high = [...this.#low];
    this.#recentLow = new RecentLow({
      values: this.#low,
      windowMs: protocol.view === 'delayed' ? protocol.viewDelayMs : 0,
    });
    this.#locks = new Int32Array(this.#low.length);
  }

  sent(operation: Operation, atMs: number): Foreseen | undefined {
    if (UNSETTLES.has(operation.kind)) this.#isUnsettled = true;
    if (operation.kind !== 'pay') return undefined;
    if (this.#isUnsettled) return 'may-either';
    this.#settle(atMs);
    const hops = this.#flows.hops(operation);
    const foreseen = this.#foresee(operation, hops, atMs);
    if (hops !== undefined) this.#lock(operation, { hops, foreseen, atMs });
    return foreseen;
  }

  still({ operation, outcome, foreseen }: OperationRecord): Foreseen | undefined {
    if (this.#hasQueues && outcome.kind === 'failed' && outcome.reason === 'lock-expired')
      return 'may-either';
    return this.#flights.get(operation.id)?.foreseen ?? foreseen;
  }

  ended({ operation, outcome, endedAtMs }: OperationRecord): void {
    const flight = this.#flights.get(operation.id);
    // What got no answer stays possible both ways: as if it were in flight for ever.
    if (flight === undefined || outcome.kind === 'indeterminate') return;
    this.#flights.delete(operation.id);
    for (const { from } of flight.hops) this.#certain.get(from)?.delete(flight);
    const { hops, amount, most } = flight;
    const certainMs = endedAtMs + this.#graceMs(hops.length);
    for (const [hop, { from, to }] of hops.entries()) {
      if (outcome.kind === 'succeeded') {
        this.#high[from] = (this.#high[from] ?? 0n) - amount;
        // Only the first unlock is the sender's own: the next ones may wait in queues for ever.
        if (hop > 0 && this.#hasQueues) continue;
        this.#arriving.push({ atMs: certainMs, balance: to, amount, unlocked: from });
      } else {
        this.#high[to] = (this.#high[to] ?? 0n) - most;
        this.#arriving.push({ atMs: certainMs, balance: from, amount: most, unlocked: from });
      }
    }
  }

  #foresee(operation: PayOperation, hops: readonly CertainHop[] | undefined, atMs: number): Foreseen {
    if (operation.node === operation.target) return 'may-either';
    // The same identifier may join another payment, or be in conflict with it.
    if (this.#isNamedTwice(operation)) return 'may-either';
    const { node, target, amount } = operation;
    const isOn = (name: string): boolean => this.#start.getNodeAttribute(name, 'online');
    if (hops === undefined || !isOn(node) || !isOn(target)) return 'must-fail';
    // A route is refused at once only by who knows the balances; else a mediator may wait for what it lacks.
    const decisive = this.#protocol.view === 'exact' ? hops : hops.slice(0, 1);
    if (decisive.some((hop) => this.#cannotPay(hop, amount))) return 'must-fail';
    return this.#certainlyPays(operation, hops, atMs) ? 'must-succeed' : 'may-either';
  }

  #cannotPay({ from, isChannel }: CertainHop, amount: Amount): boolean {
    // With fees, what mediators keep within a part is theirs in ways nobody tells.
    return (isChannel || this.#isFree) && (this.#high[from] ?? 0n) < amount;
  }

  #certainlyPays({ amount, lockTimeout }: PayOperation, hops: readonly CertainHop[], atMs: number): boolean {
    if (lockTimeout !== undefined || (hops.length > 1 && !this.#isFree)) return false;
    const reveal = this.#flows.balances[hops[0]?.from ?? 0]?.reveal;
    return hops.every(({ from, to, isChannel }) => {
      const balance = this.#flows.balances[from];
      if (!isChannel || balance === undefined || balance.reveal !== reveal) return false;
      if (balance.settle < 2 * balance.reveal) return false;
      if ((this.#locks[from] ?? 0) >= this.#protocol.maxPendingLocks) return false;
      const isOn = this.#start.getNodeAttribute(this.#flows.balances[to]?.owner ?? '', 'online');
      return isOn && this.#recentLow.at(from, atMs) >= amount;
    });
  }

  #lock(
    { id, amount }: PayOperation,
    {
      hops,
      foreseen,
      atMs,
    }: { readonly hops: readonly CertainHop[]; readonly foreseen: Foreseen; readonly atMs: number },
  ): void {
    const { maxFeePercent } = this.#protocol;
    const most = this.#isFree ? amount : amount + mostFee({ amount, maxFeePercent });
    for (const { from, to } of hops) {
      this.#setLow(from, (this.#low[from] ?? 0n) - most, atMs);
      this.#high[to] = (this.#high[to] ?? 0n) + most;
      this.#locks[from] = (this.#locks[from] ?? 0) + 1;
      this.#doubt(from, to);
    }
    const flight: Flight = { hops, amount, most, foreseen };
    this.#flights.set(id, flight);
    if (foreseen === 'may-either') return;
    for (const { from } of hops) this.#certain.set(from, (this.#certain.get(from) ?? new Set()).add(flight));
  }

  // What was sent later may be handled earlier: then it may take what another counted on, or bring what it lacked.
  #doubt(from: number, to: number): void {
    const isShort = (this.#low[from] ?? 0n) < 0n || (this.#locks[from] ?? 0) > this.#protocol.maxPendingLocks;
    if (isShort) {
      for (const flight of this.#certain.get(from) ?? [])
        if (flight.foreseen === 'must-succeed') flight.foreseen = 'may-either';
    }
    for (const flight of this.#certain.get(to) ?? [])
      if (flight.foreseen === 'must-fail' && flight.amount <= (this.#high[to] ?? 0n))
        flight.foreseen = 'may-either';
  }

  #settle(nowMs: number): void {
    for (; this.#arrived < this.#arriving.length; this.#arrived += 1) {
      const next = this.#arriving[this.#arrived];
      if (next === undefined || next.atMs > nowMs) break;
      this.#locks[next.unlocked] = (this.#locks[next.unlocked] ?? 0) - 1;
      this.#setLow(next.balance, (this.#low[next.balance] ?? 0n) + next.amount, nowMs);
    }
    if (this.#arrived < MOST_ARRIVED) return;
    this.#arriving = this.#arriving.slice(this.#arrived);
    this.#arrived = 0;
  }

  #setLow(balance: number, value: Amount, atMs: number): void {
    this.#recentLow.change(balance, { before: this.#low[balance] ?? 0n, after: value, atMs });
    this.#low[balance] = value;
  }

  // The sender is told before the unlocks have gone all the way, and before releases are known everywhere.
  #graceMs(hops: number): number {
    return SHORTEST_GRACE_MS + (hops + 1) * longestMs(this.#protocol.hopLatency);
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

// A second for what is between the nodes and us.
const SHORTEST_GRACE_MS = 1_000;
// Steps, which may name one twice, come first and are few.
const MOST_NAMED = 100_000;
// Cut off now and then, so that a long load does not keep all it has seen.
const MOST_ARRIVED = 10_000;

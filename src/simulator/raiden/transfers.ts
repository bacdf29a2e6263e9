import { hashOfSecret } from '../../model/run/secret-hash.ts';
import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { Routes } from '../../ports/router.ts';
import { LinkedList } from '../../runtime/linked-list.ts';
import { lockExpired, noUsableRoute, successOf, traceOf } from '../payments/attempt-trace.ts';
import { noteReceived, type Payment } from '../payments/payment.ts';
import { comparison, unusableBecause } from '../channels/usability.ts';
import type { World } from '../world.ts';
import { Attempt, expirationOf, type HopCarrier, type HopNews, LockedHop } from './attempt.ts';
import { Expirations, JammedEnds, UnheardExpirations } from './expirations.ts';
import {
  firstHop,
  forwardedAmount,
  holdLocks,
  isHeld,
  letGo,
  obstacleAt,
  obstruct,
  obstructByFee,
  onwardEnd,
  outOfTurn,
  undelivered,
} from './next-hop.ts';

// The initiator gives up this long after the expiration: twice the node's 5 confirmations (raiden.md 2.5).
const BLOCKS_UNTIL_GIVING_UP = 10;

/**
 * Transfers hop by hop, the Raiden way (raiden.md 2.3 to 2.5): locks along the path, the secret back, and each
 * payer unlocks when its payee reveals the secret to it. Either every hop is unlocked in the end or every one is released. A payment is attempted once.
 */
export class Transfers implements HopCarrier {
  readonly #world: World;
  readonly #inFlight = new LinkedList<Attempt>();
  readonly #expirations: Expirations<Attempt>;
  readonly #jammed = new JammedEnds();
  readonly #unheard: UnheardExpirations;
  #pending = 0;

  constructor(world: World) {
    this.#world = world;
    this.#unheard = new UnheardExpirations(world);
    this.#expirations = new Expirations(world.blocks, (attempt, block) => this.#expire(attempt, block));
  }

  /** Transfers in flight over all channels: locked, or unlocked and the payee does not know yet. */
  get pending(): number {
    return this.#pending;
  }

  /** Attempts with a lock or an unlock on its way, in the order in which they began. */
  get inFlight(): Iterable<Attempt> {
    return this.#inFlight;
  }

  /** Locks the first hop of the first usable route, or fails the payment. */
  send(payment: Payment, routes: Routes): void {
    const attempt = new Attempt(payment, routes);
    const first = firstHop(this.#world, attempt);
    if (first.kind === 'usable') this.#begin(attempt, first.end, first.amount);
    else this.#fail(attempt, noUsableRoute(first));
  }

  #begin(attempt: Attempt, end: EndIndex, amount: Amount): void {
    const { lockTimeout, layer } = attempt.payment;
    const timeout = lockTimeout ?? 2 * layer.graph.revealTimeout(end);
    const expiration = this.#world.blocks.latest + Number(timeout) - 1;
    attempt.obstacle = undefined;
    this.#inFlight.add(attempt);
    attempt.expiring = this.#expirations.watch(attempt, expiration);
    this.#lock(attempt, end, amount, expiration);
  }

  #lock(attempt: Attempt, end: EndIndex, amount: Amount, expiration: number): void {
    const { layer } = attempt.payment;
    const { graph } = layer;
    const payer = graph.owner(end);
    const payee = graph.owner(otherEnd(end));
    layer.ledger.lock(end, amount);
    const lockedAtMs = this.#world.clock.nowMs();
    const hop = new LockedHop(this, attempt, { end, payer, payee, amount, expiration, lockedAtMs });
    attempt.hops.push(hop);
    this.#pending += 1;
    if (this.#jammed.has(layer, end)) return;
    if (this.#unheard.isWaiting(layer, end)) {
      this.#unheard.after(layer, end, () => this.#tell(hop, payee, 'locked'));
      attempt.obstacle = outOfTurn(this.#world, attempt, payee);
    } else this.#tell(hop, payee, 'locked');
  }

  #tell(hop: LockedHop, to: NodeIndex, news: HopNews): void {
    hop.to = to;
    hop.news = news;
    this.#world.messenger.send(hop);
  }

  arrive(hop: LockedHop): void {
    this.#world.messenger.arrive(hop);
  }

  /** A message that waits for a stopped node is what the attempt hangs on. */
  hold({ attempt, to }: LockedHop): void {
    if (!attempt.over) attempt.obstacle ??= undelivered(this.#world, attempt, to);
  }

  /** Lets the node act that a message has reached. */
  deliver(hop: LockedHop): void {
    switch (hop.news) {
      case 'locked':
        return this.#receive(hop.attempt, hop);
      case 'secret-asked':
        return this.#giveSecret(hop.attempt, hop);
      case 'secret-given':
        return this.#reveal(hop.attempt, hop);
      case 'secret-passed-back':
        return this.#learnSecret(hop.attempt, hop);
      case 'unlocked':
        return this.#arrive(hop.attempt, hop);
    }
  }

  #receive(attempt: Attempt, hop: LockedHop): void {
    if (attempt.over) return;
    attempt.obstacle = undefined;
    if (isHeld(this.#world, hop)) return;
    if (hop.payee === attempt.payment.target) this.#receiveAtTarget(attempt, hop);
    else this.#mediate(attempt, hop);
  }

  // The first carried route whose next hop can take the transfer, also one whose fee the payer refused; else again at
  // every new block.
  #mediate(attempt: Attempt, incoming: LockedHop): void {
    if (attempt.over) return;
    const { blocks, messenger } = this.#world;
    const { payment, routes } = attempt;
    const { layer } = payment;
    const { expiration } = incoming;
    const node = incoming.payee;
    for (let place = 0, route = routes.at(0); route; route = routes.at((place += 1))) {
      const outgoing = onwardEnd(attempt, route);
      if (outgoing === undefined) continue;
      const amount = forwardedAmount(this.#world, layer, {
        incoming: incoming.end,
        outgoing,
        amountIn: incoming.amount,
      });
      if (amount === undefined) {
        obstructByFee(this.#world, attempt, outgoing);
        continue;
      }
      const lockTimeout = expiration - blocks.latest;
      const intent = { layer, end: outgoing, amount, lockTimeout };
      const check = unusableBecause(this.#world, intent);
      if (check === undefined) {
        attempt.obstacle = undefined;
        this.#lock(attempt, outgoing, amount, expiration);
        return;
      }
      obstruct(this.#world, attempt, outgoing, check, comparison(this.#world, intent, check));
    }
    if (blocks.latest + 1 >= expiration) return;
    const lookAgain = (): void => this.#mediate(attempt, incoming);
    blocks.at(blocks.latest + 1, () => messenger.whenRunning(node, lookAgain));
  }

  #receiveAtTarget(attempt: Attempt, last: LockedHop): void {
    attempt.routes.forget?.();
    const { blocks } = this.#world;
    const { layer, amount, target, secret } = attempt.payment;
    const received = last.amount;
    if (blocks.latest >= last.expiration) return;
    if (received < amount) {
      attempt.secretRequested = true;
      attempt.obstacle = obstacleAt(this.#world, attempt, target, 'received-amount', {
        required: `received amount >= ${amount}`,
        found: `received amount ${received}`,
      });
      return;
    }
    // The secret comes encrypted with the transfer, but is of use only when no fee was deducted on the way.
    if (secret !== undefined && received === attempt.hops[0]?.amount) return this.#reveal(attempt, last);
    const left = last.expiration - blocks.latest;
    const needed = layer.graph.revealTimeout(otherEnd(last.end));
    if (left <= needed) {
      attempt.obstacle = obstacleAt(this.#world, attempt, target, 'lock-expiration', {
        required: `blocks until the lock expires > reveal timeout ${needed}`,
        found: `${left} blocks`,
      });
      return;
    }
    this.#tell(last, attempt.payment.initiator, 'secret-asked');
  }

  #giveSecret(attempt: Attempt, last: LockedHop): void {
    const { initiator, target, secret } = attempt.payment;
    attempt.secretRequested = true;
    if (secret !== undefined) return this.#tell(last, target, 'secret-given');
    attempt.obstacle = obstacleAt(this.#world, attempt, initiator, 'lock-expiration', {
      required: 'the secret before the lock expires',
      found: 'the initiator knows the hash only',
    });
    holdLocks(this.#world, attempt);
  }

  #reveal(attempt: Attempt, last: LockedHop): void {
    if (attempt.over || this.#world.blocks.latest >= last.expiration) return;
    attempt.secretRevealed = true;
    this.#tell(last, last.payer, 'secret-passed-back');
  }

  // Each payer on the way learns the secret from its payee: it hands it on to its own payer and unlocks at once.
  #learnSecret(attempt: Attempt, hop: LockedHop): void {
    // The locks may have been settled on-chain before the message came.
    if (attempt.over) return;
    // To read at a negative index takes as long as the rest of this.
    const before = hop.place === 0 ? undefined : attempt.hops[hop.place - 1];
    if (before !== undefined) this.#tell(before, before.payer, 'secret-passed-back');
    this.#settle(attempt, hop);
    this.#tell(hop, hop.payee, 'unlocked');
  }

  #arrive(attempt: Attempt, hop: LockedHop): void {
    if (attempt.over) return;
    this.#receiveUnlock(attempt, hop);
    if (attempt.received === attempt.hops.length) this.#end(attempt);
  }

  #receiveUnlock(attempt: Attempt, hop: LockedHop): void {
    hop.stage = 'received';
    attempt.received += 1;
    this.#pending -= 1;
    if (hop.place === attempt.hops.length - 1) noteReceived(this.#world, attempt.payment, hop.amount);
  }

  // Once the first hop is unlocked, the payment has succeeded for its initiator.
  #settle(attempt: Attempt, hop: LockedHop): void {
    const { payment, hops } = attempt;
    payment.layer.ledger.unlock(hop.end, hop.amount);
    this.#world.depletedEnds.moved(payment.layer, hop.end, hop.amount, payment.operation);
    hop.stage = 'unlocked';
    hop.unlockedAtMs = this.#world.clock.nowMs();
    if (hop !== hops[0]) return;
    payment.conclude(successOf(this.#world, payment.layer, hops));
  }

  // At the expiration a revealed secret is on-chain and unlocks the rest; without it the initiator waits a
  // little longer, then every hop releases its lock.
  #expire(attempt: Attempt, block: number): void {
    if (attempt.over) return;
    const { hops } = attempt;
    if (attempt.secretRevealed) {
      const { secret } = attempt.payment;
      if (secret !== undefined) this.#world.secretsOnChain.add(hashOfSecret(secret));
      for (const hop of hops) if (hop.stage === 'locked') this.#settle(attempt, hop);
      for (const hop of hops) if (hop.stage === 'unlocked') this.#receiveUnlock(attempt, hop);
      this.#end(attempt);
    } else if (block === expirationOf(attempt)) {
      attempt.expiring = this.#expirations.watch(attempt, block + BLOCKS_UNTIL_GIVING_UP);
    } else {
      this.#giveUp(attempt);
    }
  }

  #giveUp(attempt: Attempt): void {
    const { payment, hops } = attempt;
    if (this.#world.keepsExpiredLocks()) {
      for (const { end } of hops) this.#jammed.add(payment.layer, end);
    } else {
      this.#pending -= hops.length;
      this.#inFlight.remove(attempt);
      for (const { end, amount } of hops) {
        payment.layer.ledger.release(end, amount);
        this.#unheard.tell(payment.layer, end);
      }
      letGo(this.#world, attempt);
    }
    attempt.obstacle ??= obstacleAt(this.#world, attempt, payment.initiator, 'lock-expiration', {
      required: `an unlock before block ${expirationOf(attempt)}`,
      found: `block ${this.#world.blocks.latest}`,
    });
    this.#fail(attempt, lockExpired(attempt));
  }

  #fail(attempt: Attempt, reason: string): void {
    const { payment, hops, obstacle } = attempt;
    attempt.over = true;
    attempt.routes.forget?.();
    const trace = traceOf(this.#world, payment.layer, hops, obstacle);
    payment.conclude({ kind: 'failed', reason, trace });
  }

  #end(attempt: Attempt): void {
    attempt.over = true;
    this.#inFlight.remove(attempt);
    attempt.expiring?.cancel();
  }
}

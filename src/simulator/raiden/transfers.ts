import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { Routes } from '../../ports/router.ts';
import { mostToSend } from '../fees/most-to-send.ts';
import { noRouteGiven, successOf, traceOf } from '../payments/attempt-trace.ts';
import { lockExpired, noUsableRoute } from '../payments/failure-reasons.ts';
import { noteReceived, type Payment } from '../payments/payment.ts';
import { comparison, unusableBecause } from '../payments/usability.ts';
import type { World } from '../world.ts';
import { Attempt, expirationOf, isOnPath, type LockedHop, payeeOf } from './attempt.ts';
import { Expirations } from './expirations.ts';
import { feeMargin } from '../../model/network/fee-margin.ts';
import { forwardedAmount } from './forwarded-amount.ts';
import { holdLocks, isHeld, letGo } from './held-locks.ts';
import { JammedEnds } from './jammed-ends.ts';
import { UnheardExpirations } from './unheard-expirations.ts';
import { obstacleAt, obstruct, obstructByFee, outOfTurn, undelivered } from './obstacles.ts';

// The initiator gives up this long after the expiration: twice the node's 5 confirmations (raiden.md 2.5).
const BLOCKS_UNTIL_GIVING_UP = 10;

/**
 * What happens hop by hop, the Raiden way (raiden.md 2.3 to 2.5): locks along the path, the secret back, and each
 * payer unlocks when its payee reveals the secret to it. Either every hop is unlocked in the end or every one is released. A payment is attempted once.
 */
export class Transfers {
  readonly #world: World;
  readonly #inFlight = new Set<Attempt>();
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
    const { layer, amount, lockTimeout } = payment;
    const attempt = new Attempt(payment, routes);
    const most = mostToSend(amount, this.#world.rules.maxFeePercent);
    let isOverMaxFee = false;
    for (let place = 0, route = routes.at(0); route; route = routes.at((place += 1))) {
      const { ends, amounts } = route;
      const estimatedFee = (amounts[0] as Amount) - amount;
      const toSend = amount + estimatedFee + feeMargin({ amount, estimatedFee });
      const end = ends[0] as EndIndex;
      if (toSend > most) {
        // The answer speaks of the fee, whatever other routes lack.
        if (!isOverMaxFee) attempt.obstacle = undefined;
        isOverMaxFee = true;
        obstruct(this.#world, attempt, end, 'max-fee', {
          required: `amount with fees <= ${most}`,
          found: `${toSend} = ${amount} + fee ${estimatedFee} + margin ${toSend - amount - estimatedFee}`,
        });
        continue;
      }
      const intent = { layer, end, amount: toSend, lockTimeout };
      const check = unusableBecause(this.#world, intent);
      if (check === undefined) {
        this.#begin(attempt, end, toSend);
        return;
      }
      obstruct(this.#world, attempt, end, check, comparison(this.#world, intent, check));
    }
    if (routes.at(0) === undefined) attempt.obstacle = { failure: noRouteGiven(this.#world, payment) };
    this.#fail(attempt, noUsableRoute({ isOverMaxFee }));
  }

  #begin(attempt: Attempt, end: EndIndex, amount: Amount): void {
    const { lockTimeout, layer } = attempt.payment;
    const timeout = lockTimeout ?? 2n * BigInt(layer.graph.revealTimeout(end));
    const expiration = this.#world.blocks.latest + Number(timeout) - 1;
    attempt.obstacle = undefined;
    this.#inFlight.add(attempt);
    this.#expirations.watch(attempt, expiration);
    this.#lock(attempt, { end, amount, expiration, stage: 'locked' });
  }

  #lock(attempt: Attempt, hop: LockedHop): void {
    attempt.payment.layer.ledger.lock(hop.end, hop.amount);
    attempt.hops.push(hop);
    this.#pending += 1;
    if (this.#jammed.has(attempt.payment.layer, hop.end)) return;
    const payee = payeeOf(attempt, hop);
    const send = (): void => this.#tell(attempt, payee, () => this.#receive(attempt, hop));
    if (this.#unheard.after(attempt.payment.layer, hop.end, send))
      attempt.obstacle = outOfTurn(this.#world, attempt, payee);
    else send();
  }

  // A message that waits for a stopped node is what the attempt hangs on.
  #tell(attempt: Attempt, to: NodeIndex, deliver: () => void): void {
    this.#world.messenger.send(to, deliver, () => {
      if (!attempt.over) attempt.obstacle ??= undelivered(this.#world, attempt, to);
    });
  }

  #receive(attempt: Attempt, hop: LockedHop): void {
    if (attempt.over) return;
    attempt.obstacle = undefined;
    if (isHeld(this.#world, attempt, hop)) return;
    if (payeeOf(attempt, hop) === attempt.payment.target) this.#receiveAtTarget(attempt, hop);
    else this.#mediate(attempt, hop);
  }

  // The first carried route whose next hop can take the transfer; else again at every new block.
  #mediate(attempt: Attempt, incoming: LockedHop): void {
    if (attempt.over) return;
    const { blocks, messenger } = this.#world;
    const { payment, routes } = attempt;
    const { layer } = payment;
    const { expiration } = incoming;
    const node = payeeOf(attempt, incoming);
    for (let place = 0, route = routes.at(0); route; route = routes.at((place += 1))) {
      const outgoing = route.ends.find((end) => layer.graph.owner(end) === node);
      if (outgoing === undefined || isOnPath(attempt, layer.graph.owner(otherEnd(outgoing)))) continue;
      const amount = forwardedAmount(this.#world, layer, {
        incoming: incoming.end,
        outgoing,
        amountIn: incoming.amount,
      });
      if (amount === undefined) {
        obstructByFee(this.#world, attempt, outgoing);
        continue;
      }
      const lockTimeout = BigInt(expiration - blocks.latest);
      const intent = { layer, end: outgoing, amount, lockTimeout };
      const check = unusableBecause(this.#world, intent);
      if (check === undefined) {
        attempt.obstacle = undefined;
        this.#lock(attempt, { end: outgoing, amount, expiration, stage: 'locked' });
        return;
      }
      obstruct(this.#world, attempt, outgoing, check, comparison(this.#world, intent, check));
    }
    if (blocks.latest + 1 >= expiration) return;
    blocks.at(blocks.latest + 1, () => messenger.whenRunning(node, () => this.#mediate(attempt, incoming)));
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
    if (secret !== undefined && received === attempt.hops[0]?.amount) {
      this.#reveal(attempt, last);
      return;
    }
    const left = last.expiration - blocks.latest;
    const needed = layer.graph.revealTimeout(otherEnd(last.end));
    if (left <= needed) {
      attempt.obstacle = obstacleAt(this.#world, attempt, target, 'lock-expiration', {
        required: `blocks until the lock expires > reveal timeout ${needed}`,
        found: `${left} blocks`,
      });
      return;
    }
    this.#requestSecret(attempt, last);
  }

  #requestSecret(attempt: Attempt, last: LockedHop): void {
    const { initiator, target, secret } = attempt.payment;
    this.#tell(attempt, initiator, () => {
      attempt.secretRequested = true;
      if (secret !== undefined) {
        this.#tell(attempt, target, () => this.#reveal(attempt, last));
        return;
      }
      attempt.obstacle = obstacleAt(this.#world, attempt, initiator, 'lock-expiration', {
        required: 'the secret is known before the lock expires',
        found: 'the initiator knows the hash only',
      });
      holdLocks(this.#world, attempt);
    });
  }

  #reveal(attempt: Attempt, last: LockedHop): void {
    if (attempt.over || this.#world.blocks.latest >= last.expiration) return;
    attempt.secretRevealed = true;
    this.#passSecretBack(attempt, attempt.hops.length - 1);
  }

  // Each payer on the way learns the secret from its payee: it hands it on to its own payer and unlocks at once.
  #passSecretBack(attempt: Attempt, at: number): void {
    const hop = attempt.hops[at] as LockedHop;
    this.#tell(attempt, attempt.payment.layer.graph.owner(hop.end), () => {
      // The chain may have been faster than the message.
      if (attempt.over) return;
      if (at > 0) this.#passSecretBack(attempt, at - 1);
      this.#settle(attempt, hop);
      this.#tell(attempt, payeeOf(attempt, hop), () => this.#arrive(attempt, hop));
    });
  }

  #arrive(attempt: Attempt, hop: LockedHop): void {
    if (attempt.over) return;
    this.#receiveUnlock(attempt, hop);
    if (attempt.hops.every(({ stage }) => stage === 'received')) this.#end(attempt);
  }

  #receiveUnlock(attempt: Attempt, hop: LockedHop): void {
    hop.stage = 'received';
    this.#pending -= 1;
    if (hop === attempt.hops.at(-1)) noteReceived(this.#world, attempt.payment, hop.amount);
  }

  // Once the first hop is unlocked, the payment has succeeded for its initiator.
  #settle(attempt: Attempt, hop: LockedHop): void {
    const { payment, hops } = attempt;
    payment.layer.ledger.unlock(hop.end, hop.amount);
    hop.stage = 'unlocked';
    if (hop !== hops[0]) return;
    this.#tellRouter(attempt, 'succeeded');
    payment.conclude(successOf(this.#world, payment.layer, hops));
  }

  // At the expiration a revealed secret is on-chain and unlocks the rest; without it the initiator waits a
  // little longer, then every hop releases its lock.
  #expire(attempt: Attempt, block: number): void {
    if (attempt.over) return;
    const { hops } = attempt;
    if (attempt.secretRevealed) {
      for (const hop of hops) if (hop.stage === 'locked') this.#settle(attempt, hop);
      for (const hop of hops) if (hop.stage === 'unlocked') this.#receiveUnlock(attempt, hop);
      this.#end(attempt);
    } else if (block === expirationOf(attempt)) {
      this.#expirations.watch(attempt, block + BLOCKS_UNTIL_GIVING_UP);
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
      this.#inFlight.delete(attempt);
      for (const { end, amount } of hops) {
        payment.layer.ledger.release(end, amount);
        this.#unheard.tell(payment.layer, end);
      }
      letGo(this.#world, attempt);
    }
    attempt.obstacle ??= obstacleAt(this.#world, attempt, payment.initiator, 'lock-expiration', {
      required: `unlocked before block ${expirationOf(attempt)}`,
      found: `block ${this.#world.blocks.latest}`,
    });
    this.#fail(attempt, lockExpired(attempt));
  }

  #fail(attempt: Attempt, reason: string): void {
    const { payment, hops, obstacle } = attempt;
    attempt.over = true;
    attempt.routes.forget?.();
    this.#tellRouter(attempt, 'failed');
    const trace = traceOf(this.#world, payment.layer, hops, obstacle?.failure);
    payment.conclude({ kind: 'failed', reason, trace });
  }

  #end(attempt: Attempt): void {
    attempt.over = true;
    this.#inFlight.delete(attempt);
    this.#expirations.forget(attempt, expirationOf(attempt));
  }

  #tellRouter({ payment, hops, obstacle }: Attempt, kind: 'succeeded' | 'failed'): void {
    this.#world.router.ended?.(payment.layer.view, {
      kind,
      ends: hops.map(({ end }) => end),
      amounts: hops.map(({ amount }) => amount),
      ...(kind === 'succeeded' || obstacle?.end === undefined ? {} : { failedAt: obstacle.end }),
    });
  }
}

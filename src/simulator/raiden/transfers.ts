import type { Amount } from '../../model/network/amount.ts';
import { Expirations } from './expirations.ts';
import { feeMargin, mostToSend } from './fee-margin.ts';
import { forwardedAmount } from './forwarded-amount.ts';
import { failureAt, obstruct, obstructByFee } from './obstacles.ts';
import { isOnPath, type PaymentInFlight } from './attempt.ts';
import { comparison, type TransferIntent, unusableBecause } from '../payments/usability.ts';
import { nameOf, type World } from '../world.ts';

// The initiator gives up this long after the expiration: twice the node's 5 confirmations (raiden.md 2.5).
const BLOCKS_UNTIL_GIVING_UP = 10;

const NO_USABLE_ROUTE = 'None of the available routes could be used';
const OVER_MAX_FEE =
  ' and at least one of them exceeded the maximum fee limit (see https://docs.raiden.network/using-raiden/mediation-fees#frequently-asked-questions)';

/**
 * What happens hop by hop, the Raiden way (raiden.md 2.3 to 2.5): locks along the path, the secret back,
 * unlocks forward. Either every hop is unlocked in the end or every one is released.
 */
export class Transfers {
  readonly #world: World;
  readonly #expirations: Expirations<PaymentInFlight>;
  #pending = 0;

  /** Transfers in flight over all channels: locked, or unlocked and the payee does not know yet. */
  get pending(): number {
    return this.#pending;
  }

  constructor(world: World) {
    this.#world = world;
    this.#expirations = new Expirations({
      blocks: world.blocks,
      due: (payment, block) => this.#expire(payment, block),
    });
  }

  /** Locks the first hop of the first usable route, or fails the payment. */
  dispatch(payment: PaymentInFlight): void {
    const { amount } = payment;
    const most = mostToSend({ amount, maxFeePercent: this.#world.protocol.maxFeePercent });
    let overMaxFee = false;
    for (const { ends, estimatedFee } of payment.routes) {
      const toSend = amount + estimatedFee + feeMargin({ amount, estimatedFee });
      const end = ends[0] as number;
      if (toSend > most) {
        // The answer speaks of the fee, whatever other routes lack.
        if (!overMaxFee) payment.obstacle = undefined;
        overMaxFee = true;
        obstruct(this.#world, payment, end, 'max-fee', {
          required: `amount with fees <= ${most}`,
          found: `${toSend} = ${amount} + fee ${estimatedFee} + margin ${toSend - amount - estimatedFee}`,
        });
        continue;
      }
      const intent = this.#intent(payment, end, toSend, payment.lockTimeout);
      const check = unusableBecause(intent);
      if (check === undefined) {
        this.#begin(payment, end, toSend);
        return;
      }
      obstruct(this.#world, payment, end, check, comparison(intent, check));
    }
    payment.over = true;
    payment.conclude({
      kind: 'failed',
      reason: overMaxFee ? NO_USABLE_ROUTE + OVER_MAX_FEE : NO_USABLE_ROUTE,
    });
  }

  #begin(payment: PaymentInFlight, end: number, amount: Amount): void {
    const { blocks, inFlight } = this.#world;
    const timeout = payment.lockTimeout ?? 2n * BigInt(payment.layer.graph.revealTimeout(end));
    payment.expiration = blocks.latest + Number(timeout) - 1;
    payment.obstacle = undefined;
    inFlight.add(payment);
    this.#expirations.watch(payment, payment.expiration);
    this.#lock(payment, end, amount);
  }

  #lock(payment: PaymentInFlight, end: number, amount: Amount): void {
    const { layer, ends, amounts } = payment;
    layer.ledger.lock(end, amount);
    const hop = ends.push(end) - 1;
    amounts.push(amount);
    this.#pending += 1;
    this.#send(payment, layer.graph.owner(end ^ 1), () => this.#receive(payment, hop));
  }

  // A message that waits for a stopped node is what the payment hangs on.
  #send(payment: PaymentInFlight, to: number, deliver: () => void): void {
    const { messenger } = this.#world;
    messenger.send(to, deliver, () => {
      if (payment.over) return;
      payment.obstacle ??= failureAt(
        this.#world,
        payment,
        to,
        to === payment.target ? 'target-online' : 'mediator-online',
        {
          required: `${nameOf(this.#world, to)} runs`,
          found: 'it is stopped',
        },
      );
    });
  }

  #receive(payment: PaymentInFlight, hop: number): void {
    if (payment.over) return;
    payment.obstacle = undefined;
    const node = payment.layer.graph.owner((payment.ends[hop] as number) ^ 1);
    if (node === payment.target) this.#receiveAtTarget(payment);
    else this.#mediate(payment, hop);
  }

  // The first carried route whose next hop can take the transfer; else again at every new block.
  #mediate(payment: PaymentInFlight, hop: number): void {
    if (payment.over) return;
    const { blocks, messenger } = this.#world;
    const { layer, ends, amounts, expiration } = payment;
    const incoming = ends[hop] as number;
    const node = layer.graph.owner(incoming ^ 1);
    for (const route of payment.routes) {
      const outgoing = route.ends.find((end) => layer.graph.owner(end) === node);
      if (outgoing === undefined || isOnPath(payment, layer.graph.owner(outgoing ^ 1))) continue;
      const amount = forwardedAmount(this.#world, payment, {
        incoming,
        outgoing,
        amountIn: amounts[hop] as Amount,
      });
      if (amount === undefined) {
        obstructByFee(this.#world, payment, outgoing);
        continue;
      }
      const intent = this.#intent(payment, outgoing, amount, BigInt(expiration - blocks.latest));
      const check = unusableBecause(intent);
      if (check === undefined) {
        payment.obstacle = undefined;
        this.#lock(payment, outgoing, amount);
        return;
      }
      obstruct(this.#world, payment, outgoing, check, comparison(intent, check));
    }
    if (blocks.latest + 1 >= expiration) return;
    blocks.at(blocks.latest + 1, () => messenger.whenRunning(node, () => this.#mediate(payment, hop)));
  }

  #receiveAtTarget(payment: PaymentInFlight): void {
    const { blocks } = this.#world;
    const { layer, ends, amounts, amount, target } = payment;
    const last = ends.length - 1;
    const received = amounts[last] as Amount;
    if (blocks.latest >= payment.expiration) return;
    if (received < amount) {
      payment.secretRequested = true;
      payment.obstacle = failureAt(this.#world, payment, target, 'received-amount', {
        required: `received amount >= ${amount}`,
        found: `received amount ${received}`,
      });
      return;
    }
    // The secret comes encrypted with the transfer, but is of use only when no fee was deducted on the way.
    if (payment.secret !== undefined && received === amounts[0]) {
      this.#reveal(payment);
      return;
    }
    const left = payment.expiration - blocks.latest;
    const needed = layer.graph.revealTimeout((ends[last] as number) ^ 1);
    if (left <= needed) {
      payment.obstacle = failureAt(this.#world, payment, target, 'lock-expiration', {
        required: `blocks until the lock expires > reveal timeout ${needed}`,
        found: `${left} blocks`,
      });
      return;
    }
    this.#requestSecret(payment);
  }

  #requestSecret(payment: PaymentInFlight): void {
    this.#send(payment, payment.initiator, () => {
      payment.secretRequested = true;
      if (payment.secret !== undefined) {
        this.#send(payment, payment.target, () => this.#reveal(payment));
        return;
      }
      payment.obstacle = failureAt(this.#world, payment, payment.initiator, 'lock-expiration', {
        required: 'the secret is known before the lock expires',
        found: 'the initiator knows the hash only',
      });
    });
  }

  #reveal(payment: PaymentInFlight): void {
    if (payment.over || this.#world.blocks.latest >= payment.expiration) return;
    payment.secretRevealed = true;
    this.#passSecretBack(payment, payment.ends.length - 1);
  }

  #passSecretBack(payment: PaymentInFlight, hop: number): void {
    this.#send(payment, payment.layer.graph.owner(payment.ends[hop] as number), () => {
      if (payment.over) return;
      if (hop === 0) this.#unlock(payment, 0);
      else this.#passSecretBack(payment, hop - 1);
    });
  }

  #unlock(payment: PaymentInFlight, hop: number): void {
    const { layer, ends, amounts } = payment;
    // The chain may have been faster than the message.
    if (payment.over) return;
    const end = ends[hop] as number;
    layer.ledger.unlock(end, amounts[hop] as Amount);
    payment.unlocked = hop + 1;
    if (hop === 0) payment.conclude({ kind: 'succeeded' });
    this.#send(payment, layer.graph.owner(end ^ 1), () => {
      if (payment.over) return;
      payment.arrived = hop + 1;
      this.#pending -= 1;
      if (hop + 1 < ends.length) this.#unlock(payment, hop + 1);
      else this.#end(payment);
    });
  }

  // At the expiration a revealed secret is on-chain and unlocks the rest; without it the initiator waits a
  // little longer, then every hop releases its lock.
  #expire(payment: PaymentInFlight, block: number): void {
    if (payment.over) return;
    const { layer, ends, amounts } = payment;
    if (payment.secretRevealed) {
      for (let hop = payment.unlocked; hop < ends.length; hop += 1) {
        layer.ledger.unlock(ends[hop] as number, amounts[hop] as Amount);
        payment.unlocked = hop + 1;
        if (hop === 0) payment.conclude({ kind: 'succeeded' });
      }
      this.#pending -= ends.length - payment.arrived;
      this.#end(payment);
    } else if (block === payment.expiration) {
      this.#expirations.watch(payment, payment.expiration + BLOCKS_UNTIL_GIVING_UP);
    } else {
      this.#giveUp(payment);
    }
  }

  #giveUp(payment: PaymentInFlight): void {
    const { layer, ends, amounts } = payment;
    payment.over = true;
    this.#pending -= ends.length;
    this.#world.inFlight.delete(payment);
    ends.forEach((end, hop) => layer.ledger.release(end, amounts[hop] as Amount));
    payment.obstacle ??= failureAt(this.#world, payment, payment.initiator, 'lock-expiration', {
      required: `unlocked before block ${payment.expiration}`,
      found: `block ${this.#world.blocks.latest}`,
    });
    const reason = payment.secretRequested
      ? 'lock expired, despite receiving secret request'
      : 'lock expired';
    payment.conclude({ kind: 'failed', reason });
  }

  #end(payment: PaymentInFlight): void {
    const { layer, amounts, target } = payment;
    payment.over = true;
    this.#world.inFlight.delete(payment);
    this.#expirations.forget(payment, payment.expiration);
    this.#world.histories[target]?.add({
      kind: 'received',
      tokenAddress: layer.token.tokenAddress,
      partner: this.#world.addresses[payment.initiator] as `0x${string}`,
      amount: amounts[amounts.length - 1] as Amount,
      identifier: payment.identifier,
      atMs: this.#world.clock.nowMs(),
    });
  }

  #intent(
    payment: PaymentInFlight,
    end: number,
    amount: Amount,
    lockTimeout: bigint | undefined,
  ): TransferIntent {
    const { maxPendingLocks } = this.#world.protocol;
    return { layer: payment.layer, end, amount, maxPendingLocks, lockTimeout };
  }
}

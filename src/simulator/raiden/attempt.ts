import type { Amount } from '../../model/network/amount.ts';
import type { EndIndex, NodeIndex } from '../../model/network/indices.ts';
import type { FailureTrace } from '../../model/run/trace.ts';
import type { Routes } from '../../ports/router.ts';
import type { Linked } from '../../runtime/linked-list.ts';
import type { Message } from '../messenger.ts';
import type { Payment } from '../payments/payment.ts';
import type { Watched } from './expirations.ts';

/** One try to make a payment, from its dispatch until nothing of it is locked any more. */
export class Attempt implements Linked<Attempt> {
  before: Attempt | undefined = undefined;
  after: Attempt | undefined = undefined;
  readonly payment: Payment;
  /** Every mediator may choose among them. */
  readonly routes: Routes;
  /** In path order; one more with every lock. */
  readonly hops: LockedHop[] = [];
  /** Hops whose payee knows that it was unlocked. */
  received = 0;
  secretRequested = false;
  secretRevealed = false;
  /** Unlocked or released on every hop: messages still on their way change nothing. */
  over = false;
  /** Locked on all hops when a node began to hold it; undefined: none does. */
  held: Amount | undefined = undefined;
  /** Waits for the block in which the attempt's locks expire; undefined: nothing was locked. */
  expiring: Watched<Attempt> | undefined = undefined;
  /** The check that holds the attempt up. */
  obstacle: FailureTrace | undefined = undefined;

  constructor(payment: Payment, routes: Routes) {
    this.payment = payment;
    this.routes = routes;
  }
}

/**
 * The news that a message brings of a hop. The secret is asked for and given directly, between target and initiator.
 */
export type HopNews = 'locked' | 'secret-asked' | 'secret-given' | 'secret-passed-back' | 'unlocked';

/** Carries messages and acts on them. */
export interface HopCarrier {
  arrive(hop: LockedHop): void;
  deliver(hop: LockedHop): void;
  hold(hop: LockedHop): void;
}

/** One locked transfer. It is the message about itself too: never more than one is on its way. */
export class LockedHop implements Message {
  readonly #carrier: HopCarrier;
  readonly attempt: Attempt;
  /** Counted from 0 at the initiator. */
  readonly place: number;
  /** The payer's. */
  readonly end: EndIndex;
  readonly payer: NodeIndex;
  readonly payee: NodeIndex;
  readonly amount: Amount;
  /** The first block in which the lock counts as expired; Raiden's mediators hand on the initiator's. */
  readonly expiration: number;
  readonly lockedAtMs: number;
  unlockedAtMs: number | undefined = undefined;
  /** Unlocked: by its payer, whose payee does not know yet. */
  stage: 'locked' | 'unlocked' | 'received' = 'locked';
  news: HopNews = 'locked';
  to: NodeIndex;

  constructor(
    carrier: HopCarrier,
    attempt: Attempt,
    {
      end,
      payer,
      payee,
      amount,
      expiration,
      lockedAtMs,
    }: Pick<LockedHop, 'end' | 'payer' | 'payee' | 'amount' | 'expiration' | 'lockedAtMs'>,
  ) {
    this.#carrier = carrier;
    this.attempt = attempt;
    this.place = attempt.hops.length;
    this.end = end;
    this.payer = payer;
    this.payee = payee;
    this.to = payee;
    this.amount = amount;
    this.expiration = expiration;
    this.lockedAtMs = lockedAtMs;
  }

  fire(): void {
    this.#carrier.arrive(this);
  }

  act(): void {
    this.#carrier.deliver(this);
  }

  interrupted(): void {
    this.#carrier.arrive(this);
  }

  held(): void {
    this.#carrier.hold(this);
  }
}

/** The first block in which an attempt counts as expired: the initiator's lock, and with it every other. */
export function expirationOf({ hops }: Attempt): number {
  return (hops[0] as LockedHop).expiration;
}

import type { Amount } from '../../model/network/amount.ts';
import { type EndIndex, type NodeIndex, otherEnd } from '../../model/network/indices.ts';
import type { FailureTrace } from '../../model/run/trace.ts';
import type { Routes } from '../../ports/router.ts';
import type { Payment } from '../payments/payment.ts';

/** One try to make a payment, from its dispatch until nothing of it is locked any more. */
export class Attempt {
  readonly payment: Payment;
  /** Every mediator may choose among them. */
  readonly routes: Routes;
  /** In path order; one more with every lock. */
  readonly hops: LockedHop[] = [];
  secretRequested = false;
  secretRevealed = false;
  /** Unlocked or released on every hop: messages still on their way change nothing. */
  over = false;
  /** Locked on all hops when a node began to hold it; undefined: none does. */
  held: Amount | undefined = undefined;
  /** The check that holds the attempt up. */
  obstacle: Obstacle | undefined = undefined;

  constructor(payment: Payment, routes: Routes) {
    this.payment = payment;
    this.routes = routes;
  }
}

/** One locked transfer. */
export interface LockedHop {
  /** The payer's. */
  readonly end: EndIndex;
  readonly amount: Amount;
  /** The first block in which the lock counts as expired; Raiden's mediators hand on the initiator's. */
  readonly expiration: number;
  /** Unlocked: by its payer, whose payee does not know yet. */
  stage: 'locked' | 'unlocked' | 'received';
}

/** The check that holds an attempt up. */
export interface Obstacle {
  readonly failure: FailureTrace;
  /** Channel end that could not pass it on; absent: no channel is at fault. */
  readonly end?: EndIndex;
}

/** The node a hop pays. */
export function payeeOf({ payment }: Attempt, { end }: LockedHop): NodeIndex {
  return payment.layer.graph.owner(otherEnd(end));
}

/** True for the nodes an attempt has been through. */
export function isOnPath(attempt: Attempt, node: NodeIndex): boolean {
  return node === attempt.payment.initiator || attempt.hops.some((hop) => payeeOf(attempt, hop) === node);
}

/** The first block in which an attempt counts as expired: the initiator's lock, and with it every other. */
export function expirationOf({ hops }: Attempt): number {
  return (hops[0] as LockedHop).expiration;
}

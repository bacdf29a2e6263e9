import type { Mutant } from './mutant.ts';

const LEDGER = 'simulator/ledger';
const USABILITY = 'simulator/payments/usability';
const FEES = 'simulator/fees/mediation-fee';

/** Faults in what moves, what is locked and what is charged. */
export const MONEY_MUTANTS: readonly Mutant[] = [
  {
    name: 'capacity-off-by-one',
    what: 'an end that has exactly the amount refuses it',
    file: LEDGER,
    from: 'return available >= near;',
    to: 'return available > near;',
  },
  {
    name: 'one-unit-too-many',
    what: 'an end sends one unit more than it has',
    file: USABILITY,
    from: 'if (!ledger.covers(end, amount))',
    to: 'if (!ledger.covers(end, amount - 1n))',
  },
  {
    name: 'lock-not-released',
    what: 'the amount of a lock that expired stays locked',
    file: 'simulator/raiden/transfers',
    from: 'payment.layer.ledger.release(end, amount);',
    to: 'payment.layer.ledger.release(end, 0n);',
  },
  {
    name: 'lock-count-not-released',
    what: 'a lock that is gone is still counted',
    file: LEDGER,
    from: 'this.#pendingLocks[end] = this.pendingLocks(end) - 1;',
    to: 'this.#pendingLocks[end] = this.pendingLocks(end);',
  },
  {
    name: 'locks-not-counted',
    what: 'two payments at once spend the same money: what is locked counts as available',
    file: LEDGER,
    from: 'this.amounts.setDouble(end, balance - locked);',
    to: 'this.amounts.setDouble(end, balance);',
  },
  {
    name: 'payee-gets-one-less',
    what: 'an unlock brings the payee one unit less than it costs the payer',
    file: LEDGER,
    from: 'this.#balance.increase(otherEnd(end), amount, near);',
    to: 'this.#balance.increase(otherEnd(end), amount - 1n, this.#near(amount - 1n));',
  },
  {
    name: 'fee-rounded-down',
    what: 'fees are rounded down, not half to even',
    file: FEES,
    from: 'const amount = roundHalfEven(solution);',
    to: 'const amount = solution.numerator / solution.denominator;',
  },
  {
    name: 'fee-of-one-channel-only',
    what: 'the proportional fee of the incoming channel is charged twice',
    file: FEES,
    from: 'amountIn * (MILLION - BigInt(scheduleIn.proportionalPpm)) -',
    to: 'amountIn * (MILLION - 2n * BigInt(scheduleIn.proportionalPpm)) -',
  },
  {
    name: 'mediator-takes-nothing',
    what: 'a mediator passes everything on and keeps no fee',
    file: 'simulator/raiden/forwarded-amount',
    from: 'if (fees.isFree(schedule))',
    to: 'if (!fees.isFree({}))',
  },
  {
    name: 'expired-lock-paid',
    what: 'a lock that expired is paid out although the secret was never revealed',
    file: 'simulator/raiden/transfers',
    from: 'if (attempt.secretRevealed) {',
    to: 'if (attempt.hops.length > 0) {',
  },
  {
    name: 'channel-broken-after-expiry',
    what: 'a channel in which a lock expired carries nothing any more',
    file: 'simulator/raiden/transfers',
    from: 'if (this.#world.keepsExpiredLocks()) {',
    to: 'if (attempt.hops.length > 0) {',
  },
  {
    name: 'own-end-not-looked-at',
    what: 'a payment to a partner is sent whether or not the direct channel has the amount',
    file: 'simulator/payments/route-choice',
    from: 'if (target !== undefined && direct !== undefined && isUsable(world, layer, direct, amount)) {',
    to: 'if (target !== undefined && direct !== undefined) {',
  },
  {
    name: 'wrong-end-looked-at',
    what: "the partner's end decides whether the direct channel has the amount",
    file: 'simulator/payments/route-choice',
    from: 'direct !== undefined && isUsable(world, layer, direct, amount)',
    to: 'direct !== undefined && isUsable(world, layer, direct ^ 1, amount)',
  },
  {
    name: 'service-wants-one-more',
    what: 'the path-finding service wants ends to have one unit more than the amount',
    file: 'simulator/path-finding/find-paths',
    from: 'if (view.canSend(((ends[at] as EndIndex) ^ flip) as EndIndex, request.amount)) return undefined;',
    to: 'if (view.canSend(((ends[at] as EndIndex) ^ flip) as EndIndex, request.amount + 1n)) return undefined;',
  },
  {
    name: 'pays-who-is-offline',
    what: 'a payment to a partner that is offline is sent all the same',
    file: 'simulator/payments/route-choice',
    from: 'if (world.messenger.isSeen(target))',
    to: 'if (target !== undefined)',
  },
];

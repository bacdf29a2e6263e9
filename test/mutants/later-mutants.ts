import type { Mutant } from './mutant.ts';

const PENDING = 'simulator/raiden/pending-transfers';
const TRANSFERS = 'simulator/raiden/transfers';
const DESK = 'simulator/payments/payment-desk';
const VIEWS = 'simulator/channels/channel-views';
const OPENING = 'simulator/channels/opening';
const CLOSING = 'simulator/channels/closing';

/** Faults that were thought of when the check was done. */
export const LATER_MUTANTS: readonly Mutant[] = [
  {
    name: 'pending-without-lock',
    what: 'a transfer in flight is listed with nothing locked',
    file: PENDING,
    from: 'lockedAmount: ledger.lockedAmount(end),',
    to: 'lockedAmount: 0n,',
  },
  {
    name: 'pending-role-swapped',
    what: 'the payee lists a transfer in flight as its mediator',
    file: PENDING,
    from: "node === target ? 'target' : 'mediator'",
    to: "node === target ? 'mediator' : 'target'",
  },
  {
    name: 'balance-without-locks',
    what: 'the balance is shown without what is locked',
    file: VIEWS,
    from: 'balance: ledger.balance(end),',
    to: 'balance: ledger.available(end),',
  },
  {
    name: 'reveal-timeout-of-partner',
    what: 'a channel is shown with the reveal time-out of its other end',
    file: VIEWS,
    from: 'revealTimeout: BigInt(graph.revealTimeout(end)),',
    to: 'revealTimeout: BigInt(graph.revealTimeout(otherEnd(end))),',
  },
  {
    name: 'connections-count-closed',
    what: 'the number of channels of a connection counts those that are closed',
    file: VIEWS,
    from: 'channels: open.length }',
    to: 'channels: graph.endsOf(node).length }',
  },
  {
    name: 'identifier-never-freed',
    what: 'who asks again for a payment that has succeeded gets no answer',
    file: DESK,
    from: 'this.#known.remove(payment);',
    to: 'void this.#known;',
  },
  {
    name: 'conflict-not-seen',
    what: 'the identifier of a payment that was refused answers for any amount',
    file: DESK,
    from: 'else if (before.layer !== layer || before.amount !== request.amount)',
    to: 'else if (before.layer !== layer)',
  },
  {
    name: 'largest-identifier-refused',
    what: 'the largest identifier is refused',
    file: 'simulator/payments/payment-faults',
    from: 'if (identifier !== undefined && identifier > MAX_IDENTIFIER)',
    to: 'if (identifier !== undefined && identifier >= MAX_IDENTIFIER)',
  },
  {
    name: 'received-as-asked',
    what: 'the payee lists what was asked for, not what it got',
    file: TRANSFERS,
    from: 'noteReceived(this.#world, attempt.payment, hop.amount)',
    to: 'noteReceived(this.#world, attempt.payment, attempt.payment.amount)',
  },
  {
    name: 'no-margin-for-fees',
    what: 'the payer adds no margin to the fee',
    file: 'simulator/raiden/first-hop',
    from: 'amount + estimatedFee + feeMargin({ amount, estimatedFee });',
    to: 'amount + estimatedFee + 0n * feeMargin({ amount, estimatedFee });',
  },
  {
    name: 'secret-asked-too-late',
    what: 'a payee asks for the secret when the lock is about to expire',
    file: TRANSFERS,
    from: 'if (left <= needed) {',
    to: 'if (left < needed - 8) {',
  },
  {
    name: 'settle-timeout-twice-reveal',
    what: 'a channel whose settle time-out is just twice its reveal time-out carries nothing',
    file: 'simulator/payments/usability',
    from: 'if (graph.settleTimeout(end) < 2 * graph.revealTimeout(end))',
    to: 'if (graph.settleTimeout(end) <= 2 * graph.revealTimeout(end))',
  },
  {
    name: 'fee-limit-doubled',
    what: 'a payer accepts twice the fee',
    file: 'simulator/fees/most-to-send',
    from: '/ 100_000_000n',
    to: '/ 50_000_000n',
  },
  {
    name: 'page-ends-at-limit',
    what: 'a page of the history ends at the limit, wherever it begins',
    file: 'simulator/payment-history',
    from: '.slice(offset, offset + limit)',
    to: '.slice(offset, limit)',
  },
  {
    name: 'deposit-costs-nothing',
    what: 'a deposit leaves the node as rich as it was',
    file: 'simulator/channels/depositing',
    from: 'onChain[node] = (onChain[node] ?? 0n) - left;',
    to: 'onChain[node] = (onChain[node] ?? 0n);',
  },
  {
    name: 'settlement-not-paid-out',
    what: 'what a node takes out of a channel that is closed together is lost',
    file: CLOSING,
    from: 'layer.onChain[owner] = (layer.onChain[owner] ?? 0n) + share;',
    to: 'layer.onChain[owner] = layer.onChain[owner] ?? 0n;',
  },
  {
    name: 'leave-lists-open-ones',
    what: 'leaving is answered without the channels that were closed before',
    file: CLOSING,
    from: 'const ends = [...layer.graph.endsOf(own.node)];',
    to: 'const ends = [...layer.graph.endsOf(own.node)].filter((end) => layer.graph.isOpen(end));',
  },
  {
    name: 'existing-answered-as-new',
    what: 'opening a channel that is there is answered as if it were new',
    file: OPENING,
    from: 'if (known !== undefined) deposit(known, 200);',
    to: 'if (known !== undefined) deposit(known, 201);',
  },
  {
    name: 'reveal-timeout-for-both',
    what: 'the reveal time-out that was asked for holds for both ends',
    file: OPENING,
    from: 'layer.timeouts[partner]?.revealTimeout ?? Number(revealTimeout),',
    to: 'Number(revealTimeout),',
  },
  {
    name: 'offline-after-restart',
    what: 'a node that was started again still counts as offline',
    file: 'simulator/messenger',
    from: 'this.#see(node, true);',
    to: 'this.#see(node, false);',
  },
];

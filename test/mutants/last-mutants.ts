import type { Mutant } from './mutant.ts';

const WITHDRAWING = 'simulator/channels/withdrawing';
const TRANSFERS = 'simulator/raiden/transfers';
const KNOWN = 'simulator/payments/known-payments';

/** Faults that were written down when generators and probes stood as they do: nothing was changed for them. */
export const LAST_MUTANTS: readonly Mutant[] = [
  {
    name: 'reveal-timeout-of-other-end',
    what: "a reveal time-out that is set goes to the partner's end",
    file: 'simulator/channels/updating',
    from: 'graph.setRevealTimeout(at.end, Number(revealTimeout));',
    to: 'graph.setRevealTimeout((at.end ^ 1) as typeof at.end, Number(revealTimeout));',
  },
  {
    name: 'withdraws-what-is-locked',
    what: 'what is locked can be withdrawn',
    file: WITHDRAWING,
    from: 'const available = ledger.available(end);',
    to: 'const available = ledger.balance(end);',
  },
  {
    name: 'withdrawal-lost',
    what: 'what is withdrawn never comes to the node',
    file: WITHDRAWING,
    from: 'onChain[node] = (onChain[node] ?? 0n) + increase;',
    to: 'onChain[node] = onChain[node] ?? 0n;',
  },
  {
    name: 'payee-content-with-less',
    what: 'a payee takes one unit less than was asked for',
    file: TRANSFERS,
    from: 'if (received < amount) {',
    to: 'if (received + 1n < amount) {',
  },
  {
    name: 'missed-while-stopped',
    what: 'what a node missed while it was stopped never reaches it',
    file: 'simulator/messenger',
    from: '.splice(0)) this.whenRunning(node, act);',
    to: '.splice(0)) void act;',
  },
  {
    name: 'lock-lives-longer',
    what: 'a lock lives one block longer',
    file: TRANSFERS,
    from: 'const expiration = this.#world.blocks.latest + Number(timeout) - 1;',
    to: 'const expiration = this.#world.blocks.latest + Number(timeout);',
  },
  {
    name: 'identifier-whoever-is-paid',
    what: 'an identifier that is in flight to one payee is in conflict with the same to another',
    file: KNOWN,
    from: 'one.initiator === initiator && one.targetAddress === targetAddress &&',
    to: 'one.initiator === initiator && targetAddress !== undefined &&',
  },
  {
    name: 'identifier-whoever-pays',
    what: 'an identifier that one payer has in flight is in conflict with the same of another',
    file: KNOWN,
    from: 'return one.initiator === initiator &&',
    to: 'return initiator !== undefined &&',
  },
  {
    name: 'received-at-every-hop',
    what: 'the payee lists a payment once for every hop of its way',
    file: TRANSFERS,
    from: 'if (hop.place === attempt.hops.length - 1) noteReceived',
    to: 'if (hop.place >= 0) noteReceived',
  },
  {
    name: 'pending-for-ever',
    what: 'transfers that are done are listed as in flight',
    file: TRANSFERS,
    from: 'attempt.over = true;\n    this.#inFlight.remove(attempt);',
    to: 'attempt.over = true;',
  },
];

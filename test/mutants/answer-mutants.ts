import type { Mutant } from './mutant.ts';

const DESK = 'simulator/payments/payment-desk';
const VIEWS = 'simulator/channels/channel-views';
const HISTORY = 'simulator/payment-history';

/** Faults in what nodes answer and show. */
export const ANSWER_MUTANTS: readonly Mutant[] = [
  {
    name: 'duplicate-executed-twice',
    what: 'a payment that is asked for again while it is under way is paid twice',
    file: DESK,
    from: 'const before = this.#remembered(name);',
    to: "const known = this.#remembered(name), before = known !== undefined && 'answer' in known ? known : undefined;",
  },
  {
    name: 'duplicate-never-answered',
    what: 'who asks again for a payment that is under way gets no answer',
    file: DESK,
    from: 'before.replies.push(reply);',
    to: 'void before.replies;',
  },
  {
    name: 'refused-identifier-forgotten',
    what: 'an identifier whose payment was refused can be used again',
    file: DESK,
    from: 'this.#known.add({ ...name, layer, amount, answer, stops: this.#world.messenger.stops(this.#node) });',
    to: 'void answer;',
  },
  {
    name: 'history-without-failures',
    what: 'the history leaves out payments that failed on their way',
    file: DESK,
    from: "this.#history.add({ kind: 'failed', reason: end.reason, target, tokenAddress, atMs });",
    to: 'void atMs;',
  },
  {
    name: 'history-amount',
    what: 'the history of the payer shows one unit too many',
    file: DESK,
    from: "this.#history.add({ kind: 'sent', amount, target, identifier, tokenAddress, atMs });",
    to: "this.#history.add({ kind: 'sent', amount: amount + 1n, target, identifier, tokenAddress, atMs });",
  },
  {
    name: 'history-sent-twice',
    what: 'the history of the payer lists a payment twice',
    file: DESK,
    from: "this.#history.add({ kind: 'sent', amount, target, identifier, tokenAddress, atMs });",
    to: "for (let i = 0; i < 2; i += 1) this.#history.add({ kind: 'sent', amount, target, identifier, tokenAddress, atMs });",
  },
  {
    name: 'history-without-received',
    what: 'the history of the payee leaves out every payment',
    file: 'simulator/payments/payment',
    from: 'world.histories[target]?.add({',
    to: 'void ({',
  },
  {
    name: 'history-newest-first',
    what: 'the history begins with the newest payment',
    file: HISTORY,
    from: '.slice(offset, offset + limit)',
    to: '.toReversed().slice(offset, offset + limit)',
  },
  {
    name: 'history-of-everybody',
    what: 'the history with one partner lists those with all',
    file: HISTORY,
    from: 'partner === undefined || partnerIn(entry) === partner',
    to: 'true',
  },
  {
    name: 'pagination-skips-one',
    what: 'a page of the history after the first one skips an entry',
    file: HISTORY,
    from: '.slice(offset, offset + limit)',
    to: '.slice(offset === 0 ? 0 : offset + 1, offset + limit)',
  },
  {
    name: 'history-clock-backwards',
    what: 'later payments have earlier times',
    file: HISTORY,
    from: 'logTimeOf(START_MS + Math.floor(atMs))',
    to: 'logTimeOf(START_MS - Math.floor(atMs))',
  },
  {
    name: 'receipt-hash',
    what: 'the receipt shows the secret in place of its hash',
    file: DESK,
    from: 'secretHash: hashOfSecret(secret as string),',
    to: 'secretHash: secret as string,',
  },
  {
    name: 'amount-read-as-double',
    what: 'amounts of requests are read as doubles',
    file: 'rest/wire/request-field',
    from: "return BigInt(text.replaceAll('_', '').replace('+', ''));",
    to: "return BigInt(Number(text.replaceAll('_', '').replace('+', '')));",
  },
  {
    name: 'balance-shown-as-double',
    what: 'balances are shown as doubles',
    file: VIEWS,
    from: 'balance: ledger.balance(end),',
    to: 'balance: BigInt(Number(ledger.balance(end))),',
  },
  {
    name: 'balance-without-withdrawals',
    what: 'the balance is shown as if nothing had been withdrawn',
    file: VIEWS,
    from: 'balance: ledger.balance(end),',
    to: 'balance: ledger.balance(end) + ledger.totalWithdraw(end),',
  },
  {
    name: 'deposits-less-withdrawals',
    what: 'the sum of deposits of a connection is that without withdrawals',
    file: VIEWS,
    from: '(sum, end) => sum + ledger.totalDeposit(end), 0n',
    to: '(sum, end) => sum + ledger.totalDeposit(end) - ledger.totalWithdraw(end), 0n',
  },
  {
    name: 'closed-shown-as-open',
    what: 'a channel that is closed is shown as open',
    file: VIEWS,
    from: "state: phase === 'gone' ? 'settled' : phase,",
    to: "state: phase === 'gone' ? 'settled' : 'opened',",
  },
  {
    name: 'wrong-reason',
    what: 'a node that has too little says that no route is usable',
    file: 'simulator/payments/route-choice',
    from: "'You have no suitable channel to initiate this payment.'",
    to: "'None of the available routes could be used'",
  },
  {
    name: 'deposit-on-closed-text',
    what: 'a second close of a channel is answered as if there were no channel',
    file: 'simulator/channels/updating',
    from: "'Attempted to close an already closed channel'",
    to: "'Requested channel not found'",
  },
];

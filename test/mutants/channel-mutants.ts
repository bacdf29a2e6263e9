import type { Mutant } from './mutant.ts';

const DEPOSITING = 'simulator/channels/depositing';
const WITHDRAWING = 'simulator/channels/withdrawing';
const OPENING = 'simulator/channels/opening';
const CLOSING = 'simulator/channels/closing';
const REFUSALS = 'simulator/channels/channel-refusals';

/** Faults in what happens to channels. */
export const CHANNEL_MUTANTS: readonly Mutant[] = [
  {
    name: 'withdraw-one-too-many',
    what: 'one unit more than the balance can be withdrawn',
    file: WITHDRAWING,
    from: 'if (increase > available)',
    to: 'if (increase > available + 1n)',
  },
  {
    name: 'withdraw-all-refused',
    what: 'the whole balance cannot be withdrawn',
    file: WITHDRAWING,
    from: 'if (increase > available)',
    to: 'if (increase >= available)',
  },
  {
    name: 'withdraw-nothing',
    what: 'a withdrawal that does not raise the total is fulfilled',
    file: WITHDRAWING,
    from: 'if (increase <= 0n)',
    to: 'if (increase < 0n)',
  },
  {
    name: 'withdraw-from-partner',
    what: "a withdrawal takes the tokens out of the partner's end",
    file: WITHDRAWING,
    from: 'ledger.withdraw(end, increase);',
    to: 'ledger.withdraw(end ^ 1, increase);',
  },
  {
    name: 'withdraw-total-as-increase',
    what: 'the total of a second withdrawal is taken out once more',
    file: WITHDRAWING,
    from: 'const increase = totalWithdraw - ledger.totalWithdraw(end);',
    to: 'const increase = totalWithdraw;',
  },
  {
    name: 'withdraw-without-partner',
    what: 'a withdrawal needs no partner that countersigns',
    file: WITHDRAWING,
    from: 'if (world.messenger.isSeen(partner))',
    to: 'if (partner !== undefined)',
  },
  {
    name: 'deposit-nothing',
    what: 'a deposit that does not raise the total is fulfilled',
    file: DEPOSITING,
    from: 'if (totalDeposit > current)',
    to: 'if (totalDeposit >= current)',
  },
  {
    name: 'deposit-total-as-increase',
    what: 'the total of a second deposit is put in once more',
    file: DEPOSITING,
    from: 'const left = totalDeposit - ledger.totalDeposit(end);',
    to: 'const left = totalDeposit;',
  },
  {
    name: 'deposit-to-partner',
    what: "a deposit goes to the partner's end",
    file: DEPOSITING,
    from: 'ledger.deposit(end, left);',
    to: 'ledger.deposit(end ^ 1, left);',
  },
  {
    name: 'deposit-twice',
    what: 'a deposit counts twice',
    file: DEPOSITING,
    from: 'ledger.deposit(end, left);',
    to: 'ledger.deposit(end, 2n * left);',
  },
  {
    name: 'open-status',
    what: 'opening a channel answers 200, not 201',
    file: OPENING,
    from: 'deposit(layer.graph.endBetween(node, partner) as EndIndex, 201)',
    to: 'deposit(layer.graph.endBetween(node, partner) as EndIndex, 200)',
  },
  {
    name: 'open-without-deposit',
    what: 'the deposit of a channel that is opened is left out',
    file: OPENING,
    from: 'if (totalDeposit === 0n)',
    to: 'if (totalDeposit >= 0n)',
  },
  {
    name: 'open-settle-timeout',
    what: 'the settle time-out that was asked for is not given',
    file: OPENING,
    from: 'settleTimeout: Number(settleTimeout),',
    to: 'settleTimeout: Number(settleTimeout) + 1,',
  },
  {
    name: 'open-reveal-timeouts-swapped',
    what: "the reveal time-out that was asked for goes to the partner's end",
    file: OPENING,
    from: 'between: [node, partner],',
    to: 'between: [partner, node],',
  },
  {
    name: 'open-twice',
    what: 'two requests at once open two channels between the same nodes',
    file: OPENING,
    from: 'if (others !== undefined) {',
    to: 'if (others === null) {',
  },
  {
    name: 'open-any-timeout',
    what: 'time-outs are not checked when a channel is opened',
    file: OPENING,
    from: 'tooPoor({ node, layer }, request.totalDeposit ?? 0n) ?? timeoutFault(timeoutsOf(request, layer, node));',
    to: 'tooPoor({ node, layer }, request.totalDeposit ?? 0n);',
  },
  {
    name: 'poor-status',
    what: 'a deposit that the node does not own is refused with 400, not 402',
    file: REFUSALS,
    from: 'status: 402,',
    to: 'status: 400,',
  },
  {
    name: 'deposits-what-it-lacks',
    what: 'a node deposits tokens that it does not own',
    file: REFUSALS,
    from: 'if (needed <= owned)',
    to: 'if (needed <= owned * 1000n)',
  },
  {
    name: 'leave-forgets-one',
    what: 'leaving a token network leaves its first channel open',
    file: CLOSING,
    from: 'const open = ends.filter((end) => layer.graph.isOpen(end));',
    to: 'const open = ends.filter((end) => layer.graph.isOpen(end)).slice(1);',
  },
  {
    name: 'close-keeps-channel',
    what: 'a channel that both ends settled is still there',
    file: CLOSING,
    from: 'vanish(layer, end);\n      done(null);',
    to: 'done(null);',
  },
  {
    name: 'close-always-alone',
    what: 'a channel is never settled together, it waits for the settle time-out',
    file: CLOSING,
    from: 'if (!hasPending(layer, end) && at.world.messenger.isSeen(layer.graph.owner(otherEnd(end))))',
    to: 'if (at === undefined)',
  },
];

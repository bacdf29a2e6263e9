import { gather } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import { changesChannels, isOpen, type OperationRecord } from '../../model/run/operation.ts';
import { type BalanceIndex, type CertainBalance, CertainFlows } from '../bounds/certain-flows.ts';
import { isFreeNetwork, mostFee } from '../bounds/free-network.ts';
import { type Check, type Clue, notChecked } from '../check.ts';
import { pendingMoney } from '../facts/held-locks.ts';
import type { Story } from '../story.ts';

/**
 * No balance goes below zero by the payments that were answered as successes, though at its best it has every credit
 * that had started and lacks only the debits that had ended. Only channels that a payment certainly used count.
 */
export const overdrawn: Check = {
  name: 'overdrawn',
  role: 'self',
  appliesTo: ['load'],
  believes: 'views',
  judge(run, story) {
    // A timeout that is set moves no money, and leaves the ways there are.
    const other = run.records
      .map(({ operation }) => operation)
      .find((operation) => changesChannels(operation) && operation.kind !== 'set');
    if (other !== undefined) return notChecked(`${other.origin} (${other.kind}) changes channels under load`);
    const successes = new Successes(story);
    const { all, onCertainWays } = successes;
    const balances = [...successes.changes.keys()];
    const covered = `${onCertainWays} of ${all} successes, on ${balances.length} channel ends and parts of the network`;
    if (onCertainWays === 0 && all > 0) return notChecked(`${covered}; every payment had several ways`);
    return { clues: balances.flatMap((index) => successes.clue(index) ?? []), covered };
  },
};

/** A success as it changes one balance: a credit from its request on, a debit from its answer on. */
interface Change {
  readonly operation: number;
  readonly amount: Amount;
  readonly atMs: number;
}

class Successes {
  all = 0;
  onCertainWays = 0;
  readonly changes = new Map<BalanceIndex, Change[]>();
  readonly #story: Story;
  readonly #flows: CertainFlows;
  readonly #isFree: boolean;
  /** What payments without an answer may have brought. */
  readonly #extra = new Map<BalanceIndex, Amount>();

  constructor(story: Story) {
    const { start, records } = story.run;
    this.#story = story;
    this.#flows = new CertainFlows(start);
    this.#isFree = isFreeNetwork(start);
    for (const record of records) this.#add(record);
  }

  /** The first success that a balance cannot have paid; `undefined`: it can have paid all. */
  clue(index: BalanceIndex): Clue | undefined {
    const balance = this.#flows.balances[index] as CertainBalance;
    let best = balance.before + (this.#extra.get(index) ?? 0n) + this.#earlierAt(balance);
    // At the same moment credits come first.
    const changes = (this.changes.get(index) ?? []).toSorted(
      (one, other) => one.atMs - other.atMs || (one.amount > other.amount ? -1 : 1),
    );
    for (const { operation, amount } of changes) {
      best += amount;
      if (best >= 0n) continue;
      const { owner, purse } = balance;
      return {
        operation,
        title: `${owner}'s end of ${purse} would go below zero by what was answered as succeeded`,
        predicted: 'a balance of 0 at least, with every payment to it that had been sent',
        observed: `${best - amount} at best, and operation ${operation} takes ${-amount}`,
        decidedBy: 'the payments that were answered, each from its answer on',
      };
    }
    return undefined;
  }

  // Locks from earlier come to either end of a channel; through a part of the network, to any of its nodes.
  #earlierAt(balance: CertainBalance): Amount {
    const { run, atStart, names } = this.#story;
    const { pending } = atStart;
    const isChannel = balance.kind === 'channel';
    const token = isChannel ? run.start.getEdgeAttribute(balance.channel, 'token') : balance.token;
    const holders = isChannel ? run.start.extremities(balance.channel) : [...pending.keys()];
    return holders.reduce((sum, node) => sum + pendingMoney(pending.get(node), token, names), 0n);
  }

  #add({ operation, outcome, startedAtMs, endedAtMs }: OperationRecord): void {
    if (operation.kind !== 'pay') return;
    const isUnanswered = outcome.kind === 'indeterminate';
    if (outcome.kind === 'failed' || (isUnanswered && outcome.resolved === 'did-not-happen')) return;
    const { amount, id } = operation;
    const credit = this.#isFree ? amount : amount + mostFee(amount, this.#story.run.header.scenario.protocol);
    // With fees, nodes do not say what mediators keep within a part.
    const hops = (this.#flows.hops(operation) ?? []).filter(({ kind }) => kind === 'channel' || this.#isFree);
    if (isUnanswered && isOpen(outcome)) {
      for (const { to } of hops) this.#extra.set(to, (this.#extra.get(to) ?? 0n) + credit);
      return;
    }
    this.all += 1;
    if (hops.length > 0) this.onCertainWays += 1;
    const paidMs = isUnanswered ? Number.POSITIVE_INFINITY : endedAtMs;
    for (const { from, to } of hops) {
      gather(this.changes, from, { operation: id, amount: -amount, atMs: paidMs });
      gather(this.changes, to, { operation: id, amount: credit, atMs: startedAtMs });
    }
  }
}

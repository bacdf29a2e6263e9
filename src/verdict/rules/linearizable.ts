import { gather } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import {
  CHANGES_CHANNELS,
  isOpen,
  type OperationRecord,
  type PayRequest,
} from '../../model/run/operation.ts';
import { type Check, type Clue, notChecked } from '../check.ts';
import { type BalanceIndex, type CertainBalance, CertainFlows } from '../bounds/certain-flows.ts';
import type { Story } from '../story/story.ts';
import { pendingMoney } from '../facts/held-locks.ts';
import { isFreeNetwork, mostFee } from '../bounds/free-network.ts';
import { type Linearization, linearize, type Purse, type PurseChange } from './linearize.ts';

/**
 * Judges whether the payments that were answered as successes can all have happened: whether they have an order
 * that respects real time and in which nothing goes below zero. Each channel is judged on its own, so that it
 * scales; only channels a payment certainly used count, so that a violation is one.
 */
export const linearizable: Check = {
  name: 'linearizable',
  role: 'self',
  appliesTo: ['load'],
  believes: 'views',
  judge(run, story) {
    const other = run.records.find(({ operation }) => CHANGES_CHANNELS.has(operation.kind))?.operation;
    if (other !== undefined) return notChecked(`${other.origin} (${other.kind}) changes channels under load`);
    const histories = new Histories(story);
    const clues: Clue[] = [];
    const unknown: { readonly name: string; readonly after: string }[] = [];
    let judged = 0;
    for (const { purse, changes } of histories.all()) {
      judged += 1;
      const linearization = linearize(purse, changes);
      if (linearization.verdict === 'unknown') unknown.push({ name: purse.name, after: linearization.after });
      if (linearization.verdict === 'violated') clues.push(clueOf(purse, linearization));
    }
    const { covered: of, successes } = histories;
    const covered = `${of} of ${successes} successes, on ${judged} channels and parts of the network`;
    if (unknown.length > 0) {
      const rest = unknown.length > 3 ? ` and ${unknown.length - 3} more` : '';
      const named = unknown.slice(0, 3).map(({ name, after }) => `${name} after ${after}`);
      const givenUp = `${covered}; given up for ${named.join(', ')}${rest}`;
      return clues.length > 0 ? { clues, covered } : notChecked(givenUp);
    }
    if (of === 0 && successes > 0) return notChecked(`${covered}; every payment had several ways`);
    return { clues, covered };
  },
};

/** The changes that certainly happened to each purse, from the records. */
class Histories {
  successes = 0;
  covered = 0;
  readonly #story: Story;
  readonly #flows: CertainFlows;
  readonly #isFree: boolean;
  /** Of each purse the first of its balances. */
  readonly #changes = new Map<BalanceIndex, PurseChange[]>();
  readonly #extra = new Map<BalanceIndex, Amount>();

  constructor(story: Story) {
    const { start, records } = story.run;
    this.#story = story;
    this.#flows = new CertainFlows(start);
    this.#isFree = isFreeNetwork(start);
    for (const record of records) {
      if (record.operation.kind === 'pay') this.#add(record, record.operation);
    }
  }

  *all(): Iterable<{ readonly purse: Purse; readonly changes: readonly PurseChange[] }> {
    const { balances } = this.#flows;
    for (const [first, changes] of this.#changes) {
      const { kind, purse, owner } = balances[first] as CertainBalance;
      const second = (first + 1) as BalanceIndex;
      const ends = kind === 'channel' ? [first, second] : [first];
      const earlier = this.#earlierAt(ends.flatMap((end) => balances[end] ?? []));
      const before = ends.map(
        (end) => (balances[end]?.before ?? 0n) + (this.#extra.get(end) ?? 0n) + earlier,
      );
      const name = kind === 'channel' ? `${purse} between ${owner} and ${balances[second]?.owner}` : purse;
      yield { purse: { name, before }, changes };
    }
  }

  // Locks from earlier come to either end of a channel; through a part of the network, to any of its nodes.
  #earlierAt(purse: readonly CertainBalance[]): Amount {
    const { run, atStart, names } = this.#story;
    const { pending } = atStart;
    const [first] = purse;
    const tokens =
      first?.kind === 'channel'
        ? [run.start.getEdgeAttribute(first.channel, 'token')]
        : run.start.getAttribute('tokens').map(({ name }) => name);
    const holders = first?.kind === 'channel' ? purse.map(({ owner }) => owner) : [...pending.keys()];
    return holders
      .flatMap((node) => tokens.map((token) => pendingMoney(pending.get(node), token, names)))
      .reduce((sum, amount) => sum + amount, 0n);
  }

  #add(
    { outcome, startedAtMs, endedAtMs }: OperationRecord,
    operation: PayRequest & { readonly id: number },
  ): void {
    const isUnanswered = outcome.kind === 'indeterminate';
    if (outcome.kind === 'failed' || (isUnanswered && outcome.resolved === 'did-not-happen')) return;
    const { amount } = operation;
    const credit = this.#isFree ? amount : amount + mostFee(amount, this.#story.run.header.scenario.protocol);
    // With fees, what mediators keep within a part is theirs in ways that no node tells.
    const hops = (this.#flows.hops(operation) ?? []).filter(({ kind }) => kind === 'channel' || this.#isFree);
    if (isUnanswered && isOpen(outcome)) {
      // It may have paid for others: that much more may have been there.
      for (const { to } of hops) this.#extra.set(to, (this.#extra.get(to) ?? 0n) + credit);
      return;
    }
    this.successes += 1;
    if (hops.length > 0) this.covered += 1;
    const at = {
      operation: operation.id,
      startedAtMs,
      endedAtMs: isUnanswered ? Number.POSITIVE_INFINITY : endedAtMs,
    };
    for (const { from, to, kind } of hops) {
      if (kind === 'channel') {
        const changes = from < to ? [-amount, credit] : [credit, -amount];
        gather(this.#changes, from < to ? from : to, { ...at, changes });
      } else {
        gather(this.#changes, from, { ...at, changes: [-amount] });
        gather(this.#changes, to, { ...at, changes: [credit] });
      }
    }
  }
}

// More names than this no reader takes in.
const MOST_NAMED = 8;

function clueOf(purse: Purse, { stuck, balances }: Extract<Linearization, { verdict: 'violated' }>): Clue {
  const ids = stuck.map(({ operation }) => operation);
  const named = ids.slice(0, MOST_NAMED).join(', ');
  const taken = stuck
    .slice(0, MOST_NAMED)
    .map(({ operation, changes }) => `operation ${operation} changes it by ${changes.join(' and ')}`)
    .join('; ');
  return {
    operation: ids[0] ?? null,
    title: `what was answered as succeeded cannot all have happened: ${purse.name} would go below zero`,
    predicted: 'an order of all successes that respects real time and in which nothing goes below zero',
    observed: `none: with ${balances.join(' and ')} there at best, ${taken}${ids.length > MOST_NAMED ? `; and ${ids.length - MOST_NAMED} more` : ''}`,
    decidedBy: `search for an order; what would have to come next is operation ${named}`,
    noticed: 'end',
  };
}

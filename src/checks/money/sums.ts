import type { Amount } from '../../model/network/amount.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { capacityOf, type ChannelView } from '../../model/run/answer.ts';
import type { Run } from '../../model/run/run.ts';
import { type Snapshot, snapshotAt } from '../../model/run/snapshot.ts';
import type { Check } from '../check.ts';
import { nodesRead, notChecked } from '../coverage.ts';
import { historyEntries } from '../facts/history-facts.ts';
import { type Names, namesOf } from '../facts/names.ts';
import { isPredicted } from '../readings/predicted-discrepancies.ts';
import { pendingMoney } from './pending-money.ts';
import { FeeFlows, type PaidAmounts } from './fee-flows.ts';

/**
 * What a node's balances gained or lost is what its history says it received and sent, and what the fee schedules say
 * that it paid and earned. For runs in which no single balance is predicted.
 */
export const sums: Check = {
  name: 'sums',
  role: 'self',
  appliesTo: ['replay', 'load', 'sample'],
  needs: ['channels', 'history'],
  followsFrom: ['operation', 'state'],
  judge(run) {
    if (isPredicted(run)) return notChecked('every single balance is predicted');
    const names = namesOf(run.start);
    const shown = { before: snapshotAt('start', run), after: snapshotAt('end', run), names };
    const paid = paidAmounts(shown);
    const flows = new FeeFlows(run, paid);
    const clues = [...shown.after.channels.keys()].flatMap((node) =>
      tokensWithoutClosing(run).flatMap((token) => {
        const gained = gainOf(node, token, shown);
        const own = paid.get(node);
        if (gained === undefined || own === undefined) return [];
        const { received, sent } = totalsOf(own, token);
        const fees = flows.of({ node, token });
        const held = heldBy(node, token, shown);
        const low = received - sent + fees.low - held;
        const high = fees.high === null ? null : received - sent + fees.high + held;
        if (gained >= low && (high === null || gained <= high)) return [];
        return [
          {
            operation: null,
            node,
            view: { kind: 'channels' as const },
            title: `${node}'s balances in ${token} do not fit its history`,
            predicted: `gained ${low === high ? `${low}` : `${low} to ${high ?? 'more'}`}`,
            observed: `gained ${gained}`,
            decidedBy: `received ${received} and sent ${sent} by its history, with the fees of the possible ways: ${fees.low} to ${fees.high ?? 'more'}`,
            noticed: 'end' as const,
          },
        ];
      }),
    );
    return { clues, covered: nodesRead(run) };
  },
};

interface Shown {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly names: Names;
}

/** What histories name beyond what stood there before, of nodes that were read before and after. */
function paidAmounts({ before, after, names }: Shown): ReadonlyMap<NodeName, PaidAmounts> {
  return new Map(
    [...after.history].flatMap(([node, events]) => {
      const past = before.history.get(node);
      if (past === undefined) return [];
      const entries = historyEntries(events.slice(past.length), names);
      const amounts = entries.flatMap(({ event, token, partner, value }) =>
        event === 'failed' ? [] : [{ event, token, partner, amount: BigInt(value) }],
      );
      return [[node, amounts] as const];
    }),
  );
}

function gainOf(node: NodeName, token: TokenName, { before, after, names }: Shown): Amount | undefined {
  const [first, last] = [before.channels.get(node), after.channels.get(node)];
  if (first === undefined || last === undefined) return undefined;
  const net = (channels: readonly ChannelView[]): Amount =>
    channels
      .filter(({ tokenAddress }) => names.token(tokenAddress) === token)
      .reduce((sum, channel) => sum + channel.balance - capacityOf(channel), 0n);
  return net(last) - net(first);
}

function totalsOf(own: PaidAmounts, token: TokenName): Readonly<Record<'received' | 'sent', Amount>> {
  const totals = { received: 0n, sent: 0n };
  for (const entry of own) if (entry.token === token) totals[entry.event] += entry.amount;
  return totals;
}

// What is still on its way, and what was on its way before, moves money that no entry of the run tells of.
function heldBy(node: NodeName, token: TokenName, { before, after, names }: Shown): Amount {
  const [earlier, later] = [before.pending.get(node), after.pending.get(node)];
  return pendingMoney(earlier, token, names) + pendingMoney(later, token, names);
}

// A closed channel takes its balance out of sight, so a token with closings has no sums to compare.
function tokensWithoutClosing(run: Run): readonly TokenName[] {
  const closed = new Set(
    run.records.flatMap(({ operation }) =>
      operation.kind === 'close' || operation.kind === 'leave' ? [operation.token] : [],
    ),
  );
  return run.start
    .getAttribute('tokens')
    .map(({ name }) => name)
    .filter((name) => !closed.has(name));
}

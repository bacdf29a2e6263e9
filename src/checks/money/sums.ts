import type { Amount } from '../../model/network/amount.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { capacityOf, type ChannelView } from '../../model/run/answer.ts';
import type { Outcome } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { type Snapshot, snapshotAt } from '../../model/run/snapshot.ts';
import type { Check } from '../check.ts';
import { nodesRead, notChecked } from '../coverage.ts';
import { historyEntries } from '../facts/history-facts.ts';
import { sinceBefore } from '../history/since-before.ts';
import { channelIn, type Names, namesOf } from '../facts/names.ts';
import type { Bounds } from '../foresight/mediator-charge.ts';
import { isPredicted } from '../readings/predicted-discrepancies.ts';
import { pendingMoney } from './pending-money.ts';
import { sumsDespite } from './sums-despite.ts';
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
  followsFrom: ['state'],
  despite: sumsDespite,
  judge(run) {
    if (isPredicted(run)) return notChecked('every single balance is predicted');
    const names = namesOf(run.start);
    const shown: Shown = { before: snapshotAt('start', run), after: snapshotAt('end', run), names };
    const tokens = run.start.getAttribute('tokens').map(({ name }) => name);
    const paid = paidAmounts(shown);
    const flows = new FeeFlows(run, paid);
    const clues = [...shown.after.channels.keys()].flatMap((node) =>
      tokens.flatMap((token) => {
        const left = channelsLeft(node, token, shown);
        const own = paid.get(node);
        if (left === undefined || own === undefined) return [];
        const gone = goneWith(left.gone, { node, token, shown, run });
        if (gone === undefined) return [];
        const { gained } = left;
        const { received, sent } = totalsOf(own, token);
        const fees = flows.of({ node, token });
        const held = heldBy(node, token, shown);
        const low = received - sent + fees.low - held - gone.high;
        const high = fees.high === null ? null : received - sent + fees.high + held - gone.low;
        if (gained >= low && (high === null || gained <= high)) return [];
        return [
          {
            operation: null,
            node,
            view: { kind: 'channels' as const },
            subject: { kind: 'sum' as const, token },
            money: gained < low ? low - gained : gained - (high ?? gained),
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
      const entries = historyEntries(sinceBefore(past, events).added, names);
      const amounts = entries.flatMap(({ event, token, partner, identifier = '', value }) =>
        event === 'failed' ? [] : [{ event, token, partner, identifier, amount: BigInt(value) }],
      );
      return [[node, amounts] as const];
    }),
  );
}

interface ChannelsLeft {
  /** By all channels that are still open, or new. */
  readonly gained: Amount;
  /** Open before, and not afterwards: what was left in them is out of sight. */
  readonly gone: readonly ChannelView[];
}

function channelsLeft(
  node: NodeName,
  token: TokenName,
  { before, after, names }: Shown,
): ChannelsLeft | undefined {
  const [first, last] = [before.channels.get(node), after.channels.get(node)];
  if (first === undefined || last === undefined) return undefined;
  const isOwn = ({ tokenAddress, state }: ChannelView): boolean =>
    names.token(tokenAddress) === token && state === 'opened';
  const [was, is] = [first.filter(isOwn), last.filter(isOwn)];
  const isLeft = new Set(is.map(({ channelIdentifier }) => channelIdentifier));
  const net = (channels: readonly ChannelView[]): Amount =>
    channels.reduce((sum, channel) => sum + channel.balance - capacityOf(channel), 0n);
  const kept = was.filter(({ channelIdentifier }) => isLeft.has(channelIdentifier));
  const gone = was.filter(({ channelIdentifier }) => !isLeft.has(channelIdentifier));
  return { gained: net(is) - net(kept), gone };
}

/**
 * What a node can have gained in channels that are gone: at least nothing of what it had is left, at most all that
 * both ends put in. `undefined`: not known, of a channel that was opened and is gone again.
 */
function goneWith(
  gone: readonly ChannelView[],
  {
    node,
    token,
    shown,
    run,
  }: { readonly node: NodeName; readonly token: TokenName; readonly shown: Shown; readonly run: Run },
): Bounds | undefined {
  const { before, after, names } = shown;
  const steps = run.records.filter(({ operation }) => 'partner' in operation && operation.token === token);
  const isShown = (partner: NodeName): boolean =>
    channelIn(after.channels.get(node) ?? [], { token, partner }, names)?.state === 'opened';
  const opened = new Map<NodeName, number>();
  for (const { operation, outcome } of steps) {
    if (operation.kind !== 'open' || outcome.kind === 'failed' || isOfExisting(outcome)) continue;
    const ends = [operation.node, operation.partner];
    const [partner] = ends.filter((one) => one !== node);
    if (partner !== undefined && ends.includes(node)) opened.set(partner, (opened.get(partner) ?? 0) + 1);
  }
  // Of two that were opened with one partner, one is gone.
  if ([...opened].some(([partner, times]) => times > (isShown(partner) ? 1 : 0))) return undefined;
  let bounds: Bounds = { low: 0n, high: 0n };
  for (const channel of gone) {
    const partner = names.node(channel.partnerAddress);
    const other = channelIn(before.channels.get(partner) ?? [], { token, partner: node }, names);
    if (other === undefined) return undefined;
    const added = steps.reduce((sum, { operation }) => {
      const isOfPair =
        // Opening a channel that is there raises its deposit.
        (operation.kind === 'deposit' || operation.kind === 'open') &&
        [operation.node, operation.partner].every((one) => one === node || one === partner);
      return isOfPair ? sum + operation.totalDeposit : sum;
    }, 0n);
    const most = capacityOf(channel, other) + added;
    bounds = { low: bounds.low - channel.balance - added, high: bounds.high + most - channel.balance };
  }
  return bounds;
}

// Of a channel that is there the answer is 200.
function isOfExisting(outcome: Outcome): boolean {
  return outcome.kind === 'succeeded' && outcome.status === 200;
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

import type { Amount } from '../../model/network/amount.ts';
import { capacityOf, type ChannelView } from '../../model/run/answer.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { Run } from '../../model/run/run.ts';
import type { Check } from '../check.ts';
import { nodesRead, notChecked } from '../coverage.ts';
import { isFreeNetwork, mostFee } from '../foresight/free-network.ts';
import { type Snapshot, snapshotAt } from '../../model/run/snapshot.ts';
import { type Names, namesOf } from '../facts/names.ts';
import { isPredicted } from '../readings/predicted-discrepancies.ts';

/**
 * What a node's balances gained or lost is what its history says it received and sent, give or take fees.
 * For runs in which no single balance is predicted.
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
    const [before, after] = [snapshotAt('start', run), snapshotAt('end', run)];
    const tokens = tokensWithoutClosing(run);
    const feesOfOthers = new Map(tokens.map((token) => [token, feeLimit(paidIn(token, run), run)]));
    const clues = [...after.channels.keys()].flatMap((node) =>
      tokens.flatMap((token) => {
        const flow = flowOf(node, token, { before, after, names });
        if (flow === undefined) return [];
        const { gained, received, sent } = flow;
        const low = received - sent - feeLimit(sent, run);
        const high = received - sent + (feesOfOthers.get(token) ?? 0n);
        if (gained >= low && gained <= high) return [];
        return [
          {
            operation: null,
            node,
            view: { kind: 'channels' as const },
            title: `${node}'s balances in ${token} do not fit its history`,
            predicted: low === high ? `gained ${low}` : `gained ${low} to ${high}`,
            observed: `gained ${gained}`,
            decidedBy: `received ${received} and sent ${sent} by its history, with fees of at most ${run.header.scenario.protocol.maxFeePercent} %`,
            noticed: 'end' as const,
          },
        ];
      }),
    );
    return { clues, covered: nodesRead(run) };
  },
};

type Flow = Readonly<Record<'gained' | 'received' | 'sent', Amount>>;

function flowOf(
  node: NodeName,
  token: TokenName,
  { before, after, names }: { readonly before: Snapshot; readonly after: Snapshot; readonly names: Names },
): Flow | undefined {
  const [first, last] = [before.channels.get(node), after.channels.get(node)];
  const events = after.history.get(node);
  if (first === undefined || last === undefined || events === undefined) return undefined;
  const net = (channels: readonly ChannelView[]): Amount =>
    channels
      .filter(({ tokenAddress }) => names.token(tokenAddress) === token)
      .reduce((sum, channel) => sum + channel.balance - capacityOf(channel), 0n);
  let received = 0n;
  let sent = 0n;
  for (const entry of events.slice(before.history.get(node)?.length ?? 0)) {
    if (names.token(entry.tokenAddress) !== token) continue;
    if (entry.kind === 'received') received += entry.amount;
    if (entry.kind === 'sent') sent += entry.amount;
  }
  return { gained: net(last) - net(first), received, sent };
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

function feeLimit(sent: Amount, run: Run): Amount {
  return isFreeNetwork(run.start) ? 0n : mostFee(sent, run.header.scenario.protocol);
}

// What all payments may pay in fees, one node may have earned.
function paidIn(token: TokenName, { records }: Run): Amount {
  return records.reduce(
    (sum, { operation }) =>
      operation.kind === 'pay' && operation.token === token ? sum + operation.amount : sum,
    0n,
  );
}

import type { OperationRecord } from '../../model/run/operation.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { PackedChanges } from '../../web/run/packed-run.ts';
import type { ChannelList } from './channel-list.ts';
import { amountCell, momentCell, type PlaceOf } from './pack-columns.ts';

interface Change {
  readonly atMs: number;
  readonly channel: number;
  readonly by: readonly [bigint, bigint];
}

/** The changes of balances by openings, deposits and withdrawals, in the order in which they took effect. */
export function channelChanges(
  records: readonly OperationRecord[],
  list: ChannelList,
  { nodes, tokens }: { readonly nodes: PlaceOf<NodeName>; readonly tokens: PlaceOf<string> },
): { readonly changes: readonly Change[]; readonly packed: PackedChanges } {
  const changes: Change[] = [];
  const ordered = records
    .filter(({ operation: { kind } }) => kind === 'open' || kind === 'deposit' || kind === 'withdraw')
    .sort((one, other) => one.endedAtMs - other.endedAtMs);
  for (const { operation, outcome, endedAtMs } of ordered) {
    if (operation.kind !== 'open' && operation.kind !== 'deposit' && operation.kind !== 'withdraw') continue;
    const happened =
      outcome.kind === 'succeeded' || (outcome.kind === 'indeterminate' && outcome.resolved === 'happened');
    const node = nodes.of(operation.node);
    const token = tokens.of(operation.token);
    const place = list.between(token, [node, nodes.of(operation.partner)]);
    const channel = list.channels[place];
    if (!happened || channel === undefined) continue;
    const end = channel.ends[0] === node ? 0 : 1;
    const shown = outcome.kind === 'succeeded' ? outcome.channels?.[0] : undefined;
    let by: bigint;
    if (operation.kind === 'withdraw') {
      const total = shown?.totalWithdraw ?? operation.totalWithdraw;
      by = channel.withdrawn[end] - total;
      channel.withdrawn[end] = total;
    } else {
      const total = shown?.totalDeposit ?? operation.totalDeposit;
      by = total - channel.deposited[end];
      channel.deposited[end] = total;
    }
    if (by !== 0n) changes.push({ atMs: endedAtMs, channel: place, by: end === 0 ? [by, 0n] : [0n, by] });
  }
  return {
    changes,
    packed: {
      atMs: changes.map(({ atMs }) => momentCell(atMs)),
      channel: changes.map(({ channel }) => channel),
      first: changes.map(({ by }) => amountCell(by[0])),
      second: changes.map(({ by }) => amountCell(by[1])),
    },
  };
}

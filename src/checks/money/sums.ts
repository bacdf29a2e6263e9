import type { Amount } from '../../model/network/amount.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { Run } from '../../model/run/run.ts';
import type { Check } from '../check.ts';
import { curlOf } from '../blame/curl.ts';
import { type Snapshot, snapshotAt } from '../readings/end-readings.ts';
import { type Names, namesOf } from '../blame/names.ts';
import { overlapsAnything } from '../outcomes/overlap.ts';

/**
 * What a node's balances gained or lost is what its history says it received and sent, give or take fees.
 * For runs whose operations overlapped: there no single balance is predicted, but the sums are.
 */
export const sums: Check = {
  name: 'sums',
  judge(run) {
    if (!overlapsAnything(run)) return [];
    const names = namesOf(run.start);
    const [before, after] = [snapshotAt('start', run), snapshotAt('end', run)];
    const tokens = tokensWithoutClosing(run);
    return [...after.channels.keys()].flatMap((node) =>
      tokens.flatMap((token) => {
        const flow = flowOf({ node, token, before, after, names });
        if (flow === undefined) return [];
        const { gained, received, sent } = flow;
        const [low, high] = [
          received - sent - feeLimit(sent, run),
          received - sent + feesOfOthers(run, token),
        ];
        if (gained >= low && gained <= high) return [];
        const curl = curlOf({ run, node, view: { kind: 'channels' } });
        return [
          {
            check: sums.name,
            severity: 'difference' as const,
            operation: null,
            node,
            title: `${node}'s balances in ${token} do not fit its history`,
            predicted: low === high ? `gained ${low}` : `gained ${low} to ${high}`,
            observed: `gained ${gained}`,
            decidedBy: `received ${received} and sent ${sent} by its history, with fees of at most ${run.header.scenario.protocol.maxFeePercent} %`,
            ...(curl === undefined ? {} : { curl }),
            noticed: 'end' as const,
          },
        ];
      }),
    );
  },
};

interface Flow {
  readonly gained: Amount;
  readonly received: Amount;
  readonly sent: Amount;
}

function flowOf({
  node,
  token,
  before,
  after,
  names,
}: {
  readonly node: NodeName;
  readonly token: TokenName;
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly names: Names;
}): Flow | undefined {
  const [first, last] = [before.channels.get(node), after.channels.get(node)];
  const events = after.history.get(node);
  if (first === undefined || last === undefined || events === undefined) return undefined;
  const net = (channels: readonly ChannelView[]): Amount =>
    channels
      .filter(({ tokenAddress }) => names.token(tokenAddress) === token)
      .reduce(
        (sum, { balance, totalDeposit, totalWithdraw }) => sum + balance - totalDeposit + totalWithdraw,
        0n,
      );
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
  if (isFree(run)) return 0n;
  // Rounded up, and in hundredths so that half a percent is not lost.
  return (sent * BigInt(Math.ceil(run.header.scenario.protocol.maxFeePercent * 100))) / 10_000n + 1n;
}

function feesOfOthers(run: Run, token: TokenName): Amount {
  const paid = run.records.reduce(
    (sum, { operation }) =>
      operation.kind === 'pay' && operation.token === token ? sum + operation.amount : sum,
    0n,
  );
  return feeLimit(paid, run);
}

function isFree(run: Run): boolean {
  return run.start.everyNode((_name, { fees }) => {
    return fees !== undefined && fees.flat === 0n && fees.proportionalPpm === 0 && fees.imbalancePpm === 0;
  });
}

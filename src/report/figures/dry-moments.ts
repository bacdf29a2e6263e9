import type { Amount } from '../../model/network/amount.ts';
import { channelKey, type NodeName, type PerEnd } from '../../model/network/network.ts';
import type { DrainedEnd } from '../../model/load/load-watch.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { ChannelBalances, sharingOf } from './channel-balances.ts';
import type { ReportedPayment } from './reported-payment.ts';

/** When an end of a channel ran dry, and the payment after which it held less than 5 % of the capacity. */
export interface DriedEnd extends DrainedEnd {
  /** Absent: what emptied it was a withdrawal. */
  readonly payment?: number;
}

/**
 * The channel ends that ran dry, in the order in which they first did, by what each payment moved. Undefined: not every
 * trace was kept, or payments under load tell no path, so that nobody knows what moved.
 */
export function dryMoments(
  { header, start, end, records, load }: Run,
  payments: readonly ReportedPayment[],
): readonly DriedEnd[] | undefined {
  if (load !== undefined || header.traces !== undefined) return undefined;
  const changes = [...paymentChanges(payments), ...channelChanges(records)].sort(
    (one, other) => one.atMs - other.atMs || one.id - other.id,
  );
  if (changes.length === 0) return [];
  const keys = new Set(changes.map(({ channel }) => channel));
  const known = end === undefined ? new Map() : new ChannelBalances(end).withKeys(keys);
  const atStart = new ChannelBalances(start).withKeys(keys);
  const purses = new Map<string, Purse>();
  for (const { channel, token, between } of [...known.values(), ...atStart.values()])
    purses.set(channel, { token, between, balance: atStart.get(channel)?.balance ?? [0n, 0n] });
  const moments = new Map<string, DriedEnd>();
  for (const change of changes) {
    const purse = purses.get(change.channel);
    if (purse !== undefined) apply(change, purse, moments);
  }
  return [...moments.values()];
}

interface Purse {
  readonly token: string;
  readonly between: PerEnd<NodeName>;
  balance: PerEnd<Amount>;
}

interface Change {
  readonly id: number;
  readonly atMs: number;
  readonly channel: string;
  readonly isPayment: boolean;
  readonly balanceAfter: (purse: Purse) => PerEnd<Amount>;
}

function apply(change: Change, purse: Purse, moments: Map<string, DriedEnd>): void {
  const { channel, id, atMs, isPayment } = change;
  const balanceBefore = purse.balance;
  const before = sharingOf(balanceBefore).drainedEnd;
  purse.balance = change.balanceAfter(purse);
  const after = sharingOf(purse.balance).drainedEnd;
  if (before === after) return;
  const keyOf = (end: 0 | 1): string => `${channel} ${end}`;
  if (before !== null) {
    const moment = moments.get(keyOf(before));
    if (moment !== undefined) moments.set(keyOf(before), { refilledAtMs: atMs, ...moment });
  }
  // An end of a channel that was just opened by its partner has never held anything.
  if (after === null || moments.has(keyOf(after)) || purse.balance[after] >= balanceBefore[after]) return;
  moments.set(keyOf(after), {
    channel,
    token: purse.token,
    owner: purse.between[after],
    partner: purse.between[after === 0 ? 1 : 0],
    atMs,
    ...(isPayment ? { payment: id } : {}),
  });
}

function paymentChanges(payments: readonly ReportedPayment[]): readonly Change[] {
  return payments.flatMap(({ record, trace }) =>
    (trace?.hops ?? [])
      .filter(({ settled }) => settled)
      .map(
        ({ channel, payer, amount, unlockedAtMs }): Change => ({
          id: record.operation.id,
          // The trace of a prediction has a clock of its own.
          atMs: (record.trace && unlockedAtMs) ?? record.endedAtMs,
          channel,
          isPayment: true,
          balanceAfter: ({ between, balance: [one, other] }) =>
            between[0] === payer ? [one - amount, other + amount] : [one + amount, other - amount],
        }),
      ),
  );
}

// Deposits, withdrawals and channels that are opened: the answer shows what the node then held.
function channelChanges(records: readonly OperationRecord[]): readonly Change[] {
  return records.flatMap(({ operation, outcome, endedAtMs }) => {
    if (outcome.kind !== 'succeeded' || operation.kind === 'pay' || !('partner' in operation)) return [];
    return (outcome.channels ?? []).flatMap((view) => {
      if (view === null) return [];
      const change: Change = {
        id: operation.id,
        atMs: endedAtMs,
        channel: channelKey(operation.token, Number(view.channelIdentifier)),
        isPayment: false,
        balanceAfter: ({ between, balance: [one, other] }) =>
          between[0] === operation.node ? [view.balance, other] : [one, view.balance],
      };
      return [change];
    });
  });
}

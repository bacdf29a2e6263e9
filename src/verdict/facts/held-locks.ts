import { type Amount, larger } from '../../model/network/amount.ts';
import type { PendingTransfer } from '../../model/run/answer.ts';
import type { HeldChannel, HeldLook, LoadAftermath } from '../../model/load/load-result.ts';
import { channelKey, type Network, type NodeName, type TokenName } from '../../model/network/network.ts';
import { type Names, namesOf } from './names.ts';
import type { Reading } from '../../model/run/reading.ts';
import { type Run, snapshotAt } from '../../model/run/run.ts';

/** The sums of pending transfers, each counted once however many nodes show it. */
interface HeldLocks extends Omit<HeldLook, 'atMs'> {
  /** The most locked first. */
  readonly channels: readonly HeldChannel[];
}

/** Adds up what nodes show as pending. The amounts shown are those of the channel's whole direction, not of one transfer. */
export function heldLocks(
  start: Network,
  pending: Iterable<readonly [node: NodeName, transfers: readonly PendingTransfer[]]>,
): HeldLocks {
  const names = namesOf(start);
  const payments = new Set<string>();
  const channels = new Map<string, HeldChannel>();
  const transfersIn = new Map<string, Set<string>>();
  for (const [node, transfers] of pending) {
    for (const transfer of transfers) {
      const payment = `${transfer.initiator} ${transfer.paymentIdentifier}`;
      payments.add(payment);
      const token = names.token(transfer.tokenAddress);
      const channel = channelKey(token, Number(transfer.channelIdentifier));
      const [payer, payee] = waysOf(start, channel, node, transfer.role);
      const key = `${channel} ${payer}`;
      const same = (transfersIn.get(key) ?? new Set()).add(payment);
      transfersIn.set(key, same);
      const lockedAmount = larger(transfer.lockedAmount, channels.get(key)?.lockedAmount ?? 0n);
      channels.set(key, { channel, token, payer, payee, transfers: same.size, lockedAmount });
    }
  }
  const all = [...channels.values()];
  const locked = new Map<TokenName, Amount>();
  for (const { token, lockedAmount: amount } of all) locked.set(token, (locked.get(token) ?? 0n) + amount);
  return {
    payments: payments.size,
    locked: [...locked].map(([token, amount]) => ({ token, amount })),
    channels: all.toSorted(
      (one, other) => other.transfers - one.transfers || (one.channel < other.channel ? -1 : 1),
    ),
  };
}

/** The money that nodes show as locked after the last payment, by channel and payer. */
export function locksAtEnd({ start, readings }: Pick<Run, 'start' | 'readings'>): readonly HeldChannel[] {
  return heldLocks(start, snapshotAt('end', { readings }).pending).channels;
}

// The initiator shows the channel it pays through, everybody else the one it is paid through.
function waysOf(
  start: Network,
  channel: string,
  node: NodeName,
  role: PendingTransfer['role'],
): readonly [payer: NodeName, payee: NodeName] {
  const isOwn = start.hasEdge(channel) && start.hasExtremity(channel, node);
  const partner = isOwn ? start.opposite(node, channel) : '?';
  return role === 'initiator' ? [node, partner] : [partner, node];
}

// The rest of a long tail is in the readings.
const MOST_CHANNELS = 20;

/** Keeps what was still locked at several moments after a load. */
export class HeldLooks {
  readonly #start: Network;
  readonly #endedAtMs: number;
  readonly #looks: HeldLook[] = [];
  #channels: readonly HeldChannel[] = [];

  constructor({ start, endedAtMs }: { readonly start: Network; readonly endedAtMs: number }) {
    this.#start = start;
    this.#endedAtMs = endedAtMs;
  }

  /** True when the last look found anything locked. */
  get isHolding(): boolean {
    return (this.#looks.at(-1)?.payments ?? 0) > 0;
  }

  /** Takes one look at all nodes, at that moment of the run; where none of them tells, it is no look. */
  add(readings: readonly Reading[], nowMs: number): void {
    const { payments, locked, channels } = heldLocks(
      this.#start,
      readings.flatMap(({ node, value }) =>
        value.kind === 'pending' ? [[node, value.transfers] as const] : [],
      ),
    );
    if (!readings.some(({ value }) => value.kind === 'pending')) return;
    this.#looks.push({ atMs: Math.max(0, nowMs - this.#endedAtMs), payments, locked });
    if (channels.length > 0) this.#channels = channels.slice(0, MOST_CHANNELS);
  }

  get aftermath(): LoadAftermath {
    return { looks: this.#looks, channels: this.#channels };
  }
}

/** The money that a node lists as locked in a token: it may have left one end and not yet reached another, or come back. */
export function pendingMoney(
  transfers: readonly PendingTransfer[] | undefined,
  token: TokenName,
  names: Names,
): Amount {
  // Each transfer says what its whole end has locked.
  const byEnd = new Map<string, Amount>();
  for (const { tokenAddress, channelIdentifier, role, lockedAmount } of transfers ?? []) {
    if (names.token(tokenAddress) !== token) continue;
    const key = `${channelIdentifier} ${role}`;
    byEnd.set(key, larger(lockedAmount, byEnd.get(key) ?? 0n));
  }
  return [...byEnd.values()].reduce((sum, amount) => sum + amount, 0n);
}

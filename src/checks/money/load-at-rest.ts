import type { PendingTransfer } from '../../model/run/answer.ts';
import type { Finding } from '../../model/run/finding.ts';
import { longestMs } from '../../model/scenario/longest-latency.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { PayRequest } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { ReasonClass } from '../../model/run/reason.ts';
import type { Run } from '../../model/run/run.ts';
import { curlOf } from '../blame/curl.ts';
import { snapshotAt } from '../readings/end-readings.ts';
import type { JudgedCheck } from '../order/linearizable.ts';

const CHECK = 'at-rest';

// The initiator waits so many blocks longer than the lock before it gives up (raiden.md 2.5); one more for the grain.
const BLOCKS_UNTIL_RELEASED = 11;
// As many hops as any payment has; a second for what is between the nodes and us.
const MOST_HOPS = 20;
const GRACE_MS = 1_000;

/**
 * What is still pending after a load, told apart: a payment that got no answer or broke down on its way holds its
 * locks until they expire, half an hour by default, and that is as it should be; anything else is stuck. Nodes do
 * not say when a lock expires, but when its payment was sent is known.
 */
export function judgeLoadAtRest(run: Run): JudgedCheck {
  const pending = snapshotAt('end', run).pending;
  const before = keysOf(snapshotAt('start', run).pending);
  const atMs = run.readings.findLast(({ moment, view }) => moment === 'end' && view.kind === 'pending')?.atMs;
  const payments = new Map<string, Holding>();
  for (const [node, transfers] of pending) {
    for (const transfer of transfers) {
      const key = keyOf(transfer);
      if (before.has(key)) continue;
      const shown = { node, transfer };
      const known = payments.get(key);
      if (known === undefined) payments.set(key, { shown: [shown] });
      else known.shown.push(shown);
    }
  }
  const senders = sendersOf(run, payments);
  const stuck: Finding[] = [];
  let held = 0;
  let unknown = 0;
  let lastMs = 0;
  for (const [key, { shown }] of payments) {
    const record = senders.get(key);
    const fate = fateOf({ record, run, atMs: atMs ?? 0 });
    if (fate.kind === 'held') lastMs = Math.max(lastMs, fate.untilMs);
    if (fate.kind === 'held') held += 1;
    else if (fate.kind === 'unknown') unknown += 1;
    else stuck.push(findingOf(run, { shown, record, why: fate.why }));
  }
  const covered = `${pending.size} of ${run.start.order} nodes read`;
  const waits =
    held === 0
      ? []
      : [`${held} held until the locks expire, ${laterText(lastMs - (atMs ?? 0))} at the latest`];
  const others = unknown === 0 ? [] : [`${unknown} of payments that were not kept`];
  const detail = [covered, ...waits, ...others].join('; ');
  const verdict = stuck.length > 0 ? 'violated' : held + unknown > 0 ? 'unknown' : 'holds';
  return { check: { name: CHECK, verdict, detail }, findings: stuck };
}

interface Holding {
  readonly shown: { readonly node: NodeName; readonly transfer: PendingTransfer }[];
}

type Fate =
  | { readonly kind: 'held'; readonly untilMs: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'stuck'; readonly why: string };

// What may have locked money on the way and could not take it back.
const BREAKS_DOWN: ReadonlySet<ReasonClass> = new Set([
  'lock-expired',
  'canceled',
  'server-error',
  'service-unavailable',
  'other',
]);

function fateOf({
  record,
  run,
  atMs,
}: {
  readonly record: PaymentRecord | undefined;
  readonly run: Run;
  readonly atMs: number;
}): Fate {
  if (record === undefined)
    return run.load?.kept.kind === 'sample'
      ? { kind: 'unknown' }
      : { kind: 'stuck', why: 'no payment of this load has its identifier' };
  const { outcome, startedAtMs, endedAtMs, operation } = record;
  const { protocol } = run.header.scenario;
  if (outcome.kind === 'succeeded') {
    const untilMs = endedAtMs + GRACE_MS + MOST_HOPS * longestMs(protocol.hopLatency);
    return atMs < untilMs
      ? { kind: 'held', untilMs }
      : { kind: 'stuck', why: 'it was answered as succeeded, so the secret is known and unlocks it' };
  }
  if (outcome.kind === 'failed' && !BREAKS_DOWN.has(outcome.reason))
    return { kind: 'stuck', why: `it was refused before anything was locked: ${outcome.reason}` };
  const blocks = lockBlocks(run, operation) + BLOCKS_UNTIL_RELEASED;
  const untilMs = startedAtMs + blocks * protocol.blockTimeMs;
  return atMs < untilMs
    ? { kind: 'held', untilMs }
    : { kind: 'stuck', why: `its locks expired: it was sent more than ${blocks} blocks before` };
}

/** Blocks a lock of a payment lasts: as asked for, or twice the reveal timeout of the channel it leaves by. */
function lockBlocks({ start }: Run, { node, token, lockTimeout }: PayRequest): number {
  if (lockTimeout !== undefined) return lockTimeout;
  let reveal = 0;
  start.forEachEdge(node, (_key, channel) => {
    if (channel.token === token) reveal = Math.max(reveal, channel.revealTimeout);
  });
  return 2 * reveal;
}

type PaymentRecord = OperationRecord & { readonly operation: PayRequest };

/** The records of these payments, by initiator and identifier. */
function sendersOf(
  { records, start }: Run,
  payments: ReadonlyMap<string, Holding>,
): ReadonlyMap<string, PaymentRecord> {
  const found = new Map<string, PaymentRecord>();
  if (payments.size === 0) return found;
  for (const record of records) {
    const { operation } = record;
    if (operation.kind !== 'pay') continue;
    const key = `${start.getNodeAttribute(operation.node, 'address')} ${operation.identifier}`;
    if (payments.has(key)) found.set(key, { ...record, operation });
  }
  return found;
}

function keysOf(pending: ReadonlyMap<NodeName, readonly PendingTransfer[]>): ReadonlySet<string> {
  return new Set([...pending.values()].flatMap((transfers) => transfers.map(keyOf)));
}

function keyOf({ initiator, paymentIdentifier }: PendingTransfer): string {
  return `${initiator} ${paymentIdentifier}`;
}

function findingOf(
  run: Run,
  { shown, record, why }: Holding & { readonly record: PaymentRecord | undefined; readonly why: string },
): Finding {
  const [{ node, transfer }] = shown as [Holding['shown'][number]];
  const roles = shown.map((one) => `as ${one.transfer.role} at ${one.node}`).join(', ');
  const curl = curlOf({ run, node, view: { kind: 'pending' } });
  return {
    check: CHECK,
    severity: 'difference',
    operation: (record as OperationRecord | undefined)?.operation.id ?? null,
    node,
    title: `${node} still has a transfer pending that nothing explains`,
    predicted: 'nothing pending but what waits for its locks to expire',
    observed: `payment ${transfer.paymentIdentifier} ${roles}, ${transfer.lockedAmount} locked`,
    decidedBy: why,
    ...(curl === undefined ? {} : { curl }),
  };
}

function laterText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120 ? `${seconds} s later` : `${Math.ceil(seconds / 60)} min later`;
}

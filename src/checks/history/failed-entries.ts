import { contradicts } from '../../model/load/load-aggregate.ts';
import { gather } from '../../model/gather.ts';
import { pendingKey } from '../../model/earlier-transfers.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { paymentKey } from '../../model/run/operation.ts';
import { isPaymentRecord, type PaymentRecord } from '../../model/run/outcome.ts';
import type { ReasonClass } from '../../model/run/reason-class.ts';
import { ENTRY_NAMES } from '../../model/run/lines/reading-line.ts';
import type { Run } from '../../model/run/run.ts';
import { snapshotAt } from '../../model/run/snapshot.ts';
import type { Clue } from '../check.ts';
import type { NamedEntry } from '../facts/history-facts.ts';
import { onlyOf, type WantingEntry } from './payments-meant.ts';

/** Reasons for which a payment fails after it was dispatched: then its node has written an entry before it answers (raiden.md 1.5). */
export const DISPATCHED: ReadonlySet<ReasonClass> = new Set([
  'no-usable-route',
  'max-fee-exceeded',
  'lock-expired',
  'canceled',
]);

// Nothing tells how far the payment came.
const MAY_BE_DISPATCHED: ReadonlySet<ReasonClass> = new Set(['server-error', 'service-unavailable', 'other']);

/** True when nothing tells whether the payment has failed, and for what reason. */
export function mayHaveFailed({ outcome }: PaymentRecord): boolean {
  return (
    outcome.kind === 'indeterminate' || (outcome.kind === 'failed' && MAY_BE_DISPATCHED.has(outcome.reason))
  );
}

/** How many payments of a node were pending before the run: they may fail while it runs, and no entry says which. */
export function pendingBefore({
  start,
  readings,
}: Pick<Run, 'start' | 'readings'>): (node: NodeName) => number {
  const earlier = new Map(
    [...snapshotAt('start', { readings }).pending.values()]
      .flat()
      .map((one) => [pendingKey(one), one.initiator]),
  );
  return (node) => {
    const address = start.getNodeAttribute(node, 'address');
    return [...earlier.values()].filter((initiator) => initiator === address).length;
  };
}

/** What a payer's history has to list of failed payments to one target for one reason: the entries name no payment. */
interface Failures {
  readonly node: NodeName;
  readonly target: NodeName;
  readonly token: TokenName;
  readonly reason: string;
  atLeast: number;
  atMost: number;
  /** The payments that must have one. */
  readonly certain: number[];
}

/** A failed entry and the node that shows it. */
type FailedEntry = NamedEntry & { readonly node: NodeName };

/**
 * A payment that was answered as failed after it was dispatched has one entry of its failure, one that was refused
 * before has none, and one without an answer may have one. `entries`: what came during the run, at the nodes `read`;
 * `wanting`: what else should have come, and may be told as failed instead.
 */
export function failedEntryClues(
  run: Run,
  {
    entries,
    wanting,
    read,
  }: {
    readonly entries: readonly FailedEntry[];
    readonly wanting: readonly WantingEntry[];
    readonly read: (node: NodeName) => boolean;
  },
): readonly Clue[] {
  const listing = (node: NodeName): boolean =>
    read(node) && (run.header.dialects?.[node]?.historyLists.failed ?? 'failed') === 'failed';
  const failures = expectedFailures(run);
  const open = openFailures(run);
  const shown = new Map<string, FailedEntry[]>();
  for (const entry of entries)
    gather(shown, keyOf({ ...entry, target: entry.partner, reason: entry.value }), entry);
  for (const [key, [entry]] of shown)
    if (entry !== undefined && !failures.has(key)) failures.set(key, noneOf(entry));
  return [...failures].flatMap(([key, { node, target, token, reason, atLeast, atMost, certain }]) => {
    if (!listing(node)) return [];
    const count = shown.get(key)?.length ?? 0;
    // What else stands there says nothing of a sample.
    const isSample = run.load?.kept.kind === 'sample';
    const most = isSample ? Number.POSITIVE_INFINITY : atMost + open(node, target, token);
    if (count >= atLeast && count <= most) return [];
    const meant = count < atLeast ? [] : toldAsFailed({ node, target, token }, wanting);
    return [
      {
        operation: onlyOf(meant.length > 0 ? meant : certain),
        node,
        view: { kind: 'history' },
        title: `${node}'s history has ${ENTRY_NAMES.failed} to ${target} for ${reason} ${timesText(count)}`,
        predicted: rangeText(atLeast, most),
        observed: timesText(count),
        decidedBy: 'what payments were answered with: one that fails after it was dispatched has an entry',
        noticed: 'end',
      },
    ];
  });
}

/** The payments that are not listed as sent where they should be. */
function toldAsFailed(
  { node, target, token }: Pick<Failures, 'node' | 'target' | 'token'>,
  wanting: readonly WantingEntry[],
): readonly number[] {
  return wanting.flatMap((one) =>
    one.event === 'sent' &&
    one.shown === 0n &&
    one.node === node &&
    one.partner === target &&
    one.token === token
      ? [one.operation]
      : [],
  );
}

function expectedFailures({ records }: Run): Map<string, Failures> {
  const groups = new Map<string, PaymentRecord[]>();
  for (const record of records.filter(isPaymentRecord)) gather(groups, paymentKey(record.operation), record);
  const found = new Map<string, Failures>();
  for (const group of groups.values()) {
    const told = new Set<string>();
    for (const record of group) {
      const { operation, outcome } = record;
      if (outcome.kind !== 'failed' || !DISPATCHED.has(outcome.reason)) continue;
      const { node, target, token, id } = operation;
      const about = { node, target, token, reason: outcome.reason };
      const key = keyOf(about);
      const failures = found.get(key) ?? { ...about, atLeast: 0, atMost: 0, certain: [] };
      found.set(key, failures);
      failures.atMost += 1;
      // Asked twice at once, a payment is joined and fails once. Of one that cannot have failed that is told instead.
      if (told.has(key) || contradicts(record)) continue;
      told.add(key);
      failures.atLeast += 1;
      failures.certain.push(id);
    }
  }
  return found;
}

/** How many payments of a pair may have failed, for whatever reason, without an answer that says so. */
function openFailures(run: Run): (node: NodeName, target: NodeName, token: TokenName) => number {
  const pairs = new Map<string, number>();
  for (const record of run.records.filter(isPaymentRecord)) {
    const { node, target, token } = record.operation;
    const key = keyOf({ node, target, token, reason: '' });
    if (mayHaveFailed(record)) pairs.set(key, (pairs.get(key) ?? 0) + 1);
  }
  const earlier = pendingBefore(run);
  return (node, target, token) =>
    earlier(node) + (pairs.get(keyOf({ node, target, token, reason: '' })) ?? 0);
}

function noneOf({ node, partner, token, value }: FailedEntry): Failures {
  return { node, target: partner, token, reason: value, atLeast: 0, atMost: 0, certain: [] };
}

function keyOf({
  node,
  target,
  token,
  reason,
}: Pick<Failures, 'node' | 'target' | 'token' | 'reason'>): string {
  return JSON.stringify([node, target, token, reason]);
}

function rangeText(least: number, most: number): string {
  if (least === most) return timesText(least);
  return most === Number.POSITIVE_INFINITY
    ? `at least ${timesText(least)}`
    : `${least} to ${timesText(most)}`;
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

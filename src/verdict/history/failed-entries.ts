import { contradicts } from '../../model/load/load-aggregate.ts';
import { gather } from '../../model/gather.ts';
import { pendingKey } from '../../model/earlier-transfers.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import { isPaymentRecord, paymentKey, type PaymentRecord } from '../../model/run/operation.ts';
import { ENTRY_NAMES } from '../../model/run/run-json.ts';
import { type Run, snapshotAt } from '../../model/run/run.ts';
import type { Clue } from '../check.ts';
import type { NamedEntry } from '../facts/facts.ts';
import { refusalOf } from '../refusals.ts';
import { onlyOf, type WantingEntry } from './expected-entries.ts';

/** How many entries of its failure the answer to a payment promises. */
function entryOf({ outcome }: PaymentRecord): 'none' | 'one' | 'maybe' {
  if (outcome.kind === 'indeterminate') return 'maybe';
  return outcome.kind === 'failed' ? refusalOf(outcome.reason).entry : 'none';
}

/** How many payments of a node were pending before the run: they may fail while it runs, and no entry says which. */
function pendingBefore({ start, readings }: Pick<Run, 'start' | 'readings'>): (node: NodeName) => number {
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

/** How many failed payments to one target for one reason a payer's history has to list: the entries name no payment. */
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
    // Of a sample the payments of other entries were not kept.
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
      if (outcome.kind !== 'failed' || entryOf(record) !== 'one') continue;
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
    if (entryOf(record) === 'maybe') pairs.set(key, (pairs.get(key) ?? 0) + 1);
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

/** Between which moments an entry of a failed payment was made, and which payment it is of: null when it may be one of several. */
interface FailureTimes {
  readonly operation: PaymentRecord['operation'] | null;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** Entries of one node that say the same: they name neither payment nor amount. */
type AlikeFailures = Pick<NamedEntry, 'token' | 'partner' | 'value'>;

/** Names what such entries say. */
export function failureName({ token, partner, value }: AlikeFailures): string {
  return JSON.stringify([token, partner, value]);
}

/** The entries of failed payments of each node, held against the payments that may have failed so. */
export class FailedLogTimes {
  readonly #records: readonly PaymentRecord[];
  readonly #pendingBefore: (node: NodeName) => number;
  readonly #candidates = new Map<string, readonly PaymentRecord[]>();

  constructor(run: Pick<Run, 'records' | 'start' | 'readings'>) {
    this.#records = run.records.filter(isPaymentRecord).filter((record) => entryOf(record) !== 'none');
    this.#pendingBefore = pendingBefore(run);
  }

  /**
   * The `place`-th of `count` such entries, first shown at `shownMs`. As many entries as come up to it have a payment
   * each that was sent before, and as many as come from it on one that ended after. `undefined`: there are more entries
   * than payments, which is another finding, or some may be of payments from before the run.
   */
  timesOf(
    node: NodeName,
    failure: AlikeFailures,
    { place, count, shownMs }: Readonly<Record<'place' | 'count' | 'shownMs', number>>,
  ): FailureTimes | undefined {
    const candidates = this.#candidatesOf(node, failure);
    if (count > candidates.length || this.#pendingBefore(node) > 0) return undefined;
    const own = candidates[place] as PaymentRecord;
    const ends = candidates.map(endOf).toSorted((one, other) => one - other);
    const notAfterMs = ends[candidates.length - count + place] as number;
    const isOwn = count === candidates.length && isApart(candidates, place);
    return {
      operation: isOwn ? own.operation : null,
      notBeforeMs: own.startedAtMs,
      notAfterMs: Math.min(notAfterMs, Math.max(shownMs, own.startedAtMs)),
    };
  }

  #candidatesOf(node: NodeName, failure: AlikeFailures): readonly PaymentRecord[] {
    const name = `${node} ${failureName(failure)}`;
    const known = this.#candidates.get(name);
    if (known !== undefined) return known;
    const { token, partner, value } = failure;
    const found = this.#records
      .filter((record) => {
        const { operation, outcome } = record;
        if (operation.node !== node || operation.target !== partner || operation.token !== token)
          return false;
        return outcome.kind !== 'failed' || entryOf(record) === 'maybe' || outcome.reason === value;
      })
      .toSorted((one, other) => one.startedAtMs - other.startedAtMs);
    this.#candidates.set(name, found);
    return found;
  }
}

// An entry that the answer promises was written before the answer.
function endOf(record: PaymentRecord): number {
  return entryOf(record) === 'one' ? record.endedAtMs : Number.POSITIVE_INFINITY;
}

// Of payments that overlapped, either may have failed first.
function isApart(candidates: readonly PaymentRecord[], place: number): boolean {
  const [before, own, after] = [candidates[place - 1], candidates[place], candidates[place + 1]];
  if (own === undefined) return false;
  return (
    (before === undefined || endOf(before) <= own.startedAtMs) &&
    (after === undefined || endOf(own) <= after.startedAtMs)
  );
}

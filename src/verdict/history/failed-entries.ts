import { contradicts } from '../../model/load/load-aggregate.ts';
import { gather } from '../../model/gather.ts';
import { pendingKey } from '../../model/earlier-transfers.ts';
import type { Address } from '../../model/network/address.ts';
import type { NodeName } from '../../model/network/network.ts';
import { isPaymentRecord, paymentKey, type PaymentRecord } from '../../model/run/operation.ts';
import { ENTRY_NAMES } from '../../model/run/run-json.ts';
import { type Run, snapshotAt } from '../../model/run/run.ts';
import type { Clue } from '../check.ts';
import { type NamedEntry, paymentNamed } from '../facts/facts.ts';
import { refusalOf } from '../refusals.ts';
import type { OwnEntry } from './expected-entries.ts';

/** An entry of a known payment, and the moments between which it was made if all is well. */
export interface Written {
  readonly record: PaymentRecord;
  /** By the node's own clock. */
  readonly saysMs: number;
  readonly notBeforeMs: number;
  /** Infinity where only the beginning is known. */
  readonly notAfterMs: number;
}

/** The payment that an entry is of, and when it was written; `undefined`: none is named, or several have the identifier. */
export function writtenFor(
  node: NodeName,
  entry: NamedEntry,
  payments: ReadonlyMap<string, readonly PaymentRecord[]>,
): Written | undefined {
  const payment = paymentNamed(node, entry);
  const [record, another] = (payment && payments.get(paymentKey(payment))) ?? [];
  if (record === undefined || another !== undefined) return undefined;
  // A target may learn of a payment after its initiator was answered.
  const isAnswered = entry.event === 'sent' && record.outcome.kind === 'succeeded';
  return {
    record,
    saysMs: Date.parse(`${entry.logTime}Z`),
    notBeforeMs: record.startedAtMs,
    notAfterMs: isAnswered ? record.endedAtMs : Number.POSITIVE_INFINITY,
  };
}

/** The failures of one payer that its entries cannot tell apart: an entry names neither payment nor amount. */
type AlikeFailures = Pick<NamedEntry, 'token' | 'partner' | 'value'> & { readonly node: NodeName };

/**
 * A payment that was answered as failed after it was dispatched has one entry of its failure, one that was refused
 * before has none, and one without an answer may have one. `entries`: what came during the run, at the nodes `read`.
 */
export function failedEntryClues(
  run: Run,
  known: {
    readonly entries: readonly OwnEntry[];
    readonly read: (node: NodeName) => boolean;
  },
): readonly Clue[] {
  const { entries, read } = known;
  const payments = new FailedPayments(run);
  const listing = (node: NodeName): boolean =>
    read(node) && (run.header.dialects?.[node]?.historyLists.failed ?? 'failed') === 'failed';
  const entriesByFailure = new Map<string, OwnEntry[]>();
  for (const entry of entries) gather(entriesByFailure, failureName(entry), entry);
  const failures = new Map(
    [...payments.promised(), ...entries].map((one) => [failureName(one), one] as const),
  );
  return [...failures].flatMap(([name, failure]) => {
    const { node, partner, value } = failure;
    if (!listing(node)) return [];
    const certain = payments.certain(failure);
    const least = certain.length;
    const count = entriesByFailure.get(name)?.length ?? 0;
    // A sample has not kept the payments of other entries.
    const isSample = run.load?.kept.kind === 'sample';
    const most = isSample ? Number.POSITIVE_INFINITY : payments.mostEntries(failure);
    if (count >= least && count <= most) return [];
    return [
      {
        operation: certain.length === 1 ? (certain[0] as number) : null,
        node,
        view: { kind: 'history' },
        title: `${node}'s history has ${ENTRY_NAMES.failed} to ${partner} for ${value} ${timesText(count)}`,
        predicted: rangeText(least, most),
        observed: timesText(count),
        decidedBy: 'what payments were answered with: one that fails after it was dispatched has an entry',
      },
    ];
  });
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

/** Names what entries say that cannot be told apart. */
function failureName({ node, token, partner, value }: AlikeFailures): string {
  return JSON.stringify([node, token, partner, value]);
}

/** The payments of a run that have an entry of their failure, or may have one. */
class FailedPayments {
  /** By payer, payee and token, in the order of their starts. */
  readonly #ofPair = new Map<string, PaymentRecord[]>();
  /** The initiators of payments that were pending before the run. */
  readonly #initiators: readonly Address[];
  readonly #run: Pick<Run, 'records' | 'start' | 'readings'>;

  constructor(run: Pick<Run, 'records' | 'start' | 'readings'>) {
    this.#run = run;
    const pending = [...snapshotAt('start', run).pending.values()].flat();
    this.#initiators = [...new Map(pending.map((one) => [pendingKey(one), one.initiator])).values()];
    const payments = run.records.filter(isPaymentRecord).filter((record) => entryOf(record) !== 'none');
    for (const record of payments.toSorted((one, other) => one.startedAtMs - other.startedAtMs)) {
      const { node, target, token } = record.operation;
      gather(this.#ofPair, failureName({ node, partner: target, token, value: '' }), record);
    }
  }

  /** The failures that an answer promises an entry of. */
  promised(): readonly AlikeFailures[] {
    return this.#run.records.filter(isPaymentRecord).flatMap((record) => {
      const { operation, outcome } = record;
      if (outcome.kind !== 'failed' || entryOf(record) !== 'one') return [];
      return [{ ...operation, partner: operation.target, value: outcome.reason }];
    });
  }

  /** The payments that must have one such entry each. A payment that cannot have failed is reported by another rule. */
  certain(failure: AlikeFailures): readonly number[] {
    const certain = this.#candidates(failure).filter(
      (record) => entryOf(record) === 'one' && !contradicts(record),
    );
    // Asked twice at once, a payment is joined and fails once.
    const first = new Map<string, number>();
    for (const { operation } of certain.toReversed()) first.set(paymentKey(operation), operation.id);
    return [...first.values()].toSorted((one, other) => one - other);
  }

  /** Payments that were pending before the run may fail while it runs, and no entry says which. */
  mostEntries(failure: AlikeFailures): number {
    return this.#candidates(failure).length + this.#pendingBefore(failure.node);
  }

  /** The payments that such an entry may be of. */
  #candidates(failure: AlikeFailures): readonly PaymentRecord[] {
    const payments = this.#ofPair.get(failureName({ ...failure, value: '' })) ?? [];
    return payments.filter(
      (record) =>
        entryOf(record) === 'maybe' ||
        (record.outcome.kind === 'failed' && record.outcome.reason === failure.value),
    );
  }

  #pendingBefore(node: NodeName): number {
    const address = this.#run.start.getNodeAttribute(node, 'address');
    return this.#initiators.filter((initiator) => initiator === address).length;
  }
}

/** How many entries of its failure the answer to a payment promises. */
function entryOf({ outcome }: PaymentRecord): 'none' | 'one' | 'maybe' {
  if (outcome.kind === 'indeterminate') return 'maybe';
  return outcome.kind === 'failed' ? refusalOf(outcome.reason).entry : 'none';
}

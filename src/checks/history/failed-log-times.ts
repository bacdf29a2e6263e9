import type { NodeName } from '../../model/network/network.ts';
import { isPaymentRecord, type PaymentRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import type { NamedEntry } from '../facts/history-facts.ts';
import { DISPATCHED, mayHaveFailed, pendingBefore } from './failed-entries.ts';

/** Between which moments an entry of a failed payment was made, and which payment it is of: null when it may be one of several. */
export interface FailureTimes {
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
    this.#records = run.records
      .filter(isPaymentRecord)
      .filter((record) => record.outcome.kind === 'failed' || mayHaveFailed(record));
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
      .filter(({ operation, outcome }) => {
        if (operation.node !== node || operation.target !== partner || operation.token !== token)
          return false;
        const isRefused = outcome.kind === 'failed' && DISPATCHED.has(outcome.reason);
        return !isRefused || outcome.reason === value;
      })
      .filter((record) => mayHaveFailed(record) || isDispatched(record))
      .toSorted((one, other) => one.startedAtMs - other.startedAtMs);
    this.#candidates.set(name, found);
    return found;
  }
}

function isDispatched({ outcome }: PaymentRecord): boolean {
  return outcome.kind === 'failed' && DISPATCHED.has(outcome.reason);
}

// What failed after it was dispatched was written down before the answer.
function endOf(record: PaymentRecord): number {
  return isDispatched(record) ? record.endedAtMs : Number.POSITIVE_INFINITY;
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

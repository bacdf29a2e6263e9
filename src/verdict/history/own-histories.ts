import type { PaymentEvent } from '../../model/run/answer.ts';
import type { Operation, Outcome, PayRequest } from '../../model/run/operation.ts';
import { positionOf, type Reading } from '../../model/run/reading.ts';
import type { Run, RunHeader } from '../../model/run/run.ts';
import {
  entryKey,
  paymentsByEntry,
  type SuccessEntry,
  withIdentifiers,
} from '../facts/rounded-identifiers.ts';

/** The facts that decide which entries of a history are about payments of others. */
interface HistoryReaders extends Pick<Run, 'start'> {
  readonly dialects: RunHeader['dialects'];
  readonly operations: readonly Operation[];
  /** True once the payment is known to have failed. */
  readonly hasFailed: (operation: number) => boolean;
}

/**
 * Leaves in the histories of a run what is about payments of the node itself: checks count each party's entries. An
 * entry that its node's dialect lists besides is left out once for each payment that explains it, so that one entry
 * more is still one too many.
 */
export function withOwnHistories(run: Run): Run {
  const { dialects = {} } = run.header;
  const { records, prediction } = run;
  const failed = new Set(
    records.filter(({ outcome }) => didFail(outcome)).map(({ operation }) => operation.id),
  );
  const operations = records.map(({ operation }) => operation);
  const own = ({ start, readings }: Run): readonly Reading[] =>
    readings.map(ownHistories({ dialects, start, operations, hasFailed: (id) => failed.has(id) }));
  return {
    ...run,
    readings: own(run),
    ...(prediction === undefined ? {} : { prediction: { ...prediction, readings: own(prediction) } }),
  };
}

// A payment whose answer was not waited for and that its payee does not list may have failed on its way.
function didFail(outcome: Outcome): boolean {
  return (
    outcome.kind === 'failed' || (outcome.kind === 'indeterminate' && outcome.resolved === 'did-not-happen')
  );
}

/** The same for one reading after the other, in the order in which they were taken. */
export function ownHistories(readers: HistoryReaders): (reading: Reading) => Reading {
  const { dialects = {}, hasFailed } = readers;
  const payments = paymentsByEntry(readers);
  const restored = withIdentifiers(readers);
  // Entries from before the run: the same scenario on the same nodes has the same identifiers again.
  const past = new Map<string, number>();
  return (shown) => {
    const reading = restored(shown);
    const { node, moment, value } = reading;
    const lists = dialects[node]?.historyLists;
    if (value.kind !== 'history' || lists === undefined) return reading;
    const totals = new Map<string, number>();
    for (const entry of value.events)
      if (entry.kind !== 'failed') totals.set(entryKey(entry), (totals.get(entryKey(entry)) ?? 0) + 1);
    const explainedIn = (key: string, { kind }: PaymentEvent): number => {
      const party = kind === 'sent' ? 'node' : 'target';
      const named = payments.get(key) ?? [];
      const own = named.filter((payment) => payment[party] === node);
      const listed = (totals.get(key) ?? 0) - (past.get(`${node} ${key}`) ?? 0);
      const paidOwn = own.filter(({ id }) => id <= positionOf(moment) && !hasFailed(id)).length;
      const isForeign = (payment: PayRequest): boolean => payment[party] !== node && payment.target !== node;
      const foreign = lists.mediated ? named.filter(isForeign).length : 0;
      // Two payments of one identifier to one payee: what is listed is first of all the node's own.
      const passedOn = own.length === 0 ? foreign : Math.min(foreign, Math.max(0, listed - paidOwn));
      if (kind !== 'sent' || lists.failed !== 'sent') return passedOn;
      const failed = own.filter(({ id }) => hasFailed(id)).length;
      // Not every node lists what failed: what is listed is first of all what was paid.
      const left = listed - passedOn - paidOwn;
      return passedOn + Math.min(failed, Math.max(0, left));
    };
    const counted = new Map<string, number>();
    const halves = new Set(value.events.map(halfOf));
    const events = value.events.filter((entry) => {
      if (entry.kind === 'failed') return lists.failed === 'failed';
      const key = entryKey(entry);
      const explained = explainedIn(key, entry);
      const name = `${node} ${key}`;
      const count = (counted.get(key) ?? 0) + 1;
      counted.set(key, count);
      if (moment !== 'start') return count > explained + (past.get(name) ?? 0);
      // Both halves of what was passed on before stand in lists with partners that neither of them names.
      const isPassedOn = explained > 0 || (lists.mediated && halves.has(otherHalfOf(entry)));
      if (isPassedOn) past.set(name, count);
      return !isPassedOn;
    });
    return { ...reading, value: { ...value, events } };
  };
}

function halfOf(entry: PaymentEvent): string {
  return entry.kind === 'failed' ? '' : `${entry.kind} ${entry.tokenAddress} ${entry.identifier}`;
}

function otherHalfOf({ kind, tokenAddress, identifier }: SuccessEntry): string {
  return `${kind === 'sent' ? 'received' : 'sent'} ${tokenAddress} ${identifier}`;
}

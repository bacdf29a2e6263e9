import type { PaymentEvent } from '../../model/run/answer.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { snapshotAt } from '../readings/end-readings.ts';
import { historyEntries } from '../readings/history-facts.ts';
import { type Names, namesOf } from '../blame/names.ts';

/**
 * Payments without an answer as the histories show them afterwards: each happened when one of its parties names it
 * more often than before the load, and did not when both were read and neither does. The same scenario on the same
 * nodes has the same identifiers again: what stood there before says nothing.
 */
export function resolvePayments(
  run: Pick<Run, 'start' | 'records' | 'readings'>,
): readonly OperationRecord[] {
  if (!run.records.some(({ outcome }) => outcome.kind === 'indeterminate')) return run.records;
  const names = namesOf(run.start);
  const { history } = snapshotAt('end', run);
  const after = timesNamed(history, names);
  const before = timesNamed(snapshotAt('start', run).history, names);
  return run.records.map((record) => {
    const { operation, outcome } = record;
    if (outcome.kind !== 'indeterminate' || operation.kind !== 'pay') return record;
    const { node, target, token, identifier } = operation;
    const wasRead = history.has(node) && history.has(target);
    const payment = `${node} ${target} ${token} ${identifier}`;
    const happened = [node, target].some((party) => {
      const key = `${party} ${payment}`;
      return (after.get(key) ?? 0) > (before.get(key) ?? 0);
    });
    const resolved = happened ? 'happened' : wasRead ? 'did-not-happen' : 'unknown';
    return { ...record, outcome: { ...outcome, resolved } };
  });
}

// How often each node's history names each payment.
function timesNamed(
  history: ReadonlyMap<NodeName, readonly PaymentEvent[]>,
  names: Names,
): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const [node, events] of history) {
    for (const { event, token, partner, identifier } of historyEntries(events, names)) {
      if (identifier === undefined) continue;
      const [payer, payee] = event === 'sent' ? [node, partner] : [partner, node];
      const key = `${node} ${payer} ${payee} ${token} ${identifier}`;
      times.set(key, (times.get(key) ?? 0) + 1);
    }
  }
  return times;
}

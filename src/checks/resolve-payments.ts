import type { OperationRecord } from '../model/outcome.ts';
import type { Run } from '../model/run.ts';
import { snapshotAt } from './end-readings.ts';
import { historyEntries } from './history-facts.ts';
import { namesOf } from './names.ts';

/**
 * Payments without an answer as the histories show them afterwards: each happened when one of its parties names it,
 * and did not when both were read and neither does.
 */
export function resolvePayments(
  run: Pick<Run, 'start' | 'records' | 'readings'>,
): readonly OperationRecord[] {
  if (!run.records.some(({ outcome }) => outcome.kind === 'indeterminate')) return run.records;
  const names = namesOf(run.start);
  const { history } = snapshotAt('end', run);
  const named = new Set<string>();
  for (const [node, events] of history) {
    for (const { event, token, partner, identifier } of historyEntries(events, names)) {
      if (identifier === undefined) continue;
      const [payer, payee] = event === 'EventPaymentSentSuccess' ? [node, partner] : [partner, node];
      named.add(`${payer} ${payee} ${token} ${identifier}`);
    }
  }
  return run.records.map((record) => {
    const { operation, outcome } = record;
    if (outcome.kind !== 'indeterminate' || operation.kind !== 'pay') return record;
    const { node, target, token, identifier } = operation;
    const wasRead = history.has(node) && history.has(target);
    const happened = named.has(`${node} ${target} ${token} ${identifier}`);
    const resolved = happened ? 'happened' : wasRead ? 'did-not-happen' : 'unknown';
    return { ...record, outcome: { ...outcome, resolved } };
  });
}

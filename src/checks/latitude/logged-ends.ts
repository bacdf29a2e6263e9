import { paymentKey } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import { snapshotAt } from '../../model/run/snapshot.ts';
import { historyEntries } from '../facts/history-facts.ts';
import { namesOf } from '../facts/names.ts';

/**
 * By payment, when its payer's history says that it was sent, in milliseconds of the run's clock from some moment on; of
 * payments whose name others share, nothing is known.
 */
export function loggedEnds(run: Run, records: readonly OperationRecord[]): ReadonlyMap<number, number> {
  const ids = new Map<string, number | null>();
  for (const { operation } of records)
    if (operation.kind === 'pay') {
      const key = paymentKey(operation);
      ids.set(key, ids.has(key) ? null : operation.id);
    }
  const { ownClock = 1 } = timingOf(run.header);
  const names = namesOf(run.start);
  const [before, after] = [snapshotAt('start', run).history, snapshotAt('end', run).history];
  const logged = new Map<number, number>();
  for (const [node, events] of after)
    for (const { event, token, partner, identifier, logTime } of historyEntries(
      events.slice(before.get(node)?.length ?? 0),
      names,
    )) {
      if (event !== 'sent' || identifier === undefined) continue;
      const id = ids.get(paymentKey({ node, target: partner, token, identifier }));
      const atMs = Date.parse(`${logTime}Z`) / ownClock;
      if (id !== undefined && id !== null && Number.isFinite(atMs)) logged.set(id, atMs);
    }
  return logged;
}

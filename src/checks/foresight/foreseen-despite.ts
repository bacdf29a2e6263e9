import { contradicts } from '../../model/load/load-aggregate.ts';
import { gather } from '../../model/gather.ts';
import type { Amount } from '../../model/network/amount.ts';
import { paymentKey } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import { snapshotAt } from '../../model/run/snapshot.ts';
import { historyEntries } from '../facts/history-facts.ts';
import { namesOf } from '../facts/names.ts';
import { foresee } from './foresee.ts';

/**
 * The payments that ended otherwise than was certain even if nothing is believed of these others: whether they
 * happened, and how often, is left open. The forecast is made again from the records, in the order they tell.
 */
export function foreseenDespite(run: Run, doubted: ReadonlySet<number>): ReadonlySet<number> {
  const { header, start, records } = run;
  const forecast = foresee(start, header.scenario.protocol, timingOf(header));
  const shown = mostShown(run);
  const doubting = records.map((record) =>
    doubted.has(record.operation.id) ? leftOpen(record, shown) : record,
  );
  const events = doubting.flatMap((record) => [
    { atMs: record.startedAtMs, isEnd: false, record },
    { atMs: record.endedAtMs, isEnd: true, record },
  ]);
  // Of one moment the sends first: then less is certain.
  events.sort((one, other) => one.atMs - other.atMs || Number(one.isEnd) - Number(other.isEnd));
  const certain = new Map<number, OperationRecord['foreseen']>();
  const contradicting = new Set<number>();
  for (const { atMs, isEnd, record } of events) {
    const { id } = record.operation;
    if (!isEnd) {
      certain.set(id, forecast.sent?.(record.operation, atMs));
      continue;
    }
    const { foreseen: _before, ...rest } = record;
    const known = certain.get(id);
    const foreseen = forecast.still?.(known === undefined ? rest : { ...rest, foreseen: known });
    if (contradicts({ outcome: record.outcome, ...(foreseen && { foreseen }) })) contradicting.add(id);
    forecast.ended?.(record);
  }
  return contradicting;
}

// As much as any history shows of it may have moved, or nothing at all.
function leftOpen(record: OperationRecord, shown: ReadonlyMap<string, Amount>): OperationRecord {
  const { operation } = record;
  const outcome = { kind: 'indeterminate', cause: 'unreadable-answer', detail: 'not believed' } as const;
  if (operation.kind !== 'pay') return { ...record, outcome };
  const most = shown.get(paymentKey(operation)) ?? 0n;
  const amount = most > operation.amount ? most : operation.amount;
  return { ...record, operation: { ...operation, amount }, outcome };
}

/** By payment, the most that one party's history shows of it. */
function mostShown(run: Run): ReadonlyMap<string, Amount> {
  const names = namesOf(run.start);
  const most = new Map<string, Amount>();
  for (const [node, events] of snapshotAt('end', run).history) {
    const amounts = new Map<string, bigint[]>();
    for (const { event, token, partner, identifier, value } of historyEntries(events, names)) {
      if (event === 'failed' || identifier === undefined) continue;
      const [payer, target] = event === 'sent' ? [node, partner] : [partner, node];
      gather(amounts, paymentKey({ node: payer, target, token, identifier }), BigInt(value));
    }
    for (const [key, parts] of amounts) {
      const sum = parts.reduce((all, part) => all + part, 0n);
      if (sum > (most.get(key) ?? 0n)) most.set(key, sum);
    }
  }
  return most;
}

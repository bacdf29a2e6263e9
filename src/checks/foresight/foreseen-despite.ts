import { contradicts } from '../../model/load/load-aggregate.ts';
import type { Amount } from '../../model/network/amount.ts';
import { paymentKey } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import type { Clue } from '../check.ts';
import { mostShown } from '../facts/most-shown.ts';
import { foresee } from './foresee.ts';

/**
 * Explains payments that ended otherwise than was certain: those that it was not certain of if nothing is believed of
 * others. Which of several it was, nothing tells: the last one before it, else the first.
 */
export function foreseenDespite(run: Run, doubted: readonly Clue[]): (clue: Clue) => Clue | undefined {
  // What is missing may have paid for the rest.
  if (run.load?.kept.kind !== 'all') return () => undefined;
  const byOperation = new Map<number, Clue>();
  for (const clue of doubted)
    if (clue.operation !== null && !byOperation.has(clue.operation)) byOperation.set(clue.operation, clue);
  if (byOperation.size === 0) return () => undefined;
  const operations = [...byOperation.keys()].toSorted((one, other) => one - other);
  const still = stillContradicting(run, new Set(operations));
  return ({ operation }) => {
    if (operation === null || still.has(operation)) return undefined;
    return byOperation.get(operations.findLast((id) => id <= operation) ?? (operations[0] as number));
  };
}

/**
 * The payments that ended otherwise than was certain even if nothing is believed of these others: whether they
 * happened, and how often, is left open. The forecast is made again from the records, in the order they tell.
 */
function stillContradicting(run: Run, doubted: ReadonlySet<number>): ReadonlySet<number> {
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

import { contradicts } from '../../model/load/load-aggregate.ts';
import { describeOperation } from '../../model/run/describe-operation.ts';
import { type OperationRecord, paymentKey } from '../../model/run/operation.ts';
import { type Check, type Clue, operationsKept } from '../check.ts';
import type { Amount } from '../../model/network/amount.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import { mostShown } from './sums-despite.ts';
import { foresee } from '../bounds/foresee.ts';

/** No payment ended otherwise than was certain when it was sent. */
export const foreseen: Check = {
  name: 'foreseen',
  role: 'operation',
  appliesTo: ['load', 'sample'],
  judge: (run) => ({ clues: run.records.filter(contradicts).map(clueOf), covered: operationsKept(run) }),
  despite: foreseenDespite,
};

function clueOf({ operation, outcome, foreseen: certain }: OperationRecord): Clue {
  const mustFail = certain === 'must-fail';
  return {
    operation: operation.id,
    ...('node' in operation ? { node: operation.node } : {}),
    title: `${describeOperation(operation)}, and it ended otherwise than was certain when it was sent`,
    predicted: mustFail ? 'it fails' : 'it succeeds',
    observed: outcome.kind === 'failed' ? `${outcome.status} ${outcome.message}` : outcome.kind,
    decidedBy: mustFail
      ? 'more than could be available on the way, whatever was in flight'
      : 'at most what was certainly available on the whole way, whatever was in flight',
    noticed: operation.id,
  };
}

/**
 * Explains payments that ended otherwise than was certain: those that it was not certain of if nothing is believed of
 * others. Which of several it was, nothing tells: the last one before it, else the first.
 */
export function foreseenDespite(run: Run, doubted: readonly Clue[]): (clue: Clue) => Clue | undefined {
  // Payments without a record may have brought the balance for the others.
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
    const still = forecast.still?.(known === undefined ? rest : { ...rest, foreseen: known });
    if (contradicts({ outcome: record.outcome, ...(still && { foreseen: still }) })) contradicting.add(id);
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

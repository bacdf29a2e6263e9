import { contradicts } from '../../model/load/load-aggregate.ts';
import { type AmountWriter, describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { aboutOperation, type Check, type Clue, operationsKept } from '../check.ts';
import { type Run, timingOf } from '../../model/run/run.ts';
import { foresee } from '../bounds/foresee.ts';

/** A payment whose outcome was certain when it was sent ended so. */
export const foreseen: Check = {
  name: 'foreseen',
  role: 'operation',
  appliesTo: ['load', 'sample'],
  believes: 'answers',
  judge(run, { doubted }) {
    const contradicting = run.records.filter(contradicts);
    // Payments without a record may have brought the balance for the others.
    const isAgain = doubted !== undefined && run.load?.kept.kind === 'all';
    const still = isAgain ? stillContradicting(run) : undefined;
    const told = contradicting.filter(({ operation }) => still?.has(operation.id) ?? true);
    const write = tokenWriter(run);
    return { clues: told.map((record) => clueOf(record, write)), covered: operationsKept(run) };
  },
};

function clueOf({ operation, outcome, foreseen: certain }: OperationRecord, write: AmountWriter): Clue {
  const mustFail = certain === 'must-fail';
  return {
    ...aboutOperation(operation),
    title: `${describeOperation(operation, write)}, and its outcome contradicts what was certain when it was sent`,
    predicted: mustFail ? 'it fails' : 'it succeeds',
    observed: outcome.kind === 'failed' ? `${outcome.status} ${outcome.message}` : outcome.kind,
    decidedBy: mustFail
      ? 'more than the path could have, whatever was in flight'
      : 'available on the whole path, whatever was in flight',
  };
}

/**
 * The payments that ended otherwise than was certain even if nothing is believed of those that were left open: the
 * forecast is made again from the records, in the order they tell.
 */
function stillContradicting({ header, start, records }: Run): ReadonlySet<number> {
  const forecast = foresee(start, header.scenario.protocol, timingOf(header));
  const events = records.flatMap((record) => [
    { atMs: record.startedAtMs, isEnd: false, record },
    { atMs: record.endedAtMs, isEnd: true, record },
  ]);
  // The sends of one moment come first: then less is certain.
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
    const certainty = certain.get(id);
    const still = forecast.still?.(certainty === undefined ? rest : { ...rest, foreseen: certainty });
    if (contradicts({ outcome: record.outcome, ...(still && { foreseen: still }) })) contradicting.add(id);
    forecast.ended?.(record);
  }
  return contradicting;
}

import { gather } from '../../model/gather.ts';
import { describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import { type Harm, HARMS } from '../../model/run/finding.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import { isDifference } from '../check.ts';
import { NOT_THERE } from '../readings/discrepancy-clue.ts';
import type { FoundClue } from './finding-of.ts';

/** Clues of payments of which money went otherwise than the answer says: the finding says so, in place of the view that showed it first. */
export function withHarm(
  clues: readonly FoundClue[],
  run: Pick<Run, 'records' | 'header'>,
): readonly FoundClue[] {
  const write = tokenWriter(run);
  const payments = new Map(
    run.records.flatMap((record) =>
      record.operation.kind === 'pay' ? [[record.operation.id, record] as const] : [],
    ),
  );
  const groups = new Map<number, FoundClue[]>();
  for (const clue of clues)
    if (payments.has(clue.operation ?? -1)) gather(groups, clue.operation as number, clue);
  return clues.map((clue) => {
    const record = payments.get(clue.operation ?? -1);
    if (record === undefined || !isDifference(clue)) return clue;
    const harm = harmOf(groups.get(record.operation.id) ?? [], record);
    if (harm === undefined) return clue;
    return { ...clue, harm, title: `${describeOperation(record.operation, write)}: ${HARMS[harm]}` };
  });
}

// An entry that one node alone shows, or does not show, is its history's fault; both ends tell of the money.
function harmOf(group: readonly FoundClue[], { outcome }: OperationRecord): Harm | undefined {
  const entries = group.filter(({ subject }) => subject?.kind === 'entry' && subject.event !== 'failed');
  const seenBy = (wanted: readonly FoundClue[]): number => new Set(wanted.map(({ node }) => node)).size;
  const surplus = entries.filter(({ predicted }) => predicted === NOT_THERE);
  if (seenBy(surplus) > 1) {
    if (outcome.kind === 'failed') return 'refused-and-paid';
    if (surplus.every(({ subject }) => subject?.kind === 'entry' && subject.occurrence > 1))
      return 'paid-twice';
    return undefined;
  }
  const missing = entries.filter(({ observed }) => observed === NOT_THERE);
  return outcome.kind === 'succeeded' && seenBy(missing) > 1 ? 'answered-and-unpaid' : undefined;
}

import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { isDifference } from '../check.ts';
import { decidesOtherwise } from './changed-channels.ts';
import type { FoundClue } from './finding-of.ts';

/** True when a clue says that an operation ended otherwise, which what earlier ones did to channels may explain. */
export function isAnotherOutcome({ check }: FoundClue): boolean {
  return check.role === 'operation' && check.followsFrom?.includes('state') === true;
}

/** Operations whose outcome differs because channels already stood otherwise, with the operation that did that. */
export function explainOutcomes(clues: readonly FoundClue[], run: Run): ReadonlyMap<number, number> {
  const roots = new Map<number, number>();
  const differing = new Set(
    clues.filter((clue) => isAnotherOutcome(clue) && isDifference(clue)).map(({ operation }) => operation),
  );
  const predicted = new Map(run.prediction?.records.map((record) => [record.operation.id, record]));
  for (const { operation, outcome } of run.records) {
    const expected = predicted.get(operation.id);
    if (expected === undefined || outcome.kind === 'indeterminate' || !differing.has(operation.id)) continue;
    const cause = causeOf(expected, clues, run);
    if (cause !== undefined) roots.set(operation.id, roots.get(cause) ?? cause);
  }
  return roots;
}

function causeOf(expected: OperationRecord, clues: readonly FoundClue[], run: Run): number | undefined {
  const causes = clues.flatMap((clue) => {
    const { operation: cause, subject, node } = clue;
    if (cause === null || cause >= expected.operation.id || subject?.kind !== 'channel') return [];
    if (!isDifference(clue) || node === undefined) return [];
    const channel = { token: subject.token, between: [node, subject.partner] } as const;
    return decidesOtherwise(channel, expected, run) ? [cause] : [];
  });
  return causes.length === 0 ? undefined : Math.max(...causes);
}

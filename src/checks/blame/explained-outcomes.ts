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

/** The last operation that something was found about in a channel which decides this outcome. */
function causeOf(expected: OperationRecord, clues: readonly FoundClue[], run: Run): number | undefined {
  const decides = new Map<string, boolean>();
  let latest = -1;
  for (const clue of clues) {
    const { operation: cause, subject, node } = clue;
    if (cause === null || cause >= expected.operation.id || cause <= latest) continue;
    if (!isDifference(clue) || subject?.kind !== 'channel' || node === undefined) continue;
    const { token, partner } = subject;
    const between = node < partner ? ([node, partner] as const) : ([partner, node] as const);
    const name = `${token} ${between.join(' ')}`;
    // Many clues may be about one channel, and to look at all that was read of it takes time.
    const known = decides.get(name) ?? decidesOtherwise({ token, between }, expected, run);
    decides.set(name, known);
    if (known) latest = cause;
  }
  return latest < 0 ? undefined : latest;
}

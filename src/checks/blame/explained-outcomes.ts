import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { isDifference } from '../check.ts';
import { changedChannels, isSameChannel } from './changed-channels.ts';
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
    const cause = causeOf({ expected, clues, run });
    if (cause !== undefined) roots.set(operation.id, roots.get(cause) ?? cause);
  }
  return roots;
}

function causeOf({
  expected,
  clues,
  run,
}: {
  readonly expected: OperationRecord;
  readonly clues: readonly FoundClue[];
  readonly run: Run;
}): number | undefined {
  const { operation, outcome } = expected;
  const suspects = clues.flatMap((clue) => {
    const { operation: cause, subject, node } = clue;
    return cause !== null && cause < operation.id && isDifference(clue) && subject?.kind === 'channel' && node
      ? [{ cause, token: subject.token, between: [node, subject.partner] as const }]
      : [];
  });
  const changed = changedChannels(run, expected, suspects).filter(({ between, observed }) => {
    if (operation.kind !== 'pay' || outcome.kind !== 'succeeded') return true;
    const hop = expected.trace?.hops.find(({ payer, payee }) => payer === between[0] && payee === between[1]);
    // A payment predicted to succeed fails by a channel only when that channel really lacks the amount.
    const { own } = observed;
    return hop === undefined || !own || own.state !== 'opened' || own.balance < hop.amount;
  });
  const causes = suspects.filter((suspect) => changed.some((channel) => isSameChannel(channel, suspect)));
  return causes.length === 0 ? undefined : Math.max(...causes.map(({ cause }) => cause));
}

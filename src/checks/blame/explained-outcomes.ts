import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { changedChannels, isSameChannel } from './changed-channels.ts';
import type { Clue } from '../check.ts';

/** Operations whose outcome differs because channels already stood otherwise, with the operation that did that. */
export function explainOutcomes(clues: readonly Clue[], run: Run): ReadonlyMap<number, number> {
  const roots = new Map<number, number>();
  const predicted = new Map(run.prediction?.records.map((record) => [record.operation.id, record]));
  for (const { operation, outcome } of run.records) {
    const expected = predicted.get(operation.id);
    if (expected === undefined || outcome.kind === 'indeterminate') continue;
    const differs = clues.some(
      (clue) =>
        clue.operation === operation.id && clue.check === 'outcomes' && clue.severity === 'difference',
    );
    if (!differs) continue;
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
  readonly clues: readonly Clue[];
  readonly run: Run;
}): number | undefined {
  const { operation, outcome } = expected;
  const suspects = clues.flatMap(({ operation: cause, severity, subject, node }) =>
    cause !== null && cause < operation.id && severity === 'difference' && subject?.kind === 'channel' && node
      ? [{ cause, token: subject.token, between: [node, subject.partner] as const }]
      : [],
  );
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

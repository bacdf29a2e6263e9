import { describeOperation, tokenWriter } from '../../model/run/describe-operation.ts';
import { changesChannels } from '../../model/run/operation.ts';
import { predictedRecords, type Run } from '../../model/run/run.ts';

// Beside what the model needs, so that a sequence that began just before the end is no reproach.
const OVERDUE_MS = 4_000;

/** The requests of a sequence that had no answer when the time was over. One that is overdue is neither right nor wrong. */
export function openAtTheEnd(run: Run): readonly { readonly text: string; readonly isOverdue: boolean }[] {
  const write = tokenWriter(run);
  const { speed = 1 } = run.header;
  const predicted = predictedRecords(run);
  return run.records.flatMap(({ operation, outcome, startedAtMs, endedAtMs }) => {
    if (outcome.kind !== 'indeterminate' || outcome.cause !== 'interrupted') return [];
    const foreseen = predicted.get(operation.id);
    const neededMs = foreseen === undefined ? 0 : foreseen.endedAtMs - foreseen.startedAtMs;
    const forMs = (endedAtMs - startedAtMs) / speed;
    // How long the blocks of real nodes take is not known.
    const waits = changesChannels(operation) && operation.kind !== 'set';
    const isOverdue = !waits && forMs > neededMs / speed + OVERDUE_MS;
    const seconds = Math.floor(forMs / 1000);
    const text = `${describeOperation(operation, write)}: no answer ${seconds === 0 ? 'yet' : `for ${seconds} s`} when the time was over`;
    return [{ text, isOverdue }];
  });
}

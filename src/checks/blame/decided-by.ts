import { describeOperation } from '../../model/run/describe-operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import type { Trace } from '../../model/run/trace.ts';

/** Why the model expects what it expects of an operation: the check that decided, with its numbers. */
export function decidedBy(operation: number | null, run: Pick<Run, 'prediction'>): string {
  if (operation === null)
    return run.prediction === undefined ? 'the run itself' : 'the state the model ends in';
  const record = run.prediction?.records.find((candidate) => candidate.operation.id === operation);
  if (record === undefined) return 'the run itself: no prediction was made for this operation';
  return record.trace ? describeTrace(record.trace) : describeEnding(record);
}

function describeTrace({ path, hops, fee, sent, received, failure }: Trace): string {
  const way = path.length === 0 ? 'no path' : path.join(' -> ');
  if (failure === undefined) {
    const channels = hops.map(({ channel, amount }) => `${channel} ${amount}`).join(', ');
    return `path ${way} (${channels}): sent ${sent}, fee ${fee}, received ${received}`;
  }
  const { check, at, channel, required, found } = failure;
  const where = channel === undefined ? at : `${at} on channel ${channel}`;
  return `check ${check} at ${where}: required ${required}, found ${found} (path ${way})`;
}

function describeEnding({ operation, outcome }: OperationRecord): string {
  return outcome.kind === 'failed'
    ? `${describeOperation(operation)} is refused: ${outcome.reason} (${outcome.message})`
    : `${describeOperation(operation)} takes effect`;
}

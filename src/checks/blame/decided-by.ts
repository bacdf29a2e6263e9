import type { Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import type { Trace } from '../../model/run/trace.ts';

/** Why the model expects what it expects of an operation: the check that decided, with its numbers. */
export function decidedBy(operation: number | null, run: Pick<Run, 'prediction'>): string {
  if (operation === null) return 'the state the model ends in';
  const record = run.prediction?.records.find((candidate) => candidate.operation.id === operation);
  if (record === undefined) return 'the run itself: no prediction was made for this operation';
  if (record.trace) return describeTrace(record.trace);
  return describeOutcome(record);
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

function describeOutcome({ operation, outcome }: OperationRecord): string {
  if (outcome.kind === 'failed')
    return `${what(operation)} is refused: ${outcome.reason} (${outcome.message})`;
  return `${what(operation)} takes effect`;
}

/** An operation in a few words, e.g. `alice pays bob 5 TOK`. */
export function what(operation: Operation): string {
  switch (operation.kind) {
    case 'pay':
      return `${operation.node} pays ${operation.target} ${operation.amount} ${operation.token}`;
    case 'open':
      return `${operation.node} opens a channel with ${operation.partner} in ${operation.token}`;
    case 'deposit':
      return `${operation.node}'s deposit of ${operation.totalDeposit} with ${operation.partner} in ${operation.token}`;
    case 'withdraw':
      return `${operation.node}'s withdrawal of ${operation.totalWithdraw} from the channel with ${operation.partner} in ${operation.token}`;
    case 'close':
      return `${operation.node} closes the channel with ${operation.partner} in ${operation.token}`;
    case 'leave':
      return `${operation.node} leaves ${operation.token}`;
    case 'expect':
      return `the expectation on ${operation.node}'s channel with ${operation.partner} in ${operation.token}`;
    case 'stop':
      return `stopping ${operation.node}`;
    case 'start':
      return `starting ${operation.node}`;
    case 'wait':
      return `waiting ${operation.ms} ms`;
  }
}

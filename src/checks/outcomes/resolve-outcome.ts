import type { NodeName } from '../../model/network/network.ts';
import type { OperationRecord, Outcome } from '../../model/run/outcome.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { namesOf } from '../blame/names.ts';

type Resolution = 'happened' | 'did-not-happen' | 'unknown';

/**
 * What reading afterwards says about an operation that got no answer: a payment happened when a history names
 * it; another operation happened when the node shows what was predicted after it and did not before.
 */
export function resolveOutcome({
  record,
  predicted,
  run,
}: {
  readonly record: OperationRecord;
  readonly predicted: OperationRecord | undefined;
  readonly run: Pick<Run, 'start' | 'readings'>;
}): Outcome {
  const { outcome, operation } = record;
  if (outcome.kind !== 'indeterminate') return outcome;
  const resolved =
    operation.kind === 'pay' ? resolvePayment(operation, run) : resolveChannel({ record, predicted, run });
  return { ...outcome, resolved };
}

function resolvePayment(
  operation: Extract<OperationRecord['operation'], { kind: 'pay' }>,
  { start, readings }: Pick<Run, 'start' | 'readings'>,
): Resolution {
  const names = namesOf(start);
  const parties = [operation.node, operation.target];
  const shown = readings.filter(({ node, view }) => parties.includes(node) && view.kind === 'history');
  const after = shown.filter(
    ({ moment }) => moment === 'end' || (typeof moment === 'number' && moment >= operation.id),
  );
  if (after.length === 0) return 'unknown';
  const timesNamed = ({ value }: Reading): number => {
    if (value.kind !== 'history') return 0;
    return value.events.filter(
      (entry) =>
        entry.kind !== 'failed' &&
        entry.identifier === operation.identifier &&
        names.token(entry.tokenAddress) === operation.token,
    ).length;
  };
  // The same scenario on the same nodes has the same identifiers again: what stood there before says nothing.
  const timesBefore = (node: NodeName): number => {
    const before = shown.find((reading) => reading.moment === 'start' && reading.node === node);
    return before === undefined ? 0 : timesNamed(before);
  };
  const isNamed = after.some((reading) => timesNamed(reading) > timesBefore(reading.node));
  return isNamed ? 'happened' : 'did-not-happen';
}

function resolveChannel({
  record: { operation },
  predicted,
  run,
}: {
  readonly record: OperationRecord;
  readonly predicted: OperationRecord | undefined;
  readonly run: Pick<Run, 'readings'>;
}): Resolution {
  if (!('partner' in operation) || predicted?.outcome.kind !== 'succeeded') return 'unknown';
  const { node, partner, token, kind } = operation;
  const last = run.readings.findLast(
    ({ moment, node: reader, view }: Reading) =>
      moment === operation.id &&
      reader === node &&
      view.kind === 'channel' &&
      view.partner === partner &&
      view.token === token,
  );
  if (last?.value.kind !== 'channel') return 'unknown';
  const { channel } = last.value;
  switch (kind) {
    case 'open':
      return channel?.state === 'opened' && channel.totalDeposit === operation.totalDeposit
        ? 'happened'
        : 'did-not-happen';
    case 'deposit':
      return channel?.totalDeposit === operation.totalDeposit ? 'happened' : 'did-not-happen';
    case 'withdraw':
      return channel?.totalWithdraw === operation.totalWithdraw ? 'happened' : 'did-not-happen';
    case 'close':
      return channel?.state === 'opened' ? 'did-not-happen' : 'happened';
    case 'expect':
      return 'unknown';
  }
}

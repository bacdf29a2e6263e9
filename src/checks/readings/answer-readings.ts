import type { OperationRecord } from '../../model/run/outcome.ts';
import { ANSWER_ATTEMPT, type Reading } from '../../model/run/reading.ts';

/** The channels a channel operation was answered with, as a reading: what a node answers it must also mean. */
export function answerReading({ operation, outcome, endedAtMs }: OperationRecord): Reading | undefined {
  if (outcome.kind !== 'succeeded' || outcome.channels === undefined) return undefined;
  const common = { moment: operation.id, attempt: ANSWER_ATTEMPT, atMs: endedAtMs };
  if (operation.kind === 'leave') {
    const { node, token } = operation;
    const channels = outcome.channels.filter((one) => one !== null);
    return { ...common, node, view: { kind: 'channels', token }, value: { kind: 'channels', channels } };
  }
  if (!('partner' in operation) || operation.kind === 'expect') return undefined;
  const { node, token, partner } = operation;
  const [channel = null] = outcome.channels;
  return {
    ...common,
    node,
    view: { kind: 'channel', token, partner },
    value: { kind: 'channel', channel },
  };
}

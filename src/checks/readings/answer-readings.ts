import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Reading } from '../../model/run/reading.ts';

/** The attempt number of a reading that is the answer to the operation itself. */
export const ANSWER_ATTEMPT = 0;

/** The channels a channel operation was answered with, as a reading: what a node answers it must also mean. */
export function answerReading({ operation, outcome, endedAtMs }: OperationRecord): Reading | undefined {
  if (outcome.kind !== 'succeeded' || outcome.channels === undefined) return undefined;
  const [channel = null] = outcome.channels;
  const common = { moment: operation.id, attempt: ANSWER_ATTEMPT, atMs: endedAtMs };
  switch (operation.kind) {
    case 'open':
    case 'deposit':
    case 'withdraw':
    case 'close': {
      const { node, token, partner } = operation;
      return {
        ...common,
        node,
        view: { kind: 'channel', token, partner },
        value: { kind: 'channel', channel },
      };
    }
    case 'leave': {
      const channels = outcome.channels.filter((one) => one !== null);
      return {
        ...common,
        node: operation.node,
        view: { kind: 'channels', token: operation.token },
        value: { kind: 'channels', channels },
      };
    }
    case 'pay':
    case 'expect':
    case 'stop':
    case 'start':
    case 'wait':
      return undefined;
  }
}

import { rangeText } from '../../model/network/amount.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import { describeOperation } from '../../model/run/describe-operation.ts';
import type { Operation, OperationRecord } from '../../model/run/operation.ts';
import type { Run } from '../../model/run/run.ts';
import type { Clue } from '../check.ts';
import { knownFromMs } from '../story/channel-ends.ts';
import type { Story } from '../story/story.ts';

type Leaving = OperationRecord & {
  readonly operation: Extract<Operation, { readonly kind: 'leave' }>;
  readonly outcome: { readonly channels: readonly (ChannelView | null)[] };
};

/**
 * Leaving a token network is answered with every channel that the node had there: closed, or null where it is settled
 * already (raiden.md 1.1). What nodes of other dialects answer with is theirs.
 */
export function leaveClues(run: Run, story: Story): readonly Clue[] {
  return run.records.filter(isLeaving).flatMap((record): readonly Clue[] => {
    const { node } = record.operation;
    if (run.header.dialects?.[node] !== undefined) return [];
    const { channels } = record.outcome;
    const had = channelsHad(record, story);
    const isMiscounted = channels.length < had.least || channels.length > had.most;
    const unclosed = channels.find((channel) => channel !== null && !CLOSED.has(channel.state));
    return [
      ...(isMiscounted
        ? [clueOf(record, 'another number of channels', rangeText(had), `${channels.length}`)]
        : []),
      ...(unclosed ? [clueOf(record, 'another state', 'closed, or null', unclosed.state)] : []),
    ];
  });
}

// States in which a channel that was closed is listed; one that is settled is not any more (raiden.md 1.4).
const CLOSED: ReadonlySet<ChannelView['state']> = new Set([
  'waiting_for_close',
  'closed',
  'waiting_for_settle',
  'channel_unusable',
]);

function isLeaving(record: OperationRecord): record is Leaving {
  const { operation, outcome } = record;
  return operation.kind === 'leave' && outcome.kind === 'succeeded' && outcome.channels !== undefined;
}

/** How many channels the node had when it was asked to leave: those that were there for certain, and all that may have been. */
function channelsHad(
  { operation: { node, token, id }, startedAtMs, endedAtMs }: Leaving,
  { lives, atStart }: Story,
): Readonly<Record<'least' | 'most', number>> {
  const own = lives.of(node).filter((life) => life.token === token && life.opened.fromMs <= endedAtMs);
  const before = own.filter(({ opened }) => opened.by === null).length;
  const list = atStart.channels.get(node) ?? [];
  const listed = list.filter((one) => one.token === token).length;
  const there = own.filter(
    (life) =>
      knownFromMs(life, node) <= startedAtMs &&
      life.closings.every((closing) => closing.by === id || closing.fromMs > endedAtMs),
  );
  return {
    least: there.length,
    most: Math.max(listed, before) + own.length - before,
  };
}

function clueOf({ operation }: Leaving, what: string, predicted: string, observed: string): Clue {
  return {
    operation: operation.id,
    node: operation.node,
    view: { kind: 'channels' },
    title: `${describeOperation(operation)}: answered with ${what}`,
    predicted,
    observed,
    decidedBy: 'the channels that the node had when it was asked',
    noticed: operation.id,
  };
}

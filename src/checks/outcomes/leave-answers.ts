import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import { describeOperation } from '../../model/run/describe-operation.ts';
import type { Operation } from '../../model/run/operation.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { snapshotAt } from '../../model/run/snapshot.ts';
import type { Clue } from '../check.ts';
import { type Names, namesOf } from '../facts/names.ts';
import { mannerOf } from './ends-after-steps.ts';

type Leaving = OperationRecord & {
  readonly operation: Extract<Operation, { readonly kind: 'leave' }>;
  readonly outcome: { readonly channels: readonly (ChannelView | null)[] };
};

/**
 * Leaving a token network is answered with every channel that the node had there: closed, or null where it is settled
 * already (raiden.md 1.1). What nodes of other dialects answer with is theirs.
 */
export function leaveClues(run: Run): readonly Clue[] {
  const names = namesOf(run.start);
  return run.records.filter(isLeaving).flatMap((record): readonly Clue[] => {
    const { node } = record.operation;
    if (run.header.dialects?.[node] !== undefined) return [];
    const { channels } = record.outcome;
    const { least, most } = channelsHad(record, run, names);
    const range = least === most ? `${least}` : `${least} to ${most}`;
    const isMiscounted = channels.length < least || channels.length > most;
    const unclosed = channels.find((channel) => channel !== null && !CLOSED.has(channel.state));
    return [
      ...(isMiscounted ? [clueOf(record, 'another number of channels', range, `${channels.length}`)] : []),
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
  run: Run,
  names: Names,
): Readonly<Record<'least' | 'most', number>> {
  const { start, records } = run;
  const others = records.filter(({ operation }) => operation.id !== id);
  const isClosed = (partner: NodeName): boolean =>
    others.some(
      (record) =>
        record.startedAtMs <= endedAtMs &&
        mannerOf(record) !== 'refused' &&
        mayClose(record.operation, { token, between: [node, partner] }),
    );
  const open = start
    .filterEdges(node, (_key, channel) => channel.token === token && channel.state === 'opened')
    .map((key) => start.opposite(node, key));
  const opened = others.flatMap((record) => {
    const { operation } = record;
    if (operation.kind !== 'open' || operation.token !== token || mannerOf(record) === 'refused') return [];
    if (record.startedAtMs > endedAtMs || ![operation.node, operation.partner].includes(node)) return [];
    const isKnown = operation.node === node && mannerOf(record) === 'done' && record.endedAtMs <= startedAtMs;
    return [{ partner: operation.node === node ? operation.partner : operation.node, isKnown }];
  });
  const there = new Set([...open, ...opened.filter(({ isKnown }) => isKnown).map(({ partner }) => partner)]);
  const listed = snapshotAt('start', run).channels.get(node);
  const before = listed?.filter(({ tokenAddress }) => names.token(tokenAddress) === token).length;
  return {
    least: [...there].filter((partner) => !isClosed(partner)).length,
    most: Math.max(before ?? 0, open.length) + opened.length,
  };
}

function mayClose(
  operation: Operation,
  { token, between }: { readonly token: TokenName; readonly between: readonly NodeName[] },
): boolean {
  if (operation.kind === 'leave') return operation.token === token && between.includes(operation.node);
  if (operation.kind !== 'close' || operation.token !== token) return false;
  return between.includes(operation.node) && between.includes(operation.partner);
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

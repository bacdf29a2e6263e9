import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { positionOf, type Reading } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { namesOf } from '../facts/names.ts';

/** A channel by its token and its ends, in either order. */
export interface ChannelBetween {
  readonly token: TokenName;
  readonly between: readonly [NodeName, NodeName];
}

/** A channel that stood otherwise than predicted before an operation, by the word of both its ends. */
export interface ChangedChannel extends ChannelBetween {
  readonly observed: ShownChannel;
}

/** One channel as both its ends showed it; `null`: not there, `undefined`: never looked. */
interface ShownChannel {
  readonly own: ChannelView | null | undefined;
  readonly partners: ChannelView | null | undefined;
}

/** Which channels the model needs for an operation were really different before it, in run and prediction. */
export function changedChannels(
  run: Run,
  predicted: OperationRecord,
  /** Channels something was found about; the others stand as predicted. */
  suspects: readonly ChannelBetween[],
): readonly ChangedChannel[] {
  const { prediction } = run;
  if (prediction === undefined) return [];
  const operation = predicted.operation.id;
  const needed = channelsNeeded(predicted, run).filter((channel) =>
    suspects.some((suspect) => isSameChannel(channel, suspect)),
  );
  return needed.flatMap((channel) => {
    const observed = shownBefore(operation, channel, run);
    if (!isTold(observed) || isSame(shownBefore(operation, channel, prediction), observed)) return [];
    return [{ ...channel, observed }];
  });
}

/** True when both mean the channel of the same two nodes. */
export function isSameChannel(one: ChannelBetween, other: ChannelBetween): boolean {
  return one.token === other.token && endsOf(one) === endsOf(other);
}

function endsOf({ between }: ChannelBetween): string {
  return between.toSorted().join(' ');
}

function channelsNeeded({ operation, trace }: OperationRecord, run: Run): readonly ChannelBetween[] {
  switch (operation.kind) {
    case 'pay': {
      const { token } = operation;
      // Where no hop was tried, any channel of the token might have made or broken the route.
      if (trace?.failure !== undefined) return everyChannel(run, token);
      return (trace?.hops ?? []).map(({ payer, payee }) => ({ token, between: [payer, payee] }));
    }
    case 'open':
    case 'deposit':
    case 'withdraw':
    case 'close':
    case 'expect':
      return [{ token: operation.token, between: [operation.node, operation.partner] }];
    case 'leave':
      return everyChannel(run, operation.token).filter(({ between }) => between.includes(operation.node));
    case 'stop':
    case 'start':
    case 'wait':
      return [];
  }
}

function everyChannel(run: Run, token: TokenName): readonly ChannelBetween[] {
  const channels = new Map<string, ChannelBetween>();
  const add = (...between: readonly [NodeName, NodeName]): void => {
    channels.set(between.toSorted().join(' '), { token, between });
  };
  run.start.forEachEdge((_key, channel, first, second) => {
    if (channel.token === token) add(first, second);
  });
  for (const { operation } of run.records) {
    if (operation.kind === 'open' && operation.token === token) add(operation.node, operation.partner);
  }
  return [...channels.values()];
}

/** The channel as its ends last showed it before an operation. */
function shownBefore(
  operation: number,
  { token, between: [node, partner] }: ChannelBetween,
  run: Run,
): ShownChannel {
  const names = namesOf(run.start);
  const before = run.readings.filter(({ moment }) => positionOf(moment) < operation);
  const shown = (end: NodeName, other: NodeName): ChannelView | null | undefined => {
    const value = before.findLast((reading) => reading.node === end && covers(reading, token, other))?.value;
    if (value?.kind === 'channel') return value.channel;
    if (value?.kind !== 'channels') return undefined;
    return (
      value.channels.find(
        (one) => names.token(one.tokenAddress) === token && names.node(one.partnerAddress) === other,
      ) ?? null
    );
  };
  return { own: shown(node, partner), partners: shown(partner, node) };
}

function covers({ view }: Reading, token: TokenName, partner: NodeName): boolean {
  if (view.kind === 'channel') return view.token === token && view.partner === partner;
  return view.kind === 'channels' && (view.token === undefined || view.token === token);
}

// Where both ends tell the same story, what they show is what is there.
function isTold({ own, partners }: ShownChannel): boolean {
  if (own === undefined || partners === undefined) return false;
  if (own === null || partners === null) return own === partners;
  const capacity = own.totalDeposit + partners.totalDeposit - own.totalWithdraw - partners.totalWithdraw;
  return own.balance + partners.balance === capacity;
}

function isSame(one: ShownChannel, other: ShownChannel): boolean {
  return describe(one.own) === describe(other.own) && describe(one.partners) === describe(other.partners);
}

function describe(channel: ChannelView | null | undefined): string {
  if (channel === null || channel === undefined) return 'not there';
  const { state, balance, totalDeposit, totalWithdraw } = channel;
  return `${state} ${balance} ${totalDeposit} ${totalWithdraw}`;
}

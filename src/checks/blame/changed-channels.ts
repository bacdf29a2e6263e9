import type { ChannelView } from '../../model/run/answer.ts';
import type { NodeName, TokenName } from '../../model/network/network.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import type { Run } from '../../model/run/run.ts';
import { channelBefore, isTold, type ShownChannel } from './channel-state-at.ts';

/** A channel that stood otherwise than predicted before an operation, by the word of both its ends. */
export interface ChangedChannel {
  readonly token: TokenName;
  readonly between: readonly [NodeName, NodeName];
  readonly predicted: ShownChannel;
  readonly observed: ShownChannel;
}

/** Which channels the model needs for an operation were really different before it, in run and prediction. */
export function changedChannels(
  run: Run,
  predicted: OperationRecord,
  /** Channels something was found about; the others stand as predicted. */
  suspects: readonly Place[],
): readonly ChangedChannel[] {
  const { prediction } = run;
  if (prediction === undefined) return [];
  const operation = predicted.operation.id;
  const needed = channelsNeeded(predicted, run).filter((place) =>
    suspects.some((suspect) => isSameChannel(place, suspect)),
  );
  return needed.flatMap(({ token, between }) => {
    const expected = channelBefore({ run: prediction, operation, token, between });
    const shown = channelBefore({ run, operation, token, between });
    if (!isTold(shown) || same(expected, shown)) return [];
    return [{ token, between, predicted: expected, observed: shown }];
  });
}

/** A channel by its token and its ends, in either order. */
export type Place = Pick<ChangedChannel, 'token' | 'between'>;

/** True when both mean the channel of the same two nodes. */
export function isSameChannel(one: Place, other: Place): boolean {
  return one.token === other.token && endsOf(one) === endsOf(other);
}

function endsOf({ between }: Place): string {
  return between.toSorted().join(' ');
}

function channelsNeeded({ operation, trace }: OperationRecord, run: Run): readonly Place[] {
  switch (operation.kind) {
    case 'pay': {
      const { token } = operation;
      const hops: Place[] = (trace?.hops ?? []).map(({ payer, payee }) => ({
        token,
        between: [payer, payee],
      }));
      // Where no hop was tried, any channel of the token might have made or broken the route.
      return trace?.failure === undefined ? hops : everyChannel(run, token);
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

function everyChannel(run: Run, token: TokenName): readonly Place[] {
  const places = new Map<string, Place>();
  const add = (between: readonly [NodeName, NodeName]): void => {
    places.set(between.toSorted().join(' '), { token, between });
  };
  run.start.forEachEdge((_key, channel, first, second) => {
    if (channel.token === token) add([first, second]);
  });
  for (const { operation } of run.records) {
    if (operation.kind === 'open' && operation.token === token) add([operation.node, operation.partner]);
  }
  return [...places.values()];
}

function same(one: ShownChannel, other: ShownChannel): boolean {
  return describe(one.own) === describe(other.own) && describe(one.partners) === describe(other.partners);
}

function describe(channel: ChannelView | null | undefined): string {
  if (channel === null || channel === undefined) return 'not there';
  const { state, balance, totalDeposit, totalWithdraw } = channel;
  return `${state} ${balance} ${totalDeposit} ${totalWithdraw}`;
}

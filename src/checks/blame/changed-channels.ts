import type { NodeName, TokenName } from '../../model/network/network.ts';
import { capacityOf, type ChannelView } from '../../model/run/answer.ts';
import type { OperationRecord } from '../../model/run/outcome.ts';
import { positionOf, type Reading } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { channelIn, namesOf } from '../facts/names.ts';

/** A channel by its token and its ends, in either order. */
export interface ChannelBetween {
  readonly token: TokenName;
  readonly between: readonly [NodeName, NodeName];
}

/** One channel as both its ends showed it; `null`: not there, `undefined`: never looked. */
interface ShownChannel {
  readonly own: ChannelView | null | undefined;
  readonly partners: ChannelView | null | undefined;
}

/**
 * True when the model needs this channel for an operation, and it really was different before it, in run and
 * prediction, by the word of both its ends, and enough so to make the operation end otherwise.
 */
export function decidesOtherwise(channel: ChannelBetween, predicted: OperationRecord, run: Run): boolean {
  const { operation, outcome, trace } = predicted;
  if (run.prediction === undefined || !isNeeded(channel, predicted)) return false;
  const observed = shownBefore(operation.id, channel, run);
  if (!isTold(observed) || isSame(shownBefore(operation.id, channel, run.prediction), observed)) return false;
  if (operation.kind !== 'pay' || outcome.kind !== 'succeeded') return true;
  const hop = trace?.hops.find((one) => isHop(one, channel));
  // A payment predicted to succeed fails by a channel only when that channel really lacks the amount.
  const payers = hop?.payer === channel.between[0] ? observed.own : observed.partners;
  return hop === undefined || !payers || payers.state !== 'opened' || payers.balance < hop.amount;
}

function isNeeded({ token, between }: ChannelBetween, { operation, trace }: OperationRecord): boolean {
  if (!('token' in operation) || operation.token !== token) return false;
  switch (operation.kind) {
    case 'pay':
      // Where no hop was tried, any channel of the token might have made or broken the route.
      return trace?.failure !== undefined || trace?.hops.some((hop) => isHop(hop, { between })) === true;
    case 'open':
    case 'deposit':
    case 'withdraw':
    case 'close':
    case 'expect':
      return between.includes(operation.node) && between.includes(operation.partner);
    case 'leave':
      return between.includes(operation.node);
  }
}

function isHop(
  { payer, payee }: { readonly payer: NodeName; readonly payee: NodeName },
  { between }: Pick<ChannelBetween, 'between'>,
): boolean {
  return between.includes(payer) && between.includes(payee);
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
    return channelIn(value.channels, { token, partner: other }, names) ?? null;
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
  return own.balance + partners.balance === capacityOf(own, partners);
}

function isSame(one: ShownChannel, other: ShownChannel): boolean {
  return describe(one.own) === describe(other.own) && describe(one.partners) === describe(other.partners);
}

function describe(channel: ChannelView | null | undefined): string {
  if (channel === null || channel === undefined) return 'not there';
  const { state, balance, totalDeposit, totalWithdraw } = channel;
  return `${state} ${balance} ${totalDeposit} ${totalWithdraw}`;
}

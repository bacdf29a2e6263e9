import type { NodeName, TokenName } from '../../model/network/network.ts';
import { capacityOf, type ChannelView } from '../../model/run/answer.ts';
import type { OperationRecord } from '../../model/run/operation.ts';
import { positionOf, type Reading } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { isDifference } from '../check.ts';
import { deadEnds, deadEndText } from '../failures/dead-ends.ts';
import { channelIn, namesOf } from '../facts/names.ts';
import type { FoundClue } from './finding-of.ts';

/** True when a clue says that an operation ended otherwise, which what earlier ones did to channels may explain. */
export function isAnotherOutcome({ check }: FoundClue): boolean {
  return check.role === 'operation' && check.followsFrom?.includes('state') === true;
}

/** Operations whose outcome differs because channels already stood otherwise, with the operation that did that. */
export function explainOutcomes(clues: readonly FoundClue[], run: Run): ReadonlyMap<number, number> {
  const roots = new Map<number, number>();
  const differing = new Set(
    clues.filter((clue) => isAnotherOutcome(clue) && isDifference(clue)).map(({ operation }) => operation),
  );
  const predicted = new Map(run.prediction?.records.map((record) => [record.operation.id, record]));
  for (const { operation, outcome } of run.records) {
    const expected = predicted.get(operation.id);
    if (expected === undefined || outcome.kind === 'indeterminate' || !differing.has(operation.id)) continue;
    const cause = latestCause(expected, clues, run);
    if (cause !== undefined) roots.set(operation.id, roots.get(cause) ?? cause);
  }
  return roots;
}

/** The last operation that something was found about in a channel which decides this outcome. */
function latestCause(expected: OperationRecord, clues: readonly FoundClue[], run: Run): number | undefined {
  const decides = new Map<string, boolean>();
  let latest = -1;
  for (const clue of clues) {
    const { operation: cause, subject, node } = clue;
    if (cause === null || cause >= expected.operation.id || cause <= latest) continue;
    if (!isDifference(clue) || subject?.kind !== 'channel' || node === undefined) continue;
    const { token, partner } = subject;
    const between = node < partner ? ([node, partner] as const) : ([partner, node] as const);
    const name = `${token} ${between.join(' ')}`;
    // Many clues may be about one channel, and to look at all that was read of it takes time.
    const known = decides.get(name) ?? decidesOtherwise({ token, between }, expected, run);
    decides.set(name, known);
    if (known) latest = cause;
  }
  return latest < 0 ? undefined : latest;
}

/**
 * A channel that carries nothing is one cause, however many payments it strands: the finding about the first of them
 * says so, and the others follow from it, with the transfers that they leave pending.
 */
export function withStrandedPayments(clues: readonly FoundClue[], run: Run): readonly FoundClue[] {
  const ends = deadEnds(run);
  if (ends.length === 0) return clues;
  const causes = new Map(
    ends.flatMap((end) => end.payments.map((id) => [id, { first: end.payments[0] ?? id, end }] as const)),
  );
  return clues.map((clue) => {
    const { operation, title } = clue;
    const cause = operation === null ? undefined : causes.get(operation);
    if (cause === undefined || !isDifference(clue) || !isOfStranding(clue)) return clue;
    const { first, end } = cause;
    if (operation !== first)
      return { ...clue, severity: 'note', root: first, title: `${title}; follows from operation ${first}` };
    return isAnotherOutcome(clue) ? { ...clue, title: `${title}; ${deadEndText(end, run.start)}` } : clue;
  });
}

// How it ended, what it leaves pending, and the entry of its failure, which has no identifier.
function isOfStranding(clue: FoundClue): boolean {
  const { view, subject } = clue;
  const isFailure = subject?.kind === 'entry' && subject.identifier === undefined;
  return isAnotherOutcome(clue) || view?.kind === 'pending' || isFailure;
}

/** A channel by its token and its ends, in either order. */
interface ChannelBetween {
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
function decidesOtherwise(channel: ChannelBetween, predicted: OperationRecord, run: Run): boolean {
  const { operation, outcome, trace } = predicted;
  if (run.prediction === undefined || !isNeeded(channel, predicted)) return false;
  const observed = shownBefore(operation.id, channel, run);
  if (!isTold(observed) || isShownAlike(shownBefore(operation.id, channel, run.prediction), observed))
    return false;
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

function isShownAlike(one: ShownChannel, other: ShownChannel): boolean {
  return (
    channelText(one.own) === channelText(other.own) &&
    channelText(one.partners) === channelText(other.partners)
  );
}

function channelText(channel: ChannelView | null | undefined): string {
  if (channel === null || channel === undefined) return 'not there';
  const { state, balance, totalDeposit, totalWithdraw } = channel;
  return `${state} ${balance} ${totalDeposit} ${totalWithdraw}`;
}

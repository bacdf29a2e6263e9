import type { Network, NodeName } from '../../model/network/network.ts';
import { nodeLine } from '../../model/node-text.ts';
import { type AskedPath, weighsTheSame } from '../../model/run/trace.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import {
  isGivenUp,
  type Operation,
  type OperationRecord,
  type PayRequest,
} from '../../model/run/operation.ts';
import type { Reading, ViewValue } from '../../model/run/reading.ts';
import { namesOf } from '../../verdict/facts/names.ts';
import type { NamedServices } from './named-services.ts';
import type { Imagined, PredictedCourse } from './predicted-course.ts';
import type { ReadNode } from './settle-readings.ts';

/**
 * Before a payment for which the model has several paths of equal weight: asks the payer's own path-finding service,
 * and predicts the path that it names first, if that is one of them. Anything else is noted, and balances then tell.
 */
export async function askService(
  operation: Operation,
  {
    course,
    services,
    adopt,
  }: {
    readonly course: PredictedCourse;
    readonly services: Pick<NamedServices, 'firstPath'>;
    readonly adopt: (imagined: Imagined) => void;
  },
): Promise<void> {
  const { id } = operation;
  if (operation.kind !== 'pay' || !course.isOneOfEquals(id)) return;
  const named = await services.firstPath(operation);
  if (named === undefined) return;
  const { service } = named;
  if (named.answer !== 'path') return course.noteAsked(id, named);
  const said = nodeLine(named.path.join(' -> '), LONGEST_PATH);
  const asked = (answer: AskedPath['answer']): void => course.noteAsked(id, { service, answer, said });
  const predicted = course.recordOf(id)?.trace;
  if (predicted === undefined || isSame(named.path, predicted.path)) return asked('named');
  if (!isWayLike(named.path, predicted.path)) return asked('another');
  const imagined = await course.imagine(id - 1, { operation: id, kind: 'along', path: named.path });
  const trace = imagined.run.records.find((record) => record.operation.id === id)?.trace;
  if (trace === undefined || !isSame(trace.path, named.path) || !weighsTheSame(trace, predicted))
    return asked('another');
  adopt(imagined);
  asked('named');
}

// Longer ones are no answer to a question that a reader would follow.
const LONGEST_PATH = 300;

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((node, at) => node === other[at]);
}

// From the same payer to the same target over as many hops, and through no node twice.
function isWayLike(path: readonly string[], predicted: readonly string[]): boolean {
  return (
    path.length === predicted.length &&
    path[0] === predicted[0] &&
    path.at(-1) === predicted.at(-1) &&
    new Set(path).size === path.length
  );
}

interface Explaining {
  readonly course: PredictedCourse;
  readonly start: Network;
  readonly read: ReadNode;
  /** True when everything read is as imagined. */
  readonly explains: (imagined: Imagined, readings: readonly Reading[]) => boolean;
  readonly adopt: (imagined: Imagined) => void;
}

/**
 * Finds out, while readings settle, whether a payment took another path than predicted, and goes on from that path:
 * a path-finding service may choose any of several that weigh the same. `undefined`: it is no such payment.
 */
export function pathExplainer(
  { operation, outcome }: OperationRecord,
  { course, start, read, explains, adopt }: Explaining,
): ((readings: readonly Reading[]) => Promise<boolean>) | undefined {
  const predicted = course.recordOf(operation.id)?.trace;
  if (operation.kind !== 'pay' || !mayHavePaid(outcome)) return undefined;
  if (predicted === undefined || predicted.failure !== undefined) return undefined;
  const { id, node } = operation;
  const tried = new Set([predicted.path.join(' ')]);
  let without: Imagined | undefined;
  return async (readings) => {
    if (!hasLess(channelsShown(readings, node), channelsShown(course.wantedAt(id), node))) return false;
    without ??= await course.imagine(id, { operation: id, kind: 'undo' });
    const before = without.run.readings.filter(({ moment }) => moment === id);
    const now = async (at: NodeName): Promise<readonly ChannelView[] | undefined> =>
      channelsShown(readings, at) ?? channelsIn(await read(at, { kind: 'channels' }));
    const path = await followPayment(operation, start, { before: (at) => channelsShown(before, at), now });
    if (path === undefined || tried.has(path.join(' '))) return false;
    tried.add(path.join(' '));
    const imagined = await course.imagine(id, { operation: id, kind: 'along', path });
    if (!explains(imagined, readings)) return false;
    adopt(imagined);
    return true;
  };
}

function mayHavePaid(outcome: OperationRecord['outcome']): boolean {
  return outcome.kind === 'succeeded' || isGivenUp(outcome);
}

// A payer that was late would have more than predicted in the channel it pays by, and nowhere less.
function hasLess(
  shown: readonly ChannelView[] | undefined,
  predicted: readonly ChannelView[] | undefined,
): boolean {
  return (shown ?? []).some(({ tokenAddress, partnerAddress, balance }) => {
    const expected = predicted?.find(
      (one) => one.tokenAddress === tokenAddress && one.partnerAddress === partnerAddress,
    );
    return expected !== undefined && balance < expected.balance;
  });
}

/** The channels of nodes, before a payment and with it. */
interface ChannelsOf {
  readonly before: (node: NodeName) => readonly ChannelView[] | undefined;
  readonly now: (node: NodeName) => Promise<readonly ChannelView[] | undefined>;
}

/**
 * The way a payment took, by what each node on it has less than without it; `undefined`: it is not all there, or not
 * yet. Nodes do not tell a path over REST, but balances do.
 */
async function followPayment(
  { node, target, token }: PayRequest,
  start: Network,
  channels: ChannelsOf,
): Promise<readonly NodeName[] | undefined> {
  const names = namesOf(start);
  const path = [node];
  for (let at = node; at !== target; ) {
    const [before, now] = [channels.before(at), await channels.now(at)];
    if (before === undefined || now === undefined) return undefined;
    const next = now
      .filter((channel) => names.token(channel.tokenAddress) === token && hasPaid(channel, before))
      .map(({ partnerAddress }) => names.node(partnerAddress))
      .find((partner) => start.hasNode(partner) && !path.includes(partner));
    if (next === undefined) return undefined;
    path.push(next);
    at = next;
  }
  return path;
}

/** The whole list of a node's channels among readings. */
function channelsShown(readings: readonly Reading[], node: NodeName): readonly ChannelView[] | undefined {
  const found = readings.findLast(
    ({ node: reader, view }) => reader === node && view.kind === 'channels' && view.token === undefined,
  );
  return found === undefined ? undefined : channelsIn(found.value);
}

/** The channels of a view that lists them. */
function channelsIn(value: ViewValue): readonly ChannelView[] | undefined {
  return value.kind === 'channels' ? value.channels : undefined;
}

function hasPaid(channel: ChannelView, before: readonly ChannelView[]): boolean {
  const { tokenAddress, partnerAddress } = channel;
  const was = before.find(
    (one) => one.tokenAddress === tokenAddress && one.partnerAddress === partnerAddress,
  );
  return was !== undefined && channel.balance < was.balance;
}

import type { Network, NodeName } from '../../model/network/network.ts';
import { nodeLine } from '../../model/node-text.ts';
import { type AskedPath, pathInWords, weighsTheSame } from '../../model/run/trace.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import { isGivenUp, type Operation, type OperationRecord } from '../../model/run/operation.ts';
import { positionOf, type Reading, type ViewValue } from '../../model/run/reading.ts';
import { namesOf } from '../../verdict/facts/names.ts';
import type { NamedServices } from './named-services.ts';
import type { Explanation, PredictedCourse } from './predicted-course.ts';
import type { ReadNode } from './settle-readings.ts';

/**
 * Before a payment for which the model has several paths of equal weight: asks the payer's own path-finding service,
 * and predicts the path that it names first, if that is one of them. Anything else is noted, and balances then tell.
 */
export async function askService(
  operation: Operation,
  setting: {
    readonly course: PredictedCourse;
    readonly services: Pick<NamedServices, 'firstPath'>;
    readonly adopt: (explanation: Explanation) => void;
  },
): Promise<void> {
  const { course, services, adopt } = setting;
  const { id } = operation;
  if (operation.kind !== 'pay' || !course.isOneOfEquals(id)) return;
  const named = await services.firstPath(operation);
  if (named === undefined) return;
  const { service } = named;
  if (named.answer !== 'path') return course.noteAsked(id, named);
  const { path } = named;
  const said = nodeLine(pathInWords(named), LONGEST_PATH);
  const asked = (answer: AskedPath['answer']): void => course.noteAsked(id, { service, answer, said });
  const predicted = course.recordOf(id)?.trace;
  if (predicted === undefined || isSame(path, predicted.path)) return asked('named');
  if (!isWayLike(path, predicted.path)) return asked('another');
  const explanation = await course.imagine(id - 1, {
    corrections: [{ operation: id, done: { kind: 'along', path } }],
  });
  const trace = explanation.run.records.find((record) => record.operation.id === id)?.trace;
  if (trace === undefined || !isSame(trace.path, path) || !weighsTheSame(trace, predicted))
    return asked('another');
  adopt(explanation);
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

/** The path that a payment took, by what has been read after it so far; none twice. `undefined`: nodes do not show it yet. */
export type FollowPayment = (readings: readonly Reading[]) => Promise<readonly NodeName[] | undefined>;

/**
 * Tells, while readings settle, which path a payment took instead of the predicted one: a path-finding service may choose
 * any of several that weigh the same. Nodes do not tell a path over REST, but each node on it has less than before.
 */
export function followPayment(
  { operation, outcome }: OperationRecord,
  setting: { readonly course: PredictedCourse; readonly start: Network; readonly read: ReadNode },
): FollowPayment {
  const { course, start, read } = setting;
  const predicted = course.recordOf(operation.id)?.trace;
  const mayHavePaid = outcome.kind === 'succeeded' || isGivenUp(outcome);
  if (operation.kind !== 'pay' || !mayHavePaid) return async () => undefined;
  if (predicted === undefined || predicted.failure !== undefined) return async () => undefined;
  const { id, node: payer, target, token } = operation;
  const names = namesOf(start);
  const tried = new Set([predicted.path.join(' ')]);
  const earlier = course.run.readings.filter(({ moment }) => positionOf(moment) < id);
  return async (readings) => {
    // A payer that was late would have more than predicted in the channel it pays by, and nowhere less.
    const expected = channelsShown(course.wantedAt(id), payer);
    if (!channelsShown(readings, payer)?.some((channel) => hasLess(channel, expected))) return undefined;
    const path = [payer];
    for (let at = payer; at !== target; ) {
      const before = channelsShown(earlier, at);
      const now = channelsShown(readings, at) ?? channelsIn(await read(at, { kind: 'channels' }));
      const next = now
        ?.filter((channel) => names.token(channel.tokenAddress) === token && hasLess(channel, before))
        .map(({ partnerAddress }) => names.node(partnerAddress))
        .find((partner) => start.hasNode(partner) && !path.includes(partner));
      if (next === undefined) return undefined;
      path.push(next);
      at = next;
    }
    if (tried.has(path.join(' '))) return undefined;
    tried.add(path.join(' '));
    return path;
  };
}

/** The whole list of a node's channels among readings. */
function channelsShown(readings: readonly Reading[], node: NodeName): readonly ChannelView[] | undefined {
  const last = readings.findLast(
    ({ node: reader, view }) => reader === node && view.kind === 'channels' && view.token === undefined,
  );
  return last === undefined ? undefined : channelsIn(last.value);
}

/** The channels of a view that lists them. */
function channelsIn(value: ViewValue): readonly ChannelView[] | undefined {
  return value.kind === 'channels' ? value.channels : undefined;
}

// True for a channel with less in it than it has in a list.
function hasLess(
  { tokenAddress, partnerAddress, balance }: ChannelView,
  channels: readonly ChannelView[] | undefined,
): boolean {
  const same = channels?.find(
    (one) => one.tokenAddress === tokenAddress && one.partnerAddress === partnerAddress,
  );
  return same !== undefined && balance < same.balance;
}

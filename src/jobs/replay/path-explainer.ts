import { directoryOf } from '../../model/network/directory.ts';
import type { Network, NodeName } from '../../model/network/network.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import { isGivenUp, type OperationRecord } from '../../model/run/outcome.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Nodes } from '../../ports/node-api.ts';
import { readView } from '../targets/read-view.ts';
import { channelsIn, channelsShown, followPayment } from './follow-payment.ts';
import type { Imagined, PredictedCourse } from './predicted-course.ts';
import { NOTHING } from '../otherwise.ts';

interface Explaining {
  readonly course: PredictedCourse;
  readonly start: Network;
  readonly nodes: Pick<Nodes, 'node'>;
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
  { course, start, nodes, explains, adopt }: Explaining,
): ((readings: readonly Reading[]) => Promise<boolean>) | undefined {
  const predicted = course.recordOf(operation.id)?.trace;
  if (operation.kind !== 'pay' || !mayHavePaid(outcome)) return undefined;
  if (predicted === undefined || predicted.failure !== undefined) return undefined;
  const { id, node } = operation;
  const directory = directoryOf(start);
  const tried = new Set([predicted.path.join(' ')]);
  let without: Imagined | undefined;
  return async (readings) => {
    if (!hasLess(channelsShown(readings, node), channelsShown(course.wantedAt(id), node))) return false;
    without ??= await course.imagine(id, { operation: id, instead: NOTHING });
    const before = without.run.readings.filter(({ moment }) => moment === id);
    const now = async (at: NodeName): Promise<readonly ChannelView[] | undefined> =>
      channelsShown(readings, at) ??
      channelsIn(await readView(nodes.node(at), { kind: 'channels' }, directory));
    const path = await followPayment(operation, start, { before: (at) => channelsShown(before, at), now });
    if (path === undefined || tried.has(path.join(' '))) return false;
    tried.add(path.join(' '));
    const imagined = await course.imagine(id, { operation: id, instead: { kind: 'along', path } });
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

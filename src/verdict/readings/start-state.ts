import { directoryOf } from '../../model/network/directory.ts';
import { type Network, type NodeName, tokenNetwork } from '../../model/network/network.ts';
import type { ChannelView } from '../../model/run/answer.ts';
import type { Reading, View } from '../../model/run/reading.ts';
import { type Check, notChecked } from '../check.ts';
import type { Names } from '../facts/names.ts';
import { viewOf } from '../facts/view-of.ts';
import { discrepancyClue } from './discrepancy-clue.ts';
import { ReadingComparison } from '../comparison/reading-comparison.ts';
import { isAlike } from '../comparison/alike.ts';

/**
 * Before the first operation every node shows the network that the run starts from, each time it is asked: both ends
 * of a channel tell the same, and nothing changes while the run is prepared. Where a prediction says what every
 * reading has to show, it judges these as well.
 */
export const startState: Check = {
  name: 'start-state',
  role: 'state',
  appliesTo: ['replay', 'load', 'sample'],
  judge(run, story) {
    if (story.isPredicted) return notChecked('the predicted state before the first operation');
    const readings = run.readings.filter(
      ({ moment, view }) => moment === 'start' && OF_CHANNELS.has(view.kind),
    );
    const expected = expectedAtStart(run.start, readings, story.names);
    const nodes = new Set(expected.map(({ node }) => node)).size;
    const covered = `${expected.length} readings of ${nodes} nodes before the first operation`;
    // Where every reading is as expected nothing is compared fact by fact.
    if (isAlike(readings, expected)) return { clues: [], covered };
    // Transfers from before the run arrive or come back at any time.
    const isMoving = run.readings.some(
      ({ moment, value }) => moment === 'start' && value.kind === 'pending' && value.transfers.length > 0,
    );
    const predicted = { start: run.start, readings: expected };
    const clues = new ReadingComparison({ predicted, observed: run })
      .judge('start', readings)
      .filter(
        ({ subject }) =>
          subject.kind !== 'answer' &&
          !(isMoving && subject.kind === 'channel' && subject.field === 'balance'),
      )
      .map((found) => ({
        ...discrepancyClue(found, story),
        decidedBy: 'views of the nodes during preparation',
      }));
    return { clues, covered };
  },
};

// The network does not say what nodes list beside their channels.
const OF_CHANNELS: ReadonlySet<View['kind']> = new Set(['channels', 'channel', 'connections']);

/** Each view that was read, as the network has to be shown in it. */
function expectedAtStart(start: Network, readings: readonly Reading[], names: Names): readonly Reading[] {
  return readings.flatMap((reading) => {
    const value = viewOf(reading.view, { channels: channelsOf(start, reading.node) }, names);
    return value === undefined ? [] : [{ ...reading, value }];
  });
}

function channelsOf(start: Network, node: NodeName): readonly ChannelView[] {
  const directory = directoryOf(start);
  return start.mapEdges(node, (_key, channel, first, second) => {
    const at = first === node ? 0 : 1;
    const { tokenAddress, tokenNetworkAddress } = tokenNetwork(start, channel.token);
    return {
      channelIdentifier: BigInt(channel.identifier),
      tokenAddress,
      tokenNetworkAddress,
      partnerAddress: directory.addressOf(at === 0 ? second : first),
      balance: channel.balance[at],
      totalDeposit: channel.totalDeposit[at],
      totalWithdraw: channel.totalWithdraw[at],
      state: channel.state,
      settleTimeout: BigInt(channel.settleTimeout),
      revealTimeout: BigInt(channel.revealTimeout[at]),
    };
  });
}

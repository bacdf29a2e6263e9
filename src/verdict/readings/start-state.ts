import { directoryOf } from '../../model/network/directory.ts';
import { type Network, type NodeName, tokenNetwork } from '../../model/network/network.ts';
import { capacityOf, type ChannelView } from '../../model/run/answer.ts';
import type { Reading } from '../../model/run/reading.ts';
import type { Run } from '../../model/run/run.ts';
import { type Check, type Clue, notChecked } from '../check.ts';
import { type ShownState, shownWith } from '../facts/shown-state.ts';
import type { Story } from '../story/story.ts';
import { discrepancyClue } from './discrepancy-clue.ts';
import type { Discrepancy } from './mismatches.ts';
import { ReadingComparison } from './reading-comparison.ts';

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
    if (story.isPredicted) return notChecked('the prediction says what is shown before the first operation');
    const readings = run.readings.filter(({ moment, view }) => moment === 'start' && JUDGED.has(view.kind));
    const comparison = new ReadingComparison({
      predicted: { start: run.start, readings: expectedAtStart(run.start) },
      observed: run,
    });
    const isMoving = hasMovingMoney(run);
    const clues = comparison
      .judge('start', readings)
      .filter(({ subject }) => subject.kind !== 'answer' && !(isMoving && isBalance(subject)))
      .map((found) => clueOf(found, story));
    const nodes = new Set(readings.map(({ node }) => node)).size;
    return { clues, covered: `${readings.length} readings of ${nodes} nodes before the first operation` };
  },
};

const JUDGED: ReadonlySet<string> = new Set(['channels', 'connections']);

// Transfers from before the run arrive or come back at any time.
function hasMovingMoney({ readings }: Run): boolean {
  return readings.some(
    ({ moment, value }) => moment === 'start' && value.kind === 'pending' && value.transfers.length > 0,
  );
}

function isBalance(subject: Discrepancy['subject']): boolean {
  return subject.kind === 'channel' && subject.field === 'balance';
}

function clueOf(found: Discrepancy, { run, atStart }: Story): Clue {
  const { subject, node } = found;
  const partner = subject.kind === 'channel' ? partnersView(subject, node, atStart) : undefined;
  return {
    ...discrepancyClue(found, run),
    decidedBy: `what the nodes showed while the run was prepared${partner === undefined ? '' : `; ${partner}`}`,
  };
}

// Either end of a channel may be the one that is wrong.
function partnersView(
  { token, partner }: Extract<Discrepancy['subject'], { kind: 'channel' }>,
  node: NodeName,
  { channels }: ShownState,
): string | undefined {
  const list = channels.get(partner);
  if (list === undefined) return undefined;
  const shown = shownWith(list, { token, partner: node });
  if (shown === undefined) return `${partner} shows no ${token} channel with ${node}`;
  const { channelIdentifier, balance, state } = shown;
  return `${partner} shows its ${token} channel with ${node} as number ${channelIdentifier}, ${state}, ${balance} of ${capacityOf(shown)}`;
}

/** The lists that every node has to show of a network. */
function expectedAtStart(start: Network): readonly Reading[] {
  return start.nodes().flatMap((node): readonly Reading[] => {
    const channels = channelsOf(start, node);
    const common = { moment: 'start', node, attempt: 1, atMs: 0 } as const;
    return [
      { ...common, view: { kind: 'channels' }, value: { kind: 'channels', channels } },
      {
        ...common,
        view: { kind: 'connections' },
        value: { kind: 'connections', connections: connectionsOf(channels) },
      },
    ];
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

function connectionsOf(
  channels: readonly ChannelView[],
): Extract<Reading['value'], { kind: 'connections' }>['connections'] {
  const open = channels.filter(({ state }) => state === 'opened');
  return [...new Set(open.map(({ tokenAddress }) => tokenAddress))].map((tokenAddress) => {
    const own = open.filter((channel) => channel.tokenAddress === tokenAddress);
    const sumDeposits = own.reduce((sum, { totalDeposit }) => sum + totalDeposit, 0n);
    return { tokenAddress, sumDeposits, channels: own.length };
  });
}

import { capacityOf, type ChannelView } from '../../model/run/answer.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { Run } from '../../model/run/run.ts';
import { type Check, type Clue, nodesRead } from '../check.ts';
import type { Subject } from '../facts/facts.ts';
import type { Names } from '../facts/names.ts';
import { type ShownChannel, type ShownState, shownWith } from '../facts/shown-state.ts';
import { lastReadings } from '../readings/reading-prediction.ts';

/** The views of the nodes at the end fit together: both ends of a channel, list and single channel, list and sums. */
export const consistency: Check = {
  name: 'consistency',
  role: 'self',
  appliesTo: ['replay', 'load', 'sample'],
  needs: ['channels', 'connections'],
  believes: 'views',
  judge(run, { atEnd, names }) {
    const clues = [
      ...[...atEnd.channels].flatMap(([node, list]) => list.flatMap((one) => bothEnds(node, one, atEnd))),
      ...singlesDiffering(run, atEnd),
      ...sumsDiffering(atEnd, names),
    ];
    return { clues, covered: nodesRead(run) };
  },
};

function bothEnds(node: NodeName, one: ShownChannel, { channels }: ShownState): readonly Clue[] {
  const { token, partner } = one;
  const others = channels.get(partner);
  // A partner that was not read, or a closing channel whose ends learn of it at different blocks, says nothing.
  if (others === undefined || one.state !== 'opened') return [];
  const other = shownWith(others, { token, partner: node });
  const subject: Subject = { kind: 'channel', token, partner, field: 'balance' };
  const common = { node, view: { kind: 'channels' }, subject } as const;
  if (other === undefined) {
    return [
      clueOf({
        ...common,
        node: partner,
        // Either of the two may lie: the partner by hiding the channel, the node by inventing it.
        subject: { kind: 'channel', token, partner: node, field: 'presence' },
        title: `${partner} does not show the ${token} channel that ${node} has with it`,
        predicted: 'the channel',
        observed: 'not there',
      }),
    ];
  }
  // Each channel is judged once, from the end whose name comes first.
  if (node > partner) return [];
  if (other.channelIdentifier !== one.channelIdentifier) {
    const title = `${node} and ${partner} name their ${token} channel differently`;
    const [predicted, observed] = [`${other.channelIdentifier}`, `${one.channelIdentifier}`];
    return [clueOf({ ...common, title, predicted, observed })];
  }
  const capacity = capacityOf(one, other);
  if (one.balance + other.balance === capacity) return [];
  const title = `the balances of ${node} and ${partner} in ${token} do not add up to their channel's capacity`;
  const observed = `${one.balance} + ${other.balance}`;
  return [clueOf({ ...common, title, predicted: `${capacity}`, observed })];
}

function singlesDiffering(run: Run, { channels }: ShownState): readonly Clue[] {
  return [...lastReadings(run.readings).values()].flatMap(({ moment, node, view, value }) => {
    const list = channels.get(node);
    if (moment !== 'end' || view.kind !== 'channel' || value.kind !== 'channel' || list === undefined)
      return [];
    const [single, inList] = [describe(value.channel), describe(shownWith(list, view) ?? null)];
    if (single === inList) return [];
    const title = `${node} shows its ${view.token} channel with ${view.partner} differently in the list and alone`;
    return [clueOf({ node, view, title, predicted: inList, observed: single })];
  });
}

function describe(channel: ChannelView | null): string {
  // A closing channel changes by itself between two readings.
  if (channel === null || channel.state !== 'opened') return 'not open';
  const { balance, totalDeposit, totalWithdraw, state } = channel;
  return `${state}, balance ${balance}, deposited ${totalDeposit}, withdrawn ${totalWithdraw}`;
}

function sumsDiffering({ channels, connections }: ShownState, names: Names): readonly Clue[] {
  return [...connections].flatMap(([node, entries]) => {
    const open = (channels.get(node) ?? []).filter(({ state }) => state === 'opened');
    if (!channels.has(node)) return [];
    const tokens = new Set([...open, ...entries].map(({ tokenAddress }) => tokenAddress));
    return [...tokens].flatMap((token) => {
      const own = open.filter(({ tokenAddress }) => tokenAddress === token);
      const entry = entries.find(({ tokenAddress }) => tokenAddress === token);
      const predicted = `${own.reduce((sum, { totalDeposit }) => sum + totalDeposit, 0n)} in ${own.length} channels`;
      const observed = entry ? `${entry.sumDeposits} in ${entry.channels} channels` : '0 in 0 channels';
      if (predicted === observed) return [];
      const title = `${node}'s connection to ${names.token(token)} is not the sum of its open channels`;
      return [clueOf({ node, view: { kind: 'connections' }, title, predicted, observed })];
    });
  });
}

function clueOf(words: Omit<Clue, 'operation' | 'decidedBy' | 'noticed'>): Clue {
  return {
    operation: null,
    ...words,
    decidedBy: 'what the nodes themselves show, side by side',
    noticed: 'end',
  };
}

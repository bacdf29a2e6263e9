import type { ChannelView } from '../../model/run/answer.ts';
import type { NodeName } from '../../model/network/network.ts';
import type { Check, Clue } from '../check.ts';
import { nodesRead } from '../coverage.ts';
import { type Names, namesOf } from '../facts/names.ts';
import { snapshotAt } from '../../model/run/snapshot.ts';

/** What an end put in and took out never decreases: lower with its balance, no sum over the network would be off. */
export const totals: Check = {
  name: 'totals',
  role: 'self',
  appliesTo: ['load', 'sample'],
  needs: ['channels'],
  followsFrom: ['operation', 'state'],
  judge(run) {
    const names = namesOf(run.start);
    const [before, after] = [snapshotAt('start', run).channels, snapshotAt('end', run).channels];
    const clues = [...after].flatMap(([node, channels]) => {
      const earlier = new Map((before.get(node) ?? []).map((channel) => [keyOf(channel), channel] as const));
      return channels.flatMap((is) => {
        const was = earlier.get(keyOf(is));
        return was === undefined ? [] : decreased(node, { was, is }, names);
      });
    });
    return { clues, covered: nodesRead(run) };
  },
};

// A channel that was closed and opened again begins anew, under another identifier.
function keyOf({ tokenAddress, channelIdentifier }: ChannelView): string {
  return `${tokenAddress} ${channelIdentifier}`;
}

function decreased(
  node: NodeName,
  { was, is }: { readonly was: ChannelView; readonly is: ChannelView },
  names: Names,
): readonly Clue[] {
  const [token, partner] = [names.token(is.tokenAddress), names.node(is.partnerAddress)];
  return FIELDS.filter(({ field }) => is[field] < was[field]).map(({ field, inWords }) => ({
    operation: null,
    node,
    view: { kind: 'channels' },
    subject: { kind: 'channel', token, partner, field },
    title: `${node}'s ${inWords} in its ${token} channel with ${partner} went down`,
    predicted: `at least ${was[field]}`,
    observed: `${is[field]}`,
    decidedBy: 'what the node itself showed before the load',
    noticed: 'end',
  }));
}

const FIELDS = [
  { field: 'totalDeposit', inWords: 'total deposit' },
  { field: 'totalWithdraw', inWords: 'total withdraw' },
] as const;

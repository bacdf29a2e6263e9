import { channelKey } from '../../model/network/network.ts';
import { snapshotAt } from '../../model/run/snapshot.ts';
import type { Check } from '../check.ts';
import { nodesRead } from '../coverage.ts';
import { namesOf } from '../facts/names.ts';
import { endFault } from './end-fault.ts';
import { EndsInChange } from './ends-in-change.ts';

/**
 * Every channel is there as the steps of a load have left it: open, with its partner, what its ends had put in and taken
 * out before, and what steps have added. Lower or higher with its balance, no sum over the network would be off.
 */
export const totals: Check = {
  name: 'totals',
  role: 'self',
  appliesTo: ['load', 'sample'],
  needs: ['channels'],
  followsFrom: ['operation', 'state'],
  judge(run) {
    const names = namesOf(run.start);
    const ends = new EndsInChange(run);
    const [before, after] = [snapshotAt('start', run).channels, snapshotAt('end', run).channels];
    const clues = [...after].flatMap(([node, channels]) => {
      // What it showed before is part of what it may show.
      if (!before.has(node)) return [];
      const shown = new Map(
        channels.map((one) => [
          channelKey(names.token(one.tokenAddress), Number(one.channelIdentifier)),
          { ...one, partner: names.node(one.partnerAddress) },
        ]),
      );
      return [...ends.of(node, AFTER_ALL)].flatMap(([channel, end]) => {
        const fault = endFault({ node, channel, end, shown: shown.get(channel) });
        return fault === undefined
          ? []
          : [
              {
                ...fault,
                node,
                view: { kind: 'channels' as const },
                noticed: 'end' as const,
              },
            ];
      });
    });
    return { clues, covered: nodesRead(run) };
  },
};

// Everything of the load has been answered, or will not be.
const AFTER_ALL = { fromMs: Number.POSITIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

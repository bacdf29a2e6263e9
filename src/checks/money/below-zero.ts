import type { Check } from '../check.ts';
import { nodesRead } from '../coverage.ts';
import { namesOf } from '../facts/names.ts';
import { snapshotAt } from '../facts/snapshot.ts';

/** No channel end has less than nothing. */
export const belowZero: Check = {
  name: 'below-zero',
  role: 'self',
  appliesTo: ['load', 'sample'],
  followsFrom: ['operation', 'state'],
  judge(run) {
    const names = namesOf(run.start);
    const clues = [...snapshotAt('end', run).channels].flatMap(([node, channels]) =>
      channels
        .filter(({ balance }) => balance < 0n)
        .map(({ balance, partnerAddress, tokenAddress }) => ({
          operation: null,
          node,
          title: `${node} shows less than nothing in its ${names.token(tokenAddress)} channel with ${names.node(partnerAddress)}`,
          predicted: 'at least 0',
          observed: balance.toString(),
          decidedBy: 'a channel end cannot owe',
          noticed: 'end' as const,
        })),
    );
    return { clues, covered: nodesRead(run) };
  },
};

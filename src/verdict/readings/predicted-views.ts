import type { Check } from '../check.ts';
import type { Discrepancy } from '../comparison/mismatches.ts';
import { judgeAtRest } from './shown-at-end.ts';
import { judgeByPrediction } from './discrepancy-clue.ts';

/**
 * Every channel, in every view of both its ends, is as predicted: balance, deposits, state, time-outs. After
 * operations that overlapped it is what some order of them leads to.
 */
export const balances: Check = {
  name: 'balances',
  role: 'state',
  appliesTo: ['replay'],
  believes: 'answers',
  judge: (_run, story) =>
    story.overlaps
      ? judgeAtRest(story)
      : judgeByPrediction(
          story,
          (found) => isLasting(found) && (found.view.kind === 'channels' || found.view.kind === 'channel'),
        ),
};

/** Every node's connections add up to its own deposits in its open channels, and to their number. */
export const connections: Check = {
  ...balances,
  name: 'connections',
  judge: (_run, story) =>
    judgeByPrediction(story, ({ manner, view }) => manner === 'settled' && view.kind === 'connections'),
};

/**
 * A node shows what it acknowledged at once, never goes back to an older state, and shows nothing in between
 * that never was. Other nodes may be late.
 */
export const staleReads: Check = {
  ...balances,
  name: 'stale-reads',
  judge: (_run, story) => judgeByPrediction(story, (found) => !isLasting(found)),
};

function isLasting({ manner }: Discrepancy): boolean {
  return manner === 'settled' || manner === 'answered';
}

import type { Check } from '../check.ts';
import { operationsKept } from '../coverage.ts';
import { nothingCrossedText } from './dead-end-text.ts';
import { deadEnds } from './dead-ends.ts';

/**
 * Names channels that carry nothing and of which no node lists anything as pending. A note: that payments fail there
 * is a finding already, and of what is pending from before the nodes tell themselves.
 */
export const carries: Check = {
  name: 'carries',
  role: 'self',
  appliesTo: ['replay'],
  judge(run) {
    const silent = deadEnds(run).filter(({ earlier }) => earlier === 0);
    const clues = silent.map((end) => ({
      operation: null,
      node: end.from,
      severity: 'note' as const,
      title: nothingCrossedText(end, run.start),
      predicted: 'each of them succeeds',
      observed: 'none of them does, and no node lists a transfer of before the run in this channel',
      decidedBy: 'the predicted ways of all payments',
      noticed: 'end' as const,
    }));
    return { clues, covered: operationsKept(run) };
  },
};

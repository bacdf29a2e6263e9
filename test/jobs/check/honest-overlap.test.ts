import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drafts } from '../../../src/jobs/check/arbitraries/drafts.ts';
import { settleDraft } from '../../../src/jobs/check/settle-draft.ts';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import { replayOnVirtualClock } from '../../fixtures/virtual/virtual-replay.ts';

const overlapping = drafts({
  manners: ['overlapping'],
  makesNetworks: true,
  stopsNodes: true,
  opensAndCloses: true,
  takesTime: true,
});

describe('made-up calls that overlap', () => {
  it('raise no alarm where nodes do what the model says', async () => {
    await fc.assert(
      fc.asyncProperty(overlapping, async (draft) => {
        const { scenario } = await settleDraft(draft);
        const { comparison } = await replayOnVirtualClock(scenario, {});
        expect(differences(comparison).map(inWords)).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import { inAnotherOrder, replayOnVirtualClock, shiftedBy } from '../../fixtures/virtual/virtual-replay.ts';
import { truthfulScenarios } from '../../fixtures/truthful-scenarios.ts';
import { scenarioFrom } from '../scenario-text.ts';

const MOST_MS = [0, 20, 200, 1_000];
const RUNS = 125;

it.each(MOST_MS)('operations up to %d ms earlier or later raise no alarm', async (mostMs) => {
  const alarms: string[] = [];
  for (const [at, { text }] of fc.sample(truthfulScenarios('scenario'), RUNS).entries()) {
    const seed = `${mostMs} ${at}`;
    const { comparison } = await replayOnVirtualClock(
      scenarioFrom(text),
      inAnotherOrder(shiftedBy(mostMs, seed)),
    );
    const found = differences(comparison).map(inWords);
    if (found.length > 0) alarms.push([`shifted by ${seed}`, text, ...found].join('\n'));
  }
  expect(alarms).toEqual([]);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { load } from '../../src/jobs/load/load.ts';
import { replay } from '../../src/jobs/replay/replay.ts';
import type { Finding } from '../../src/model/run/finding.ts';
import { inWords, differences } from '../fixtures/lied-to-replay.ts';
import { type Mode, type TruthfulScenario, truthfulScenarios } from '../fixtures/truthful-scenarios.ts';
import { scenarioFrom } from './scenario-text.ts';
import { inSandbox } from '../fixtures/in-sandbox.ts';
import type { Sandbox } from '../../src/jobs/sandbox.ts';

const SETTLE_MS = 300;
const RUNS_IN_PART = 10;
// 200 runs. In parts, so that each keeps to the time of one test.
const PARTS: Readonly<Record<Mode, number>> = { sequential: 6, scenario: 6, load: 8 };
const ALL = Object.entries(PARTS).flatMap(([mode, parts]) =>
  Array.from({ length: parts }, (_, part) => ({ mode: mode as Mode, part: part + 1 })),
);

it.each(ALL)('nodes that tell the truth raise no alarm: $mode, part $part', async ({ mode, part }) => {
  const seed = (fc.readConfigureGlobal().seed ?? 0) * 1_000 + part;
  const scenarios = fc.sample(truthfulScenarios(mode), { numRuns: RUNS_IN_PART, seed });
  const alarms: string[] = [];
  for (const scenario of scenarios) {
    const raised = await alarmsOf(scenario, mode);
    if (raised.length > 0) alarms.push([`speed ${scenario.speed}`, scenario.text, ...raised].join('\n'));
  }
  expect(alarms).toEqual([]);
});

function alarmsOf({ text, speed }: TruthfulScenario, mode: Mode): Promise<readonly string[]> {
  const scenario = scenarioFrom(text);
  const run = async ({ targets, pathFindingUrl: controlUrl }: Sandbox): Promise<readonly Finding[]> => {
    if (mode === 'load') return (await load({ scenario, targets, controlUrl })).load.findings;
    const asked = { scenario, targets, speed, pace: mode, settleMs: SETTLE_MS, controlUrl };
    const { comparison } = await replay(asked);
    if (comparison === undefined) throw new Error('a replay compares');
    return differences(comparison);
  };
  return inSandbox(scenario, async (sandbox) => (await run(sandbox)).map(inWords), { speed });
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { load } from '../../src/jobs/load/load.ts';
import { LockstepClock } from '../../src/runtime/lockstep-clock.ts';
import { replay } from '../../src/jobs/replay/replay.ts';
import type { Finding } from '../../src/model/run/finding.ts';
import { inWords, differences } from '../fixtures/lied-to-replay.ts';
import { type Mode, type TruthfulScenario, truthfulScenarios } from '../fixtures/truthful-scenarios.ts';
import { scenarioFrom } from './scenario-text.ts';
import { inSandbox } from '../fixtures/in-sandbox.ts';
import type { Sandbox } from '../../src/jobs/sandbox.ts';

const SETTLE_MS = 300;
const RUNS_IN_PART = 10;
type ClockName = 'lockstep' | 'wall';
// 400 runs that no other work on the machine can change, and 100 in the time of the wall, as against real nodes. In
// parts, so that each keeps to the time of one test.
const PARTS: Readonly<Record<ClockName, Readonly<Record<Mode, number>>>> = {
  lockstep: { sequential: 12, scenario: 12, load: 16 },
  wall: { sequential: 3, scenario: 3, load: 4 },
};
const ALL = Object.entries(PARTS).flatMap(([clock, parts]) =>
  Object.entries(parts).flatMap(([mode, count]) =>
    Array.from({ length: count }, (_, part) => ({ clock, mode: mode as Mode, part: part + 1 })),
  ),
);

it.each(ALL)('honest nodes raise no alarm: $clock, $mode, part $part', async ({ clock, mode, part }) => {
  const seed = (fc.readConfigureGlobal().seed ?? 0) * 1_000 + part;
  const scenarios = fc.sample(truthfulScenarios(mode), { numRuns: RUNS_IN_PART, seed });
  const alarms: string[] = [];
  for (const scenario of scenarios) {
    const lockstep = clock === 'lockstep' ? new LockstepClock() : undefined;
    const raised = await alarmsOf(scenario, mode, lockstep);
    if (raised.length > 0) alarms.push([`speed ${scenario.speed}`, scenario.text, ...raised].join('\n'));
  }
  expect(alarms).toEqual([]);
});

function alarmsOf(
  { text, speed }: TruthfulScenario,
  mode: Mode,
  lockstep: LockstepClock | undefined,
): Promise<readonly string[]> {
  const scenario = scenarioFrom(text);
  const run = async ({ targets, pathFindingUrl: controlUrl }: Sandbox): Promise<readonly Finding[]> => {
    if (mode === 'load') return (await load({ scenario, targets, controlUrl, lockstep })).load.findings;
    const asked = { scenario, targets, speed, pace: mode, settleMs: SETTLE_MS, controlUrl, lockstep };
    const { comparison } = await replay(asked);
    if (comparison === undefined) throw new Error('a replay compares');
    return differences(comparison);
  };
  return inSandbox(scenario, async (sandbox) => (await run(sandbox)).map(inWords), { speed, lockstep });
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleNetwork } from '../../../src/jobs/assemble.ts';
import { type Sandbox, startSandbox } from '../../../src/jobs/sandbox.ts';
import { onTargets } from '../../../src/jobs/targets/prepare-targets.ts';
import { targetsByName } from '../../../src/jobs/targets/target.ts';
import { realTiming, type TargetTiming } from '../../../src/model/run/target-timing.ts';
import type { Scenario } from '../../../src/model/scenario/scenario.ts';
import { replayLiedTo } from '../../fixtures/lied-to-replay.ts';
import { scenarioFrom } from '../scenario-text.ts';

const SCENARIO = scenarioFrom(`
question: How slow may these nodes be?
seed: 2
network:
  topology: {line: {nodes: 2}}
  capacity: 200
protocol: {hopLatency: 40ms, blockTime: 20s, view: delayed, viewDelay: 400ms}
traffic:
  - {arrivals: {constant: {perSecond: 1}}, count: 1, amounts: 1}
`);

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ scenario: SCENARIO, speed: 4, basePort: 0, pathFindingPort: 0 });
});

afterAll(() => sandbox.stop());

function timingAt(speed: number, scenario: Scenario = SCENARIO): Promise<TargetTiming> {
  const asked = {
    scenario,
    planned: assembleNetwork(SCENARIO),
    operations: [],
    targets: targetsByName(sandbox.targets),
    deadlineMs: 1_000,
    speed,
    onExchange: undefined,
  };
  return onTargets(asked, async ({ timing }) => timing);
}

describe('how slow targets may be', () => {
  it("is what the scenario says of a sandbox of it, on the run's clock", async () => {
    const protocol = { longestHopMs: 40, longestBlockMs: 20_000, view: 'delayed', viewDelayMs: 400 };
    expect(await timingAt(4)).toMatchObject({ ...protocol, messages: 'timed', settleMs: 6_000 });
  });

  it("is a part of that on the wall's clock when the sandbox runs faster", async () => {
    const protocol = { longestHopMs: 10, longestBlockMs: 5_000, viewDelayMs: 100 };
    expect(await timingAt(1)).toMatchObject({ ...protocol, settleMs: 1_500 });
  });

  it('is what real nodes need when the sandbox serves another scenario, whose clocks run as it says', async () => {
    const another = { ...SCENARIO, name: 'another' };
    expect(await timingAt(1, another)).toEqual({ ...realTiming({ run: 1 }), ownClock: 4 });
    expect(await timingAt(4, another)).not.toHaveProperty('ownClock');
  });
});

it('targets have to list the token of the scenario', async () => {
  const lying = replayLiedTo(SCENARIO, async (heard) =>
    heard.path === '/tokens' ? { status: 200, json: [] } : await heard.forward(),
  );
  await expect(lying).rejects.toThrow('it does not list the token');
});

import { describe, expect, it } from 'vitest';
import { replay } from '../../../src/jobs/replay/replay.ts';
import type { Pace } from '../../../src/model/run/run.ts';
import { LockstepClock } from '../../../src/runtime/lockstep-clock.ts';
import { inSandbox } from '../../fixtures/in-sandbox.ts';
import { differences, inWords } from '../../fixtures/lied-to-replay.ts';
import { scenarioFrom } from '../scenario-text.ts';

const NONE = '{flat: 0}';
const GRID = 'grid: {rows: 3, columns: 3}';
// Where there is one way only no imbalance moves payments to another one.
const LINE = 'line: {nodes: 5}';

const paying = (topology: string, fees = NONE, node = 'n3', ofOne = fees) =>
  scenarioFrom(`
question: Which fees do these nodes have?
seed: 1
network: {topology: {${topology}}, capacity: 200_000, fees: ${fees}}
nodes: {${node}: {fees: ${ofOne}}}
traffic:
  - {pairs: uniform, amounts: {uniform: {min: 1_000, max: 2_000}}, arrivals: {constant: {perSecond: 2}}, count: 20}
`);

/** Replays payments without fees on nodes with these. */
async function differencesOn(pace: Pace, ...[topology, fees, node, ofOne]: Parameters<typeof paying>) {
  const lockstep = new LockstepClock();
  const asked = { scenario: paying(topology, NONE, node), pace, lockstep, useExisting: true };
  const served = paying(topology, fees, node, ofOne);
  const { comparison } = await inSandbox(served, ({ targets }) => replay({ ...asked, targets }), {
    lockstep,
  });
  return comparison === undefined ? [] : differences(comparison).map(inWords);
}

describe.each(['sequential', 'scenario'] as const)('other fees, at pace %s', (pace) => {
  it.each([
    [GRID, 'r2c2', '{flat: 7}'],
    [GRID, 'r2c2', '{proportionalPpm: 9_000}'],
    [LINE, 'n3', '{imbalancePpm: 30_000}'],
  ])('are one finding, in a %s where all nodes, or %s, charge %s', async (topology, node, fees) => {
    for (const ofOthers of [fees, NONE]) {
      const found = await differencesOn(pace, topology, ofOthers, node, fees);
      expect(found, found.join('\n')).toEqual([expect.stringContaining('mediators keep other amounts')]);
    }
  });
});

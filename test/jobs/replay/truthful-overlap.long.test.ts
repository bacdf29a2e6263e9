import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '../../../src/jobs/replay/replay.ts';
import { startSandbox } from '../../../src/jobs/sandbox.ts';
import { differencesOf } from '../../../src/report/summary.ts';
import { scenarioFrom } from '../scenario-text.ts';

const NO_STEPS = '';
const BACK_AND_FORTH = `steps:
  - pay: {from: n1, to: n3, amount: 30, times: 4}
  - pay: {from: n3, to: n1, amount: 60}
`;
const STOPPED = `steps:
  - pay: {from: n1, to: n3, amount: 30}
  - stop: n2
  - pay: {from: n1, to: n3, amount: 30, times: 3}
  - start: n2
  - pay: {from: n3, to: n1, amount: 60}
`;
const CHANGED = `steps:
  - deposit: {from: n2, to: n1, totalDeposit: 25_000}
  - withdraw: {from: n2, to: n3, totalWithdraw: 7}
  - expect: {from: n2, to: n1, totalDeposit: 25_000, within: 5s}
  - close: {from: n4, to: n3}
  - leave: n1
`;

const scenarioText = fc
  .record({
    seed: fc.nat(100_000),
    topology: fc.constantFrom(
      '{line: {nodes: 6}}',
      '{ring: {nodes: 6}}',
      '{small-world: {nodes: 8, neighbours: 4, rewiring: 0}}',
    ),
    fees: fc.constantFrom('{flat: 1}', '{flat: 1, proportionalPpm: 5_000}', '{imbalancePpm: 3_000}'),
    capacity: fc.constantFrom('20_000', '1_000', '{uniform: {min: 100, max: 400}}'),
    split: fc.constantFrom('equal', 'uniform'),
    view: fc.constantFrom('exact', 'delayed', 'capacity'),
    hopLatency: fc.constantFrom('20ms', '200ms', '{uniform: {min: 10ms, max: 120ms}}'),
    processingTime: fc.constantFrom('0ms', '20ms'),
    kind: fc.constantFrom('raiden', 'instant'),
    perSecond: fc.constantFrom(5, 20, 100),
    most: fc.constantFrom(40, 150, 600),
    steps: fc.constantFrom(NO_STEPS, BACK_AND_FORTH, STOPPED, CHANGED),
  })
  .map(
    (drawn) => `
question: Do nodes that tell the truth raise an alarm?
seed: ${drawn.seed}
network:
  topology: ${drawn.topology}
  capacity: ${drawn.capacity}
  split: ${drawn.split}
  fees: ${drawn.fees}
  settleTimeout: 40
  revealTimeout: 10
protocol:
  {kind: ${drawn.kind}, blockTime: 1s, confirmations: 2, view: ${drawn.view}, hopLatency: ${drawn.hopLatency}, processingTime: ${drawn.processingTime}}
${drawn.steps}traffic:
  - name: market
    arrivals: {poisson: {perSecond: ${drawn.perSecond}}}
    count: 40
    amounts: {uniform: {min: 10, max: ${drawn.most}}}
`,
  );

const RUNS = 60;

describe('operations that overlap', () => {
  it('raise no alarm where nodes tell the truth, whatever the scenario and the speed', async () => {
    await fc.assert(
      fc.asyncProperty(scenarioText, fc.constantFrom(5, 20, 100), async (text, speed) => {
        const scenario = scenarioFrom(text);
        const sandbox = await startSandbox({ scenario, speed, basePort: 0, pathFindingPort: 0 });
        try {
          const { targets } = sandbox;
          const run = await replay({ scenario, targets, speed, pace: 'scenario', settleMs: 300 });
          expect(run.comparison && differencesOf(run.comparison)).toEqual([]);
        } finally {
          await sandbox.stop();
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

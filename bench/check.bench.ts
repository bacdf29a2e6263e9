import fc from 'fast-check';
import { bench, describe } from 'vitest';
import { sequences } from '../src/jobs/check/arbitraries/sequences.ts';
import type { Sequence } from '../src/jobs/check/sequence.ts';
import { settleSteps } from '../src/jobs/settle/settle-steps.ts';
import type { Pace } from '../src/model/run/run.ts';
import { checkNodes } from '../src/jobs/check/check-nodes.ts';
import { simulatedBench } from '../src/jobs/check/simulated-bench.ts';
import { assembleNetwork, assembleOperations } from '../src/jobs/assemble.ts';
import { observePrediction } from '../src/jobs/replay/observe-prediction.ts';
import { simulate } from '../src/jobs/simulate.ts';

const SEQUENCES = 1_500;
const AIM = 5_000;

// CPU time of this process, user and system, garbage collection included: what else the machine does changes no figure.
async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function told(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

async function whole(paces: readonly Pace[], seed: string): Promise<void> {
  let calls = 0;
  const seconds = await cpuSeconds(async () => {
    const limits = { runs: SEQUENCES, timeMs: Number.POSITIVE_INFINITY, cases: 1 };
    const report = await checkNodes({ bench: simulatedBench(), seed, paces, ...limits });
    ({ calls } = report);
  });
  const rate = Math.round(calls / seconds);
  told(
    `${paces.join(' and ')}: ${rate} calls per CPU second (${calls} in ${SEQUENCES} sequences), ${(rate / AIM).toFixed(2)} times the aim`,
  );
}

async function pieces(pace: Pace): Promise<void> {
  const { may } = simulatedBench();
  const all = sequences({ paces: [pace], ...may });
  let made: Sequence[] = [];
  const cases: Sequence[] = [];
  const generating = await cpuSeconds(async () => {
    made = fc.sample(all, { numRuns: SEQUENCES, seed: 1 });
  });
  const settling = await cpuSeconds(async () => {
    for (const one of made) cases.push({ ...one, scenario: await settleSteps(one.scenario) });
  });
  const predicting = await cpuSeconds(async () => {
    for (const { scenario } of cases) {
      const start = assembleNetwork(scenario);
      const operations = assembleOperations({ scenario, network: start });
      await simulate({ scenario, pace, start, operations, observe: observePrediction(operations) });
    }
  });
  const trying = { seed: '1', runs: SEQUENCES, timeMs: Number.POSITIVE_INFINITY, cases: 1 };
  const everything = await cpuSeconds(() =>
    checkNodes({ bench: simulatedBench(), paces: [pace], ...trying }),
  );
  // What is asked is simulated as the prediction is, and read as often.
  const judging = everything - generating - settling - 2 * predicting;
  const shares = { generating, settling, predicting, asking: predicting, judging };
  const words = Object.entries(shares).map(
    ([name, seconds]) => `${name} ${((1000 * seconds) / SEQUENCES).toFixed(2)} ms`,
  );
  told(`${pace}, a sequence: ${words.join(', ')}`);
}

describe('check --simulated', () => {
  bench(
    'calls generated, predicted and checked',
    async () => {
      await whole(['sequential'], '2');
      await whole(['sequential', 'scenario'], '3');
      await whole(['scenario'], '4');
      await pieces('sequential');
      await pieces('scenario');
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});

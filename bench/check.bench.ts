import fc from 'fast-check';
import { bench, describe } from 'vitest';
import { drafts } from '../src/jobs/check/arbitraries/drafts.ts';
import type { CallManner } from '../src/jobs/check/arbitraries/moves.ts';
import { baseScenarios, type SettledCase, settleDraft } from '../src/jobs/check/settle-draft.ts';
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

async function whole(manners: readonly CallManner[], seed: string): Promise<void> {
  let calls = 0;
  const seconds = await cpuSeconds(async () => {
    const limits = { runs: SEQUENCES, timeMs: Number.POSITIVE_INFINITY, cases: 1 };
    const report = await checkNodes({ bench: simulatedBench(), seed, manners, ...limits });
    ({ calls } = report);
  });
  const rate = Math.round(calls / seconds);
  told(
    `${manners.join(' and ')}: ${rate} calls per CPU second (${calls} in ${SEQUENCES} sequences), ${(rate / AIM).toFixed(2)} times the aim`,
  );
}

async function pieces(manner: CallManner): Promise<void> {
  const { may } = simulatedBench();
  const all = drafts({ manners: [manner], makesNetworks: true, ...may });
  const base = baseScenarios({ seed: '1' });
  let made: ReturnType<typeof all.generate>['value'][] = [];
  const cases: SettledCase[] = [];
  const generating = await cpuSeconds(async () => {
    made = fc.sample(all, { numRuns: SEQUENCES, seed: 1 });
  });
  const settling = await cpuSeconds(async () => {
    for (const draft of made) cases.push(await settleDraft(draft, { base: base(draft) }));
  });
  const predicting = await cpuSeconds(async () => {
    for (const { scenario, pace } of cases) {
      const start = assembleNetwork(scenario);
      const operations = assembleOperations({ scenario, network: start });
      await simulate({ scenario, pace, start, operations, observe: observePrediction(operations) });
    }
  });
  const trying = { seed: '1', runs: SEQUENCES, timeMs: Number.POSITIVE_INFINITY, cases: 1 };
  const everything = await cpuSeconds(() =>
    checkNodes({ bench: simulatedBench(), manners: [manner], ...trying }),
  );
  // What is asked is simulated as the prediction is, and read as often.
  const judging = everything - generating - settling - 2 * predicting;
  const shares = { generating, settling, predicting, asking: predicting, judging };
  const words = Object.entries(shares).map(
    ([name, seconds]) => `${name} ${((1000 * seconds) / SEQUENCES).toFixed(2)} ms`,
  );
  told(`${manner}, a sequence: ${words.join(', ')}`);
}

describe('check --simulated', () => {
  bench(
    'calls generated, predicted and checked',
    async () => {
      await whole(['sequential'], '2');
      await whole(['sequential', 'overlapping'], '3');
      await whole(['overlapping'], '4');
      await pieces('sequential');
      await pieces('overlapping');
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});

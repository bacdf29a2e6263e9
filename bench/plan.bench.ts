import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bench, describe } from 'vitest';
import { commandCost } from './command-cost.ts';
import { CLI } from './load-stub.ts';

// What starting, planning and the page cost is taken off by a plan of few.
const [FEW, MANY] = [2, 20];
const REPLICATIONS = 1000;
const CORES = 2;

const SCENARIO = `question: What does a replication cost?
seed: 1
network:
  topology: {scale-free: {nodes: 200, channelsPerNode: 2}}
  capacity: 100_000
  fees: {proportionalPpm: 4_000, imbalancePpm: 3_000}
traffic:
  - arrivals: {poisson: {perSecond: 10}}
    count: 10_000
    amounts: {lognormal: {median: 500, sigma: 1}}
`;

// CPU time of whole commands: what else the machine does lengthens no figure but the elapsed one.
describe('plan', () => {
  bench(
    'a replication of 200 nodes and 10,000 payments with the fees of a real node',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
      try {
        const scenario = join(folder, 'replication.yaml');
        writeFileSync(scenario, SCENARIO);
        const cost = async (replications: number): Promise<number> => {
          const options = `--replications ${replications} --find rebalance --threads ${CORES} --no-progress`;
          const command = `'${process.execPath}' '${CLI}' plan '${scenario}' ${options} --out '${join(folder, 'out')}'`;
          return (await commandCost(command)).cpuSeconds;
        };
        const [few, many] = [await cost(FEW), await cost(MANY)];
        const each = (many - few) / (MANY - FEW);
        const minutes = (each * REPLICATIONS) / CORES / 60;
        process.stdout.write(
          `  ${each.toFixed(2)} CPU s a replication, ${few.toFixed(2)} s for ${FEW}; ${REPLICATIONS} of them on ${CORES} cores ${minutes.toFixed(1)} min\n`,
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});

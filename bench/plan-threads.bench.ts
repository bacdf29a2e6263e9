import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bench, describe } from 'vitest';
import { benchOptions } from './bench-options.ts';
import { type CommandCost, commandCost } from './command-cost.ts';
import { median } from './median.ts';

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

// A real node's default fees; so many simulations that starting the threads hardly counts.
const scenario = (replications: number): string => `
question: How much do two threads help?
seed: 3
network:
  topology: {scale-free: {nodes: 200, channelsPerNode: 3}}
  capacity: 100_000
  fees: {proportionalPpm: 4_000, imbalancePpm: 3_000}
traffic:
  - arrivals: {poisson: {perSecond: 10}}
    count: 10_000
    amounts: {lognormal: {median: 500, sigma: 1}}
plan: {replications: ${replications}}
`;

const THREADS = [1, 2] as const;

/** The most that the CPU time of both allows on two idle cores; what is measured on busy ones is less. */
function boundOf(costs: Readonly<Record<number, readonly CommandCost[]>>): number {
  const cpu = (threads: number): number => median((costs[threads] ?? []).map(({ cpuSeconds }) => cpuSeconds));
  return (2 * cpu(1)) / cpu(2);
}

const { rounds, replications } = benchOptions(process.env);

describe(`${replications} replications of a plan on two threads`, () => {
  bench(
    'against one',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
      writeFileSync(join(folder, 'plan.yaml'), scenario(replications));
      const costs: Record<number, CommandCost[]> = { 1: [], 2: [] };
      for (let round = 0; round < rounds; round += 1)
        for (const threads of THREADS) {
          const out = join(folder, `${threads}-${round}`);
          const command = `node ${MAIN} plan ${folder}/plan.yaml --find rebalance --threads ${threads} --out ${out} --no-progress`;
          const cost = await commandCost(command);
          costs[threads]?.push(cost);
          process.stdout.write(
            `${threads} thread${threads === 1 ? ' ' : 's'}  ${cost.wallSeconds.toFixed(1)} s, ${cost.cpuSeconds.toFixed(1)} s of CPU, ${cost.peakMegabytes.toFixed(0)} MB, results ${digestOf(out)}\n`,
          );
        }
      rmSync(folder, { recursive: true });
      const wall = (threads: number): number =>
        median((costs[threads] ?? []).map(({ wallSeconds }) => wallSeconds));
      process.stdout.write(
        `two threads took 1/${(wall(1) / wall(2)).toFixed(2)} of the time of one; their CPU time allows 1/${boundOf(costs).toFixed(2)}\n`,
      );
    },
    { iterations: 1, warmupIterations: 0, time: 0, warmupTime: 0 },
  );
});

/** What the plan in that folder has answered: equal digests are equal bytes. */
function digestOf(out: string): string {
  const hash = createHash('sha256');
  const [plan = ''] = readdirSync(join(out, 'plan'));
  for (const file of ['plan.json', 'results.csv']) hash.update(readFileSync(join(out, 'plan', plan, file)));
  return hash.digest('hex').slice(0, 16);
}

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIGHTNING_FILE } from './bench-network.ts';
import { commandCost } from './command-cost.ts';
import type { Use } from './guard-verdict.ts';
import { runLoad } from './load-run.ts';
import { withStub } from './load-stub.ts';

/** Work that both builds do. */
export interface GuardCase {
  readonly name: string;
  readonly rounds: number;
  /** Does the work once with the build whose command line this is; whatever is written stands in the folder. */
  readonly use: (cli: string, folder: string) => Promise<Use>;
}

const ROUNDS = 3;

// Without the snapshot, a scale-free network of the same size.
const LIGHTNING = existsSync(LIGHTNING_FILE)
  ? `{snapshot: {file: ${LIGHTNING_FILE}}}`
  : '{scale-free: {nodes: 5_600, channelsPerNode: 6}}';

const PLAN = `question: Which deposits does the hub need?
seed: 40
network: {topology: {star: {spokes: 20}}, capacity: 800, fees: {proportionalPpm: 4_000}}
traffic:
  - arrivals: {poisson: {perSecond: 4}}
    count: 300
    amounts: {lognormal: {median: 40, sigma: 0.8}}
plan: {goal: success_rate >= 95%, replications: 10, deposit: {node: hub}}
`;

const LOADED_PAYMENTS = 60_000;

/** Together they take three minutes on two cores. */
export const GUARD_CASES: readonly GuardCase[] = [
  // Short, and close to its maximum.
  { ...simulating('simulate 10 payments', { topology: LIGHTNING, payments: 10 }), rounds: 7 },
  simulating('simulate 100,000 payments', { topology: LIGHTNING, payments: 100_000 }),
  simulating('simulate fees of a node', {
    topology: LIGHTNING,
    payments: 20_000,
    fees: '{proportionalPpm: 4_000, imbalancePpm: 3_000}',
  }),
  {
    ...simulating('simulate 100,000 nodes', {
      topology: '{scale-free: {nodes: 100_000, channelsPerNode: 10}}',
      payments: 100_000,
    }),
    rounds: 1,
  },
  {
    name: 'plan',
    rounds: ROUNDS,
    use(cli, folder) {
      writeFileSync(join(folder, 'plan.yaml'), PLAN);
      return wholeCommand(cli, folder, 'plan plan.yaml --find deposit --threads 1');
    },
  },
  {
    name: 'load, a payment',
    rounds: ROUNDS,
    use: (cli) =>
      withStub([], (target) => {
        const flags = ['--vus', '100', '--iterations', String(LOADED_PAYMENTS)];
        const { driver, allocatedMegabytes } = runLoad(target, flags, cli);
        const cpu = driver.cpuMs / 1000 / LOADED_PAYMENTS;
        return { cpu, memory: driver.peakMemoryBytes / 1e6, allocated: allocatedMegabytes };
      }),
  },
  {
    name: 'check --simulated, a call',
    rounds: ROUNDS,
    async use(cli, folder) {
      const { cpu, memory, allocated } = await wholeCommand(
        cli,
        folder,
        'check --simulated --runs 250 --time 60s --seed 3',
      );
      const runs = join(folder, 'out/check');
      const file = join(runs, readdirSync(runs)[0] ?? '', 'check.json');
      const { calls } = JSON.parse(readFileSync(file, 'utf8')) as { readonly calls: number };
      return { cpu: cpu / calls, memory, allocated: allocated / calls };
    },
  },
];

function simulating(
  name: string,
  {
    topology,
    payments,
    fees = '{}',
  }: { readonly topology: string; readonly payments: number; readonly fees?: string },
): GuardCase {
  const scenario = `question: what does it cost?
seed: 3
network: {topology: ${topology}, capacity: {lognormal: {median: 120_000, sigma: 0.9}}, fees: ${fees}}
traffic:
  - arrivals: {poisson: {perSecond: 10}}
    count: ${payments}
    amounts: {lognormal: {median: 5_000, sigma: 0.9}}
`;
  return {
    name,
    rounds: ROUNDS,
    use(cli, folder) {
      writeFileSync(join(folder, 'guard.yaml'), scenario);
      return wholeCommand(cli, folder, 'simulate guard.yaml');
    },
  };
}

async function wholeCommand(cli: string, folder: string, words: string): Promise<Use> {
  const node = `'${process.execPath}' --trace-gc`;
  const command = `env -C '${folder}' ${node} '${cli}' ${words} --out out --no-progress`;
  const { cpuSeconds, peakMegabytes, allocatedMegabytes } = await commandCost(command);
  return { cpu: cpuSeconds, memory: peakMegabytes, allocated: allocatedMegabytes };
}

/** Does a case's work once, in a folder that is removed afterwards. */
export async function usedBy({ use }: GuardCase, cli: string, parent: string): Promise<Use> {
  const folder = mkdtempSync(join(parent, 'guard-'));
  try {
    return await use(cli, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

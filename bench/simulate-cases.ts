import { existsSync } from 'node:fs';
import { LIGHTNING_FILE } from './bench-network.ts';

/** One network with the fees that its nodes charge, and how many payments it takes to measure them. */
export interface SimulateCase {
  readonly name: string;
  readonly topology: string;
  readonly fees: string;
  readonly payments: number;
  /** Fewer for graphology's search; absent: its graph of this network takes gigabytes. */
  readonly graphologyPayments?: number;
  /** Why it cannot be measured here. */
  readonly missing?: string;
}

const NETWORKS: readonly Pick<SimulateCase, 'name' | 'topology' | 'graphologyPayments' | 'missing'>[] = [
  {
    name: 'Lightning of July 2019',
    topology: `{snapshot: {file: '${LIGHTNING_FILE}'}}`,
    graphologyPayments: 100,
    ...(existsSync(LIGHTNING_FILE) ? {} : { missing: 'bench/README.md says where to get it' }),
  },
  { name: '1,000 nodes', topology: scaleFree(1_000), graphologyPayments: 100 },
  { name: '10,000 nodes', topology: scaleFree(10_000), graphologyPayments: 30 },
  { name: '100,000 nodes', topology: scaleFree(100_000) },
];

// Those of a node that was started without any say otherwise are the last.
const FEES: Readonly<Record<string, string>> = {
  'no fees': '{}',
  'proportional fees': '{proportionalPpm: 100}',
  "a real node's fees": '{proportionalPpm: 4_000, imbalancePpm: 3_000}',
};

const PAYMENTS = 10_000;

/** Every network with every kind of fees. */
export function simulateCases(): readonly SimulateCase[] {
  return NETWORKS.flatMap(({ name, graphologyPayments, ...network }) =>
    Object.entries(FEES).map(([kind, fees]) => ({
      ...network,
      name: `${name}, ${kind}`,
      fees,
      payments: PAYMENTS,
      // The search does not know fees: once a network is enough.
      ...(kind === 'no fees' && graphologyPayments !== undefined ? { graphologyPayments } : {}),
    })),
  );
}

/** The scenario file of a case. */
export function scenarioOf(
  { topology, fees }: SimulateCase,
  { payments, router }: { readonly payments: number; readonly router: string },
): string {
  return `question: What does a payment cost?
seed: 1
tokens: [{name: SAT}]
protocol: {router: ${router}}
network:
  topology: ${topology}
  fees: ${fees}
traffic:
  - arrivals: {poisson: {perSecond: 10}}
    count: ${payments}
    amounts: {lognormal: {median: 5_000, sigma: 1}}
`;
}

// Barabasi-Albert with ten channels for each new node.
function scaleFree(nodes: number): string {
  return `{scale-free: {nodes: ${nodes}, channelsPerNode: 10}}`;
}

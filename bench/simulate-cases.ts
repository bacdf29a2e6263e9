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
  /** What is to be reached on one core that does nothing else; absent: nobody has said. */
  readonly aim?: Aim;
}

/** Payments per CPU second at least, and seconds of CPU for ten at most. */
interface Aim {
  readonly perCpuSecond: number;
  readonly startSeconds: number;
}

const PAYMENTS = 10_000;

const NETWORKS: readonly (Omit<SimulateCase, 'fees' | 'payments' | 'aim'> & {
  readonly payments?: number;
})[] = [
  {
    name: 'Lightning of July 2019',
    topology: `{snapshot: {file: '${LIGHTNING_FILE}'}}`,
    graphologyPayments: 100,
    ...(existsSync(LIGHTNING_FILE) ? {} : { missing: 'bench/README.md says where to get it' }),
  },
  { name: '1,000 nodes', topology: scaleFree(1_000), graphologyPayments: 1_000 },
  { name: '10,000 nodes', topology: scaleFree(10_000), graphologyPayments: 300 },
  // Building it takes so long that what 10,000 payments add drowns in its noise.
  { name: '100,000 nodes', topology: scaleFree(100_000), payments: 3 * PAYMENTS },
];

// Those of a node that was started without any say otherwise are the last. The aims are those on the first network.
const FEES: Readonly<Record<string, { readonly fees: string; readonly aim: Aim }>> = {
  'no fees': { fees: '{}', aim: { perCpuSecond: 20_000, startSeconds: 1.5 } },
  'proportional fees': {
    fees: '{proportionalPpm: 100}',
    aim: { perCpuSecond: 10_000, startSeconds: 1.5 },
  },
  "a real node's fees": {
    fees: '{proportionalPpm: 4_000, imbalancePpm: 3_000}',
    aim: { perCpuSecond: 5_000, startSeconds: 1.5 },
  },
};

/** Every network with every kind of fees. */
export function simulateCases(): readonly SimulateCase[] {
  return NETWORKS.flatMap(({ name, payments = PAYMENTS, graphologyPayments, ...network }, index) =>
    Object.entries(FEES).map(([kind, { fees, aim }]) => ({
      ...network,
      name: `${name}, ${kind}`,
      fees,
      ...(index === 0 ? { aim } : {}),
      payments,
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
